package dev.ose.server.access;

import dev.ose.adapter.PlatformTenantId;
import dev.ose.s3.ObjectKey;
import dev.ose.s3.VersionId;
import dev.ose.s3.operation.BucketOperation;
import dev.ose.s3.operation.S3Operation;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.platform.PlatformEndpoint;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.tenant.credential.Caller;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Whether a caller may perform an operation. */
public sealed interface Decision {

    /** Permission. Created only by {@link Authorizer}. */
    final class Allow implements Decision {

        private final Caller caller;
        private final @Nullable LimitedCaller limited;
        private final S3Operation operation;
        private final @Nullable ResolvedBucket target;
        private final @Nullable ResolvedBucket source;
        private final String vouched;

        Allow(
                Caller caller,
                @Nullable LimitedCaller limited,
                S3Operation operation,
                RequestFacts facts,
                @Nullable ResolvedBucket target,
                @Nullable ResolvedBucket source) {
            this.caller = caller;
            this.limited = limited;
            this.operation = operation;
            this.vouched = vouched(facts, target, source);
            this.target = target;
            this.source = source;
        }

        private static String vouched(
                RequestFacts facts, @Nullable ResolvedBucket target, @Nullable ResolvedBucket source) {
            String ofTarget = target == null ? "" : facts.vouch(target.bucket().clientConditions());
            String ofSource = source == null ? "" : facts.vouch(source.bucket().clientConditions());
            return ofTarget.isEmpty() || ofSource.isEmpty() ? ofTarget + ofSource : ofTarget + ' ' + ofSource;
        }

        /**
         * The {@code Referer} of requests to the platform on behalf of the caller, which states the client conditions
         * of the buckets' policies that hold; empty if none.
         */
        public String vouched() {
            return vouched;
        }

        /** The caller, with its login on the platform of the bucket. */
        public Caller caller() {
            return caller;
        }

        /** The permitted operation. */
        public S3Operation operation() {
            return operation;
        }

        /** The bucket that the operation names. Calling this for an operation without an existing bucket is a bug. */
        public Bucket bucket() {
            if (target == null) {
                throw new IllegalStateException(operation.name() + " has no bucket");
            }
            return target.bucket();
        }

        /** The bucket that the operation names, if it exists. */
        public Optional<Bucket> knownBucket() {
            return target == null ? Optional.empty() : Optional.of(target.bucket());
        }

        /** Whether the caller's limits permit deleting this object of a multi-object delete. */
        public boolean permitsDelete(
                BucketOperation.DeleteObjects operation, ObjectKey key, @Nullable VersionId version) {
            return limited == null || limited.mayDelete(operation, key, version);
        }

        /** Whether the caller's limits permit that a copy keeps the tags of its source. */
        public boolean permitsKeptTags() {
            return limited == null || limited.mayKeepTags();
        }

        /** Whether the caller's limits permit tagging the new bucket. */
        public boolean permitsTagging(BucketOperation.CreateBucket operation) {
            return limited == null || limited.mayTag(operation);
        }

        /** The bucket's platform tenant, if the caller belongs to another tenant or none; otherwise null. */
        public @Nullable PlatformTenantId platformTenant() {
            return target == null ? null : target.platformTenant();
        }

        /** The endpoint of the copy source's bucket. Calling this for an operation without a copy source is a bug. */
        public PlatformEndpoint endpointOfSource() {
            if (source == null) {
                throw new IllegalStateException(operation.name() + " has no source");
            }
            return source.bucket().endpoint();
        }

        /**
         * The platform tenant of the copy source's bucket; null if it is the caller's tenant's, or nothing is copied.
         */
        public @Nullable PlatformTenantId platformTenantOfSource() {
            return source == null ? null : source.platformTenant();
        }
    }

    /** Refusal. */
    record Deny(Failure reason) implements Decision {}
}
