package dev.ose.server.object;

import java.util.List;
import java.util.Optional;

/** The keys whose rows may be wrong. Every method blocks on the database; safe for use by several threads and nodes. */
public interface DirtyKeys {

    /**
     * Takes up to {@code limit} keys that are due and have no intent, those waiting longest first. They are not handed
     * out again for a while, long enough to ask the platform.
     */
    List<DirtyKey> claim(int limit);

    /**
     * Makes the key's row say what the platform said after {@link #claim}, and removes the mark unless it was held then;
     * both only if the key was not marked again and still has no intent. Otherwise the key is due at once.
     *
     * @param facts empty if the platform has no such object
     * @return whether the row was written
     */
    boolean settle(DirtyKey key, Optional<ObjectFacts> facts);

    /** The platform could not tell: the key is due again later, the more often this happened the later. */
    void postpone(DirtyKey key);
}
