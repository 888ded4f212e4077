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

/**
 * A caller restricted by policies, in one request.
 *
 * @param trace takes the verdicts of the policies
 */
record LimitedCaller(PolicyFacts facts, AccessTrace trace) {

    /** Whether the limits permit the request, as far as its head determines the required permissions. */
    boolean mayPerform() {
        return permit(RequiredPermissions.of(facts.operation(), facts.headers()), facts);
    }

    /** Whether the limits permit deleting one object of a multi-object delete. */
    boolean mayDelete(BucketOperation.DeleteObjects operation, ObjectKey key, @Nullable VersionId version) {
        return permit(
                RequiredPermissions.ofDelete(operation.bucket(), key, version, operation.bypassGovernance()),
                facts.ofDelete(operation, key, version));
    }

    /**
     * Whether the limits permit that a copy keeps the tags of its source. Replacing the tags does not avoid the check:
     * Ceph 16.2 keeps them all the same (seen on 2026-11-22).
     */
    boolean mayKeepTags() {
        return !(facts.operation() instanceof ObjectOperation.CopyObject copy)
                || permit(RequiredPermissions.ofKeptTags(copy), facts);
    }

    /** Whether the limits permit the tags of a new bucket in the body of its request. */
    boolean mayTag(BucketOperation.CreateBucket operation) {
        return permit(List.of(Permission.onBucket("PutBucketTagging", operation.bucket())), facts);
    }

    private boolean permit(List<Permission> needed, PolicyFacts context) {
        return needed.stream().allMatch(permission -> facts.caller()
                .limits()
                .permit(
                        new AccessRequest(permission.action(), permission.resource(), context),
                        ruling -> trace.limited(permission, ruling)));
    }
}
