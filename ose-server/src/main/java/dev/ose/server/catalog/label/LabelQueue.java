package dev.ose.server.catalog.label;

import dev.ose.server.catalog.ObjectAddress;
import java.util.List;
import java.util.Optional;

/**
 * The objects whose labels are to be asked for. Those whose rows change are noted with their rows, where labels are kept. Every method
 * blocks on the database; safe for use by several threads and nodes.
 */
public interface LabelQueue {

    /** Notes that an object's labels changed although its row did not; nothing happens where none are kept. */
    void note(ObjectAddress address);

    /** The same of a request that may still change them: they are asked for now, and once more when it can do so no more. */
    void noteUnsure(ObjectAddress address);

    /** Takes up to {@code limit} that are due, as many of each bucket that has some. They are not handed out again for a while. */
    List<DueLabels> claim(int limit);

    /**
     * Keeps what the platform said after {@link #claim}, unless the object was noted again since. It is due again where a request may
     * still change it.
     *
     * @param labels empty if there is nothing to be known
     * @return whether it was kept
     */
    boolean settle(DueLabels due, Optional<Labels> labels);

    /** Nobody can ask now: they are due again soon. */
    void putBack(List<DueLabels> due);

    /** The platform could not tell: due again later, the more often this happened the later. */
    void postpone(DueLabels due);

    /**
     * The platform refused to tell: nothing is known of the object any more, unless it was noted again since, and it is due again much
     * later, in the end about once a day.
     */
    void refuse(DueLabels due);
}
