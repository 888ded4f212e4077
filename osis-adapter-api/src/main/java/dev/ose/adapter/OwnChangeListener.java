package dev.ose.adapter;

import java.util.List;

/** Takes what a platform did by itself. Called from one thread of the adapter at a time. */
@FunctionalInterface
public interface OwnChangeListener {

    /** The most changes of one call. */
    int MAX_CHANGES = 500;

    /**
     * Takes changes in their order, at most {@link #MAX_CHANGES}. May block. Taking a change twice must do no harm.
     *
     * @return false if there is no room for them now: the platform reports the same ones again later, as it does after
     *     an exception. After true they are not reported again
     */
    boolean take(List<OwnChange> changes);
}
