package dev.ose.server.app;

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
record Finding(
        String name,
        boolean required,
        Verdict connectivity,
        String detail,
        @Nullable String remedy) {

    /** How it is. */
    enum Verdict {
        Valid,
        Warning,
        Failed,
        Skipped
    }

    static Finding valid(String name, String detail) {
        return new Finding(name, true, Verdict.Valid, detail, null);
    }

    static Finding warning(String name, String detail, String remedy) {
        return new Finding(name, false, Verdict.Warning, detail, remedy);
    }

    static Finding failed(String name, String detail, String remedy) {
        return new Finding(name, true, Verdict.Failed, detail, remedy);
    }

    static Finding skipped(String name, String detail) {
        return new Finding(name, false, Verdict.Skipped, detail, null);
    }
}
