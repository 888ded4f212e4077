package dev.ose.server.ledger;

import dev.ose.s3.ETag;
import dev.ose.s3.document.PlatformAnswer;
import dev.ose.server.catalog.ObjectFacts;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * What a platform answers to a copy or a completion. May be an error although the status is 200, because the platform
 * begins to answer before the outcome is known.
 *
 * @param versionId id of the new version; null if the platform names none
 * @param stored the platform's confirmation; empty if the answer is none
 */
public record StoredAnswer(int status, @Nullable String versionId, Optional<PlatformAnswer.Stored> stored) {

    /**
     * Reads an answer.
     *
     * @param body the whole document; empty if it is too long to be one
     */
    public static StoredAnswer read(int status, @Nullable String versionId, byte[] body) {
        return new StoredAnswer(
                status,
                versionId,
                isRefusal(status) ? Optional.empty() : PlatformAnswer.find(PlatformAnswer.Stored.class, body));
    }

    private static boolean isRefusal(int status) {
        return status >= 300;
    }

    /** Whether the platform confirms the write, whatever else its answer lacks. */
    public boolean isStored() {
        return stored.isPresent();
    }

    /** The ETag of the stored object or part; empty if nothing is stored, or the answer lacks it. */
    public Optional<ETag> tag() {
        return stored.map(PlatformAnswer.Stored::tag);
    }

    /** Whether something may have been stored without a confirmation. */
    public boolean isUnknown() {
        return isRefusal(status) ? WriteOutcome.isUnknown(status) : !isStored();
    }

    /**
     * The outcome for the key.
     *
     * @param sizeBytes the stored size, if known: the answer lacks it
     * @param expected the stored object's ETag, if known, in case the answer lacks it
     */
    public WriteOutcome outcome(OptionalLong sizeBytes, Optional<ETag> expected, Clock clock) {
        if (isRefusal(status)) {
            return WriteOutcome.ofError(status);
        }
        if (!isStored()) {
            return new WriteOutcome.Unknown();
        }
        Optional<ETag> tag = tag().or(() -> expected);
        if (tag.isEmpty() || sizeBytes.isEmpty()) {
            return new WriteOutcome.Changed();
        }
        return new WriteOutcome.Assumed(new ObjectFacts(
                sizeBytes.getAsLong(), tag.get().value(), clock.instant().truncatedTo(ChronoUnit.SECONDS), versionId));
    }
}
