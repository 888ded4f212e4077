package dev.ose.server.object;

import java.util.List;
import java.util.Optional;

/** The keys whose rows may be wrong. Every method blocks on the database; safe for use by several threads and nodes. */
public interface DirtyKeys {

    /**
     * Takes up to {@code limit} keys that are due and have no intent, or had one for long, those waiting longest first. They are
     * not handed out again for a while, long enough to ask the platform.
     */
    List<DirtyKey> claim(int limit);

    /**
     * Makes the key's row say what the platform said after {@link #claim}, and removes the mark unless it was held then;
     * both only if the key was not marked again and has no intent. Marked again, it is due at once. With an intent the mark
     * stays, and the row is only written if it counts for more then: somebody who uploads slowly must not keep what else he
     * stores under the key out of his usage.
     *
     * @param facts empty if the platform has no such object
     * @return whether the key is settled, at least until its hold ends
     */
    boolean settle(DirtyKey key, Optional<ObjectFacts> facts);

    /** The platform could not tell: the key is due again later, the more often this happened the later. */
    void postpone(DirtyKey key);
}
