package dev.ose.server.catalog.label;

import dev.ose.server.catalog.ObjectAddress;
import java.util.List;
import java.util.Optional;

/**
 * The objects whose labels are to be read. Objects whose rows change are queued together with their rows, if their
 * bucket keeps labels. Every method blocks on the database; safe for use by several threads and nodes.
 */
public interface LabelQueue {

    /** Queues an object whose labels changed although its row did not; does nothing if its bucket keeps no labels. */
    void note(ObjectAddress address);

    /**
     * As {@link #note} for a request that may still change labels: they are read now, and once more after its longest
     * duration.
     */
    void noteUnsure(ObjectAddress address);

    /**
     * Claims up to {@code limit} due objects, an equal share for each bucket. They are not returned again for a while.
     */
    List<DueLabels> claim(int limit);

    /**
     * Stores what the platform reported after {@link #claim}, unless the object was queued again since. The object is
     * due again if a request may still change its labels.
     *
     * @param labels empty if the object does not exist
     * @return whether the labels were stored
     */
    boolean settle(DueLabels due, Optional<Labels> labels);

    /** The objects cannot be probed now: they are due again soon. */
    void putBack(List<DueLabels> due);

    /** The probe failed: the object is due again later, with a growing delay. */
    void postpone(DueLabels due);

    /**
     * The platform refused: deletes the object's labels, unless it was queued again since; it is due again much later,
     * in the end about once a day.
     */
    void refuse(DueLabels due);
}
