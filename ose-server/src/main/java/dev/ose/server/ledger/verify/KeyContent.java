package dev.ose.server.ledger.verify;

import dev.ose.server.catalog.ObjectFacts;
import dev.ose.server.catalog.OlderVersion;
import java.util.List;
import java.util.Optional;

/**
 * What a platform holds under a key.
 *
 * @param newest empty if there is no object, or a delete marker hides it
 * @param older all older versions; empty if the platform was not asked or does not report them
 * @param isWhole whether the platform reported everything it might report another time
 */
public record KeyContent(Optional<ObjectFacts> newest, Optional<List<OlderVersion>> older, boolean isWhole) {

    /** No object and no versions. */
    public static final KeyContent NOTHING = new KeyContent(Optional.empty(), Optional.of(List.of()));

    public KeyContent {
        older = older.map(List::copyOf);
    }

    /** The whole content. */
    public KeyContent(Optional<ObjectFacts> newest, Optional<List<OlderVersion>> older) {
        this(newest, older, true);
    }

    /** The content of a key without older versions. */
    public static KeyContent of(Optional<ObjectFacts> newest) {
        return new KeyContent(newest, Optional.empty());
    }

    /** The same newest version with unknown older versions, which the platform does not report now. */
    public KeyContent withoutOlder() {
        return new KeyContent(newest, Optional.empty(), false);
    }
}
