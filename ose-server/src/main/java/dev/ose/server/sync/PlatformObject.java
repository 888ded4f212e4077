package dev.ose.server.sync;

import dev.ose.s3.ObjectKey;
import dev.ose.server.catalog.ObjectFacts;
import java.time.Duration;
import java.util.Optional;

/**
 * An entry of a listing, of the platform or of the rows.
 *
 * @param newest empty if there are older versions only
 */
public record PlatformObject(ObjectKey key, Optional<ObjectFacts> newest, OlderVersions older) {

    /** Listings have fractions of seconds, other responses do not, and some platforms round. */
    private static final Duration SAME_TIME = Duration.ofSeconds(1);

    /** An object without older versions. */
    public PlatformObject(ObjectKey key, ObjectFacts facts) {
        this(key, Optional.of(facts), OlderVersions.NONE);
    }

    /** Whether both may describe the same writes. */
    boolean agreesWith(PlatformObject other) {
        return older.equals(other.older)
                && newest.isPresent() == other.newest.isPresent()
                && newest.stream().allMatch(ours -> agree(ours, other.newest.orElseThrow()));
    }

    /** Version ids are compared only if both are known: object listings do not contain them. */
    private static boolean agree(ObjectFacts one, ObjectFacts other) {
        return one.sizeBytes() == other.sizeBytes()
                && one.etag().equals(other.etag())
                && (one.versionId() == null
                        || other.versionId() == null
                        || one.versionId().equals(other.versionId()))
                && Duration.between(one.modifiedAt(), other.modifiedAt()).abs().compareTo(SAME_TIME) <= 0;
    }
}
