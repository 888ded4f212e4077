package dev.ose.server.access;

import dev.ose.s3.BucketName;
import dev.ose.s3.ObjectKey;
import dev.ose.s3.UriEncoding;
import dev.ose.s3.VersionId;
import dev.ose.s3.error.S3ErrorException;
import dev.ose.s3.operation.HeaderLookup;
import dev.ose.s3.operation.QueryParameters;
import dev.ose.s3.operation.S3Addressing;
import dev.ose.s3.operation.S3Operation;
import dev.ose.s3.operation.S3OperationParser;
import dev.ose.s3.permission.CheckedAction;
import org.jspecify.annotations.Nullable;

/**
 * The request by which access is checked.
 *
 * @param key null for an action on the bucket
 * @param version null for the current one
 */
public record CheckedRequest(
        CheckedAction action,
        BucketName bucket,
        @Nullable ObjectKey key,
        @Nullable VersionId version) {

    public CheckedRequest {
        if (action.isOnObject() != (key != null)) {
            throw new IllegalArgumentException(action.name() + " and its key do not go together");
        }
    }

    /** The headers that it has. */
    public HeaderLookup headers() {
        return name -> action.headers().get(name);
    }

    /** Its operation; {@link S3ErrorException} for a version that is none. */
    S3Operation operation() {
        return S3Addressing.root()
                .resolve(path(bucket.value()), null)
                .flatMap(target -> QueryParameters.parse(query())
                        .flatMap(
                                query -> S3OperationParser.parse(action.method().name(), target, query, headers())))
                .orElseThrow();
    }

    /** Its target, path style. */
    String target(String bucketInPath) {
        return query().isEmpty() ? path(bucketInPath) : path(bucketInPath) + '?' + query();
    }

    private String path(String bucketInPath) {
        return key == null ? '/' + bucketInPath : '/' + bucketInPath + '/' + UriEncoding.encodePath(key.value());
    }

    private String query() {
        if (version == null) {
            return action.query();
        }
        String named = "versionId=" + UriEncoding.encodeQuery(version.value());
        return action.query().isEmpty() ? named : action.query() + '&' + named;
    }
}
