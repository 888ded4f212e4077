package dev.ose.control;

import org.jspecify.annotations.Nullable;

/**
 * Result of a check, as {@code ose config validate} shows it. Fields and verdicts are stable for scripts.
 *
 * @param name of the check
 * @param required whether a node cannot serve without it
 * @param connectivity the verdict
 * @param detail what was found
 * @param remedy what to do; absent if nothing is to be done
 */
public record Finding(
        String name,
        boolean required,
        Verdict connectivity,
        String detail,
        @Nullable String remedy) {

    /** The verdict of a check. */
    public enum Verdict {
        Valid,
        Warning,
        Failed,
        Skipped
    }

    /** The check passed. */
    public static Finding valid(String name, String detail) {
        return new Finding(name, true, Verdict.Valid, detail, null);
    }

    /** A node serves, but not everything that is configured works. */
    public static Finding warning(String name, String detail, String remedy) {
        return new Finding(name, false, Verdict.Warning, detail, remedy);
    }

    /** A node cannot serve. */
    public static Finding failed(String name, String detail, String remedy) {
        return new Finding(name, true, Verdict.Failed, detail, remedy);
    }

    /** Not checked, or not applicable. */
    public static Finding skipped(String name, String detail) {
        return new Finding(name, false, Verdict.Skipped, detail, null);
    }
}
