package dev.ose.server.catalog;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What the index stores of the newest version of an object.
 *
 * @param etag as in S3, without quotes
 * @param modifiedAt to the second, as the platform reports it; the node's clock if it does not
 * @param versionId the platform's version id; null in an unversioned bucket, and for the S3 null version
 */
public record ObjectFacts(
        long sizeBytes,
        String etag,
        Instant modifiedAt,
        @Nullable String versionId) {

    public ObjectFacts {
        if (OlderVersion.NULL.equals(versionId)) {
            versionId = null;
        }
    }
}
