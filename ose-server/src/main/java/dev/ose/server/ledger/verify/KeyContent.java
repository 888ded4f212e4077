package dev.ose.server.ledger.verify;

import dev.ose.server.catalog.ObjectFacts;
import dev.ose.server.catalog.OlderVersion;
import java.util.List;
import java.util.Optional;

/**
 * What a platform says that it holds under a key.
 *
 * @param newest empty if there is no object, or a delete marker hides it
 * @param older everything else that is there; empty if the platform was not asked or does not tell
 * @param isWhole whether there is nothing else that it might tell another time
 */
public record KeyContent(Optional<ObjectFacts> newest, Optional<List<OlderVersion>> older, boolean isWhole) {

    /** Nothing at all. */
    public static final KeyContent NOTHING = new KeyContent(Optional.empty(), Optional.of(List.of()));

    public KeyContent {
        older = older.map(List::copyOf);
    }

    /** All that there is. */
    public KeyContent(Optional<ObjectFacts> newest, Optional<List<OlderVersion>> older) {
        this(newest, older, true);
    }

    /** Of a key that has no older versions. */
    public static KeyContent of(Optional<ObjectFacts> newest) {
        return new KeyContent(newest, Optional.empty());
    }

    /** The same where there may be older versions of which the platform does not tell now. */
    public KeyContent withoutOlder() {
        return new KeyContent(newest, Optional.empty(), false);
    }
}
