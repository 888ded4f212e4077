package dev.ose.server.object;

import java.util.List;
import java.util.Optional;

/**
 * What a platform says that it holds under a key.
 *
 * @param newest empty if there is no object, or a delete marker hides it
 * @param older everything else that is there; empty if the platform was not asked or does not tell
 */
public record KeyContent(Optional<ObjectFacts> newest, Optional<List<OlderVersion>> older) {

    /** Nothing at all. */
    public static final KeyContent NOTHING = new KeyContent(Optional.empty(), Optional.of(List.of()));

    public KeyContent {
        older = older.map(List::copyOf);
    }

    /** What is told by an answer that says nothing of older versions. */
    public static KeyContent of(Optional<ObjectFacts> newest) {
        return new KeyContent(newest, Optional.empty());
    }
}
