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

/** Whether an operation may be performed for somebody. */
public sealed interface Decision {

    /** It may. Only {@link Authorizer} makes one. */
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
         * The {@code Referer} of what the platform is asked for the caller, by which it learns what the buckets' policies ask of the
         * client; empty if there is nothing to tell.
         */
        public String vouched() {
            return vouched;
        }

        /** Who asks. */
        public Caller caller() {
            return caller;
        }

        /** What is allowed, and nothing else. */
        public S3Operation operation() {
            return operation;
        }

        /** The bucket that the operation names; asking where it names none, or a new one, is a bug. */
        public Bucket bucket() {
            if (target == null) {
                throw new IllegalStateException(operation.name() + " has no bucket");
            }
            return target.bucket();
        }

        /** The bucket that the operation names, if it names one that is there. */
        public Optional<Bucket> knownBucket() {
            return target == null ? Optional.empty() : Optional.of(target.bucket());
        }

        /** Whether the caller's own limits permit to delete this object, one of those that the body names. */
        public boolean permitsDelete(
                BucketOperation.DeleteObjects operation, ObjectKey key, @Nullable VersionId version) {
            return limited == null || limited.mayDelete(operation, key, version);
        }

        /** Whether the caller's own limits permit that a copy takes along the tags that its source may have. */
        public boolean permitsKeptTags() {
            return limited == null || limited.mayKeepTags();
        }

        /** Whether the caller's own limits permit to tag the bucket that is to be made. */
        public boolean permitsTagging(BucketOperation.CreateBucket operation) {
            return limited == null || limited.mayTag(operation);
        }

        /** Whose the bucket is on its platform, for a caller who is not of its tenant; null for everybody else. */
        public @Nullable PlatformTenantId platformTenant() {
            return target == null ? null : target.platformTenant();
        }

        /** Where the bucket that is copied from is; asking where nothing is copied is a bug. */
        public PlatformEndpoint endpointOfSource() {
            if (source == null) {
                throw new IllegalStateException(operation.name() + " has no source");
            }
            return source.bucket().endpoint();
        }

        /** Whose the bucket is that is copied from; null if it is the caller's tenant's, or nothing is copied. */
        public @Nullable PlatformTenantId platformTenantOfSource() {
            return source == null ? null : source.platformTenant();
        }
    }

    /** It may not. */
    record Deny(Failure reason) implements Decision {}
}
