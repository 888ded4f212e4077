package dev.ose.server.ledger;

import dev.ose.server.catalog.ObjectFacts;
import dev.ose.server.runtime.failure.Failure;
import org.jspecify.annotations.Nullable;

/** What became of a write on the platform. */
public sealed interface WriteOutcome {

    /** The platform holds a new newest version with these facts. */
    record Written(ObjectFacts facts) implements WriteOutcome {}

    /** The platform holds a new newest version with these facts as far as we know; it will be asked. */
    record Assumed(ObjectFacts facts) implements WriteOutcome {}

    /** The key no longer has a newest version, and no other that it did not have before. */
    record Deleted() implements WriteOutcome {}

    /**
     * A delete marker hides what the key had, which is an older version from now on.
     *
     * @param marker the marker's version id; null if it is not known, or may have taken the place of another version: the platform
     *     will be asked
     */
    record Hidden(@Nullable String marker) implements WriteOutcome {}

    /** The platform said no: nothing changed. */
    record Refused() implements WriteOutcome {}

    /** The platform has changed the key in a way that it did not tell; it will be asked. */
    record Changed() implements WriteOutcome {}

    /** The platform may have changed the key, or may do so later; it will be asked, and asked once more. */
    record Unknown() implements WriteOutcome {}

    /** What a write may have done that ended in this failure. A body that was cut short was never committed. */
    static WriteOutcome of(Failure failure) {
        return failure instanceof Failure.OutcomeUnknown ? new Unknown() : new Refused();
    }

    /** What a write may have done that a platform answered with this status of 300 and more. */
    static WriteOutcome ofError(int status) {
        return status >= 500 ? new Unknown() : new Refused();
    }
}
