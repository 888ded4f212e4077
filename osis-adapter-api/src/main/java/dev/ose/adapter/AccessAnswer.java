package dev.ose.adapter;

import java.util.List;

/**
 * Whether a platform would serve a request at present, as far as its head decides that.
 *
 * @param reasons in the order in which they were found
 */
public record AccessAnswer(Verdict verdict, List<AccessReason> reasons) {

    public AccessAnswer {
        reasons = List.copyOf(reasons);
    }

    /** The outcome. */
    public enum Verdict {
        ALLOWED,
        DENIED,
        /** What decides is not there yet, or is not stated by the head of the request. */
        UNDECIDED
    }
}
