package dev.ose.server.access;

import dev.ose.s3.operation.HeaderLookup;
import dev.ose.server.runtime.failure.Failure;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Checks the bucket owner condition headers. The account of a bucket is its tenant's id, as in ARNs and
 * GetCallerIdentity. The headers are not forwarded, because the owner differs on the platform.
 *
 * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucket-owner-condition.html">Bucket owner
 *     condition</a>
 */
final class ExpectedOwners {

    private static final String OF_BUCKET = "x-amz-expected-bucket-owner";
    private static final String OF_SOURCE = "x-amz-source-expected-bucket-owner";

    private ExpectedOwners() {}

    /**
     * Why the request is refused; empty if it expects no other owner. Buckets that the operation does not name are
     * null.
     */
    static Optional<Failure> refusal(
            String operation, HeaderLookup headers, @Nullable ResolvedBucket target, @Nullable ResolvedBucket source) {
        return isMet(headers.get(OF_BUCKET), target) && isMet(headers.get(OF_SOURCE), source)
                ? Optional.empty()
                : Optional.of(new Failure.NotAllowed(operation));
    }

    private static boolean isMet(@Nullable String expected, @Nullable ResolvedBucket bucket) {
        return expected == null
                || (bucket != null && bucket.bucket().tenant().toString().equalsIgnoreCase(expected.strip()));
    }
}
