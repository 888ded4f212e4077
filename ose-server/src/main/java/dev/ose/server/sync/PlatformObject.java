package dev.ose.server.sync;

import dev.ose.s3.ObjectKey;
import dev.ose.server.catalog.ObjectFacts;
import java.time.Duration;
import java.util.Optional;

/**
 * What a listing, the platform's or ours, tells of a key.
 *
 * @param newest empty if there are older versions only
 */
public record PlatformObject(ObjectKey key, Optional<ObjectFacts> newest, OlderVersions older) {

    /** Listings tell fractions of seconds, other answers do not, and some platforms round. */
    private static final Duration SAME_TIME = Duration.ofSeconds(1);

    /** An object without older versions. */
    public PlatformObject(ObjectKey key, ObjectFacts facts) {
        this(key, Optional.of(facts), OlderVersions.NONE);
    }

    /** Whether both may be the same writes. */
    boolean agreesWith(PlatformObject other) {
        return older.equals(other.older)
                && newest.isPresent() == other.newest.isPresent()
                && newest.stream().allMatch(ours -> agree(ours, other.newest.orElseThrow()));
    }

    /** A version id is compared where both tell it: listings of objects alone do not. */
    private static boolean agree(ObjectFacts one, ObjectFacts other) {
        return one.sizeBytes() == other.sizeBytes()
                && one.etag().equals(other.etag())
                && (one.versionId() == null
                        || other.versionId() == null
                        || one.versionId().equals(other.versionId()))
                && Duration.between(one.modifiedAt(), other.modifiedAt()).abs().compareTo(SAME_TIME) <= 0;
    }
}
