package dev.ose.server.access;

import dev.ose.adapter.PlatformTenantId;
import dev.ose.s3.ObjectKey;
import dev.ose.s3.VersionId;
import dev.ose.s3.operation.BucketOperation;
import dev.ose.s3.operation.S3Operation;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.credential.Caller;
import dev.ose.server.failure.Failure;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Whether an operation may be performed for somebody. */
public sealed interface Decision {

    /** It may. Only {@link Authorizer} makes one. */
    final class Allow implements Decision {

        private final Caller caller;
        private final @Nullable LimitedCaller limited;
        private final S3Operation operation;
        private final @Nullable Bucket bucket;
        private final @Nullable PlatformTenantId platformTenant;

        Allow(
                Caller caller,
                @Nullable LimitedCaller limited,
                S3Operation operation,
                @Nullable Bucket bucket,
                @Nullable PlatformTenantId platformTenant) {
            this.caller = caller;
            this.limited = limited;
            this.operation = operation;
            this.bucket = bucket;
            this.platformTenant = platformTenant;
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
            if (bucket == null) {
                throw new IllegalStateException(operation.name() + " has no bucket");
            }
            return bucket;
        }

        /** The bucket that the operation names, if it names one that is there. */
        public Optional<Bucket> knownBucket() {
            return Optional.ofNullable(bucket);
        }

        /** Whether the caller's own limits permit to delete this object, one of those that the body names. */
        public boolean permitsDelete(
                BucketOperation.DeleteObjects operation, ObjectKey key, @Nullable VersionId version) {
            return limited == null || limited.mayDelete(operation, key, version);
        }

        /** Whose the bucket is on its platform, for a caller who is of no tenant there; null for everybody else. */
        public @Nullable PlatformTenantId platformTenant() {
            return platformTenant;
        }
    }

    /** It may not. */
    record Deny(Failure reason) implements Decision {}
}
