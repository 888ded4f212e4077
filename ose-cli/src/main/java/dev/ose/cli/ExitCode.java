package dev.ose.cli;

import dev.ose.control.Event;

/** How {@code ose} ends. The numbers are a promise: scripts look for them. */
public enum ExitCode {
    /** It is done, or nothing was to be done. */
    DONE(0, "done, or nothing was to be done"),
    /** It failed, or a check found something that must be mended. */
    FAILED(1, "failed, or a check found something to mend"),
    /** The command line cannot be understood, or lacks what nobody can be asked for. */
    USAGE(2, "the command line is wrong or incomplete"),
    /** Something must be set first. */
    NOT_CONFIGURED(3, "something must be set first"),
    /** Keeper or node do not run. */
    NOT_RUNNING(4, "keeper or node do not run"),
    /** It was refused, and nothing has changed. */
    REFUSED(5, "refused; nothing was changed"),
    /** Nobody knows whether it was done. */
    UNKNOWN(6, "the outcome is unknown or only a part is done"),
    /** It may work later. */
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

    /** What a refusal means for a script. */
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
