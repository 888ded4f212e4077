package dev.ose.server.ledger;

import dev.ose.server.catalog.ObjectFacts;
import dev.ose.server.catalog.OlderVersion;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import org.jspecify.annotations.Nullable;

/** The outcome of a write on the platform. */
public sealed interface WriteOutcome {

    /** The platform holds a new newest version with these facts. */
    record Written(ObjectFacts facts) implements WriteOutcome {}

    /** The platform presumably holds a new newest version with these facts; the key is verified afterwards. */
    record Assumed(ObjectFacts facts) implements WriteOutcome {}

    /** The key no longer has a newest version, and no version was added. */
    record Deleted() implements WriteOutcome {}

    /**
     * A delete marker hides the former newest version, which is an older version from now on.
     *
     * @param marker the version id of the marker; null if unknown or if the marker may have replaced another version,
     *     in which case the key is verified
     */
    record Hidden(@Nullable String marker) implements WriteOutcome {}

    /** The platform refused the write: nothing changed. */
    record Refused() implements WriteOutcome {}

    /** The platform changed the key without returning the details; the key is verified. */
    record Changed() implements WriteOutcome {}

    /**
     * The platform may have changed the key, or may do so later; the key is verified now and once more after its hold.
     */
    record Unknown() implements WriteOutcome {}

    /**
     * The outcome of an upload that the platform confirmed. Only the platform knows which version a null version has
     * replaced.
     *
     * @param mayHaveVersions whether the bucket may have versions
     */
    static WriteOutcome ofUpload(ObjectFacts facts, boolean mayHaveVersions) {
        return facts.versionId() == null && mayHaveVersions ? new Assumed(facts) : new Written(facts);
    }

    /**
     * The outcome of a deletion without a version.
     *
     * @param mayHaveVersions whether the bucket has or had versions, or this is unknown
     * @param isMarked whether a delete marker was created, with the version id if known
     */
    static WriteOutcome ofDeletion(boolean mayHaveVersions, boolean isMarked, @Nullable String marker) {
        if (!isMarked && !mayHaveVersions) {
            return new Deleted();
        }
        // A marker with the null version id replaces the null version, if there is one.
        return new Hidden(isMarked && OlderVersion.isId(marker) ? marker : null);
    }

    /** The possible outcome of a write that ended in this failure. A truncated body was never committed. */
    static WriteOutcome of(Failure failure) {
        return failure instanceof Failure.OutcomeUnknown ? new Unknown() : new Refused();
    }

    /** The possible outcome of a write that ended in this exception; a bug leaves it open. */
    static WriteOutcome of(RuntimeException thrown) {
        return thrown instanceof FailureException foreseen ? of(foreseen.failure()) : new Unknown();
    }

    /** The possible outcome of a write that the platform answered with this HTTP status of 300 or above. */
    static WriteOutcome ofError(int status) {
        return isUnknown(status) ? new Unknown() : new Refused();
    }

    /** Whether a platform that answers with this status may have done something, or may do it yet. */
    static boolean isUnknown(int status) {
        return status >= 500;
    }
}
