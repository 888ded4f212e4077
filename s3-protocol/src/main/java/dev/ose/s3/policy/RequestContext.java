package dev.ose.s3.policy;

import java.util.List;

/** The facts of a request besides action and resource. */
public interface RequestContext {

    /** The values of a key, none if the request has none. */
    List<String> values(ContextKey key);

    /**
     * Whether {@link #values} is complete for the key. If not, because the values are in an unread body, a comparison
     * is undetermined.
     */
    default boolean knows(ContextKey key) {
        return true;
    }

    /**
     * Whether so many more steps of comparing may be made for the request. Where they may not, a comparison counts as
     * one that cannot be made.
     */
    boolean affords(long steps);
}
