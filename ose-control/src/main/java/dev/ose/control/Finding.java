package dev.ose.control;

import org.jspecify.annotations.Nullable;

/**
 * What a check found, as {@code ose config validate} shows it. The fields and verdicts are a promise to scripts.
 *
 * @param name of what was checked
 * @param required whether a node cannot serve without it
 * @param connectivity the verdict
 * @param detail what was seen
 * @param remedy what to do; absent if nothing is to be done
 */
public record Finding(
        String name,
        boolean required,
        Verdict connectivity,
        String detail,
        @Nullable String remedy) {

    /** How it is. */
    public enum Verdict {
        Valid,
        Warning,
        Failed,
        Skipped
    }

    /** All is as it must be. */
    public static Finding valid(String name, String detail) {
        return new Finding(name, true, Verdict.Valid, detail, null);
    }

    /** A node serves all the same, but not all that was set up. */
    public static Finding warning(String name, String detail, String remedy) {
        return new Finding(name, false, Verdict.Warning, detail, remedy);
    }

    /** A node does not serve so. */
    public static Finding failed(String name, String detail, String remedy) {
        return new Finding(name, true, Verdict.Failed, detail, remedy);
    }

    /** Nobody can tell, or nothing is to be told. */
    public static Finding skipped(String name, String detail) {
        return new Finding(name, false, Verdict.Skipped, detail, null);
    }
}
