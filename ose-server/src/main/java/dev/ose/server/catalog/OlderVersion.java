package dev.ose.server.catalog;

import java.time.Instant;

/**
 * What a platform holds under a key beside the newest version of the object: an older version, or a delete marker.
 *
 * @param versionId the platform's version id; {@link #NULL} for the version of before the bucket had versions
 * @param sizeBytes none of a delete marker
 * @param modifiedAt to the second, as the platform tells it
 */
public record OlderVersion(String versionId, long sizeBytes, Instant modifiedAt, boolean isDeleteMarker) {

    /** What S3 calls the version that was written without versioning, or while it is suspended. */
    public static final String NULL = "null";
}
