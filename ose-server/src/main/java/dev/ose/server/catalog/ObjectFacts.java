package dev.ose.server.catalog;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a row says of the newest version of an object.
 *
 * @param etag as S3 shows it, without quotes
 * @param modifiedAt to the second, as the platform tells it; our clock where it does not
 * @param versionId the platform's version id; null in a bucket without versions, and for the version that S3 calls null
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
