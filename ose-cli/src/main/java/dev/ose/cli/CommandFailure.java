package dev.ose.cli;

import dev.ose.control.Event;

/** A failed command, with its message and exit code. */
final class CommandFailure extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final ExitCode exitCode;
    private final transient Event.Refusal refusal;

    private CommandFailure(ExitCode exitCode, Event.Refusal refusal) {
        super(refusal.code() + ": " + refusal.sentence() + " " + refusal.remedy(), null, false, false);
        this.exitCode = exitCode;
        this.refusal = refusal;
    }

    static CommandFailure of(Event.Refusal refusal) {
        return new CommandFailure(ExitCode.of(refusal), refusal);
    }

    static CommandFailure of(ExitCode exitCode, String code, String sentence, String remedy) {
        return new CommandFailure(exitCode, new Event.Refusal(code, sentence, remedy));
    }

    /** A feature that this release lacks, or does not need. */
    static CommandFailure absent(String why, String remedy) {
        return of(ExitCode.REFUSED, "OSE-3401", why, remedy);
    }

    /** A missing argument that cannot be prompted for, because there is no terminal. */
    static CommandFailure incomplete(String sentence, String remedy) {
        return of(ExitCode.USAGE, "OSE-3402", sentence, remedy);
    }

    /** A file of the caller's that cannot be read or written. */
    static CommandFailure file(String sentence, String remedy) {
        return of(ExitCode.FAILED, "OSE-3403", sentence, remedy);
    }

    ExitCode exitCode() {
        return exitCode;
    }

    Event.Refusal refusal() {
        return refusal;
    }
}
