package dev.ose.server.job;

import dev.ose.s3.operation.S3Operation;
import dev.ose.server.access.Authorizer;
import dev.ose.server.access.Decision;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.failure.Futures;
import dev.ose.server.tenant.credential.Identity;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where and in whose name a step of a job acts. Looked up again for each step, so that rights that were revoked end the
 * job.
 *
 * @param target the bucket of the copies; null if nothing is copied
 */
record JobSite(
        Authorizer authorizer,
        JobOrigin origin,
        Identity user,
        Bucket bucket,
        @Nullable Bucket target) {

    /** The bucket that is changed. */
    Bucket changed() {
        return target == null ? bucket : target;
    }

    /** The permission for an operation; empty if the user may not perform it. */
    Optional<Decision.Allow> permission(S3Operation operation) {
        return switch (decide(operation)) {
            case Decision.Allow allow -> Optional.of(allow);
            case Decision.Deny _ -> Optional.empty();
        };
    }

    /** The permission for an operation without which the job cannot go on. */
    Decision.Allow require(S3Operation operation) {
        return switch (decide(operation)) {
            case Decision.Allow allow -> allow;
            case Decision.Deny(var reason) -> throw new FailureException(reason);
        };
    }

    private Decision decide(S3Operation operation) {
        return Futures.await(authorizer.decide(user, operation, origin.facts()));
    }

    /** A list of the bucket; fails with {@code NotFound} if the bucket is gone. */
    <T> T present(Optional<T> list) {
        return list.orElseThrow(() -> new FailureException(
                new Failure.NotFound("bucket", bucket.name().value())));
    }

    /** The user, about to act on a bucket with this permission. */
    JobRequests.Actor actor(Bucket where, Decision.Allow allow) {
        Identity placed = allow.caller() instanceof Identity identity ? identity : user;
        return new JobRequests.Actor(placed, where, allow.vouched());
    }
}
