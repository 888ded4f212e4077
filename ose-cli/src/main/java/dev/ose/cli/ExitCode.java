package dev.ose.cli;

import dev.ose.control.Event;

/** Exit codes of {@code ose}. The numbers are stable, because scripts depend on them. */
public enum ExitCode {
    /** Success, or there was nothing to do. */
    DONE(0, "done, or nothing was to be done"),
    /** Failure, or a check found something to fix. */
    FAILED(1, "failed, or a check found something to fix"),
    /** The command line is invalid or incomplete, and cannot be completed by a prompt. */
    USAGE(2, "the command line is wrong or incomplete"),
    /** Something must be configured first. */
    NOT_CONFIGURED(3, "something must be set first"),
    /** Keeper or node are not running. */
    NOT_RUNNING(4, "keeper or node do not run"),
    /** Refused without any change. */
    REFUSED(5, "refused; nothing was changed"),
    /** Unknown outcome, or partial success. */
    UNKNOWN(6, "the outcome is unknown or only a part is done"),
    /** Temporary failure. */
    LATER(75, "busy; try again later");

    private final int number;
    private final String meaning;

    ExitCode(int number, String meaning) {
        this.number = number;
        this.meaning = meaning;
    }

    public int number() {
        return number;
    }

    public String meaning() {
        return meaning;
    }

    /** The exit code of a refusal. */
    static ExitCode of(Event.Refusal refusal) {
        return switch (refusal.code()) {
            case "OSE-3001", "OSE-3211" -> NOT_RUNNING;
            case "OSE-3006" -> LATER;
            case "OSE-3007", "OSE-3212" -> UNKNOWN;
            case "OSE-3214", "OSE-3999" -> FAILED;
            default -> REFUSED;
        };
    }
}
