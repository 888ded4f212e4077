package dev.ose.server.catalog;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An older version or a delete marker that a platform holds under a key, besides the newest version.
 *
 * @param versionId the platform's version id; {@link #NULL} for the null version
 * @param sizeBytes 0 for a delete marker
 * @param modifiedAt to the second, as the platform reports it
 */
public record OlderVersion(String versionId, long sizeBytes, Instant modifiedAt, boolean isDeleteMarker) {

    /** The S3 version id of an object that was written without versioning, or while it was suspended. */
    public static final String NULL = "null";

    /** Whether a platform's answer names a version other than the null version. */
    public static boolean isId(@Nullable String versionId) {
        return versionId != null && !versionId.equals(NULL);
    }
}
