package dev.ose.server.access;

import dev.ose.s3.ObjectKey;
import dev.ose.s3.VersionId;
import dev.ose.s3.operation.BucketOperation;
import dev.ose.s3.operation.ObjectOperation;
import dev.ose.s3.permission.Permission;
import dev.ose.s3.permission.RequiredPermissions;
import dev.ose.s3.policy.AccessRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Somebody whom policies limit, in one request. */
record LimitedCaller(PolicyFacts facts) {

    /** Whether the limits permit the request, as far as its head tells what it is about. */
    boolean mayPerform() {
        return permit(RequiredPermissions.of(facts.operation(), facts.headers()), facts);
    }

    /** Whether the limits permit to delete one object of the many that the request names in its body. */
    boolean mayDelete(BucketOperation.DeleteObjects operation, ObjectKey key, @Nullable VersionId version) {
        return permit(
                RequiredPermissions.ofDelete(operation.bucket(), key, version, operation.bypassGovernance()),
                facts.ofDelete(operation, key, version));
    }

    /**
     * Whether the limits permit that a copy takes along the tags of its source. Asking for other tags is no way around that:
     * Ceph 16.2 takes them along all the same (seen on 2026-11-22).
     */
    boolean mayKeepTags() {
        return !(facts.operation() instanceof ObjectOperation.CopyObject copy)
                || permit(RequiredPermissions.ofKeptTags(copy), facts);
    }

    /** Whether the limits permit to give a new bucket the tags that its request names in its body. */
    boolean mayTag(BucketOperation.CreateBucket operation) {
        return permit(List.of(Permission.onBucket("PutBucketTagging", operation.bucket())), facts);
    }

    private boolean permit(List<Permission> needed, PolicyFacts context) {
        return needed.stream().allMatch(permission -> facts.caller()
                .limits()
                .permit(new AccessRequest(permission.action(), permission.resource(), context)));
    }
}
