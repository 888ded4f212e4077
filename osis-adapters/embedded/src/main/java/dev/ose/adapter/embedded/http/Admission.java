package dev.ose.adapter.embedded.http;

import dev.ose.adapter.embedded.store.Bucket;
import dev.ose.adapter.embedded.store.Caller;
import dev.ose.s3.BucketName;
import dev.ose.s3.ObjectKey;
import dev.ose.s3.VersionId;
import dev.ose.s3.operation.BucketOperation;
import dev.ose.s3.permission.OperationFacts;
import dev.ose.s3.permission.Permission;
import dev.ose.s3.permission.RequiredPermissions;
import dev.ose.s3.policy.AccessRequest;
import dev.ose.s3.policy.ContextKey;
import dev.ose.s3.policy.MalformedPolicyException;
import dev.ose.s3.policy.RequestContext;
import dev.ose.s3.policy.SharedAccess;
import dev.ose.s3.policy.StepBudget;
import dev.ose.s3.policy.Verdict;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What somebody may do in one request, and the buckets that it is about. Confined to the request's thread. */
final class Admission implements RequestContext {

    /** Left to who owns the bucket whatever its policy says, or nobody could mend it. */
    private static final Set<String> OF_POLICY =
            Set.of("s3:GetBucketPolicy", "s3:PutBucketPolicy", "s3:DeleteBucketPolicy");

    private static final PlatformPrincipals PRINCIPALS = new PlatformPrincipals();

    private final Caller caller;
    private final OperationFacts operation;
    private final Instant now;
    private final Map<BucketName, Bucket> buckets;
    private final Map<BucketName, SharedAccess> policies;
    private final StepBudget budget;

    Admission(Caller caller, OperationFacts operation, Instant now, Map<BucketName, Bucket> buckets) {
        this.caller = caller;
        this.operation = operation;
        this.now = now;
        this.buckets = Map.copyOf(buckets);
        this.policies = new HashMap<>();
        this.budget = new StepBudget();
    }

    private Admission(Admission all, OperationFacts operation) {
        this.caller = all.caller;
        this.operation = operation;
        this.now = all.now;
        this.buckets = all.buckets;
        this.policies = all.policies;
        this.budget = all.budget;
    }

    /** One of the buckets that the operation names; asking for another is a bug. */
    Bucket bucket(BucketName name) {
        Bucket found = buckets.get(name);
        if (found == null) {
            throw new IllegalStateException("nobody was let into " + name);
        }
        return found;
    }

    /** Whether each bucket is of the caller's tenant, or has a policy, which may be about the caller. */
    boolean isKnown() {
        return buckets.values().stream().allMatch(bucket -> caller.isOf(bucket.tenant()) || bucket.policy() != null);
    }

    /** Whether the caller may do all of it. */
    boolean permits(Collection<Permission> needed) {
        return needed.stream().allMatch(this::permits);
    }

    /** Whether the caller may delete one of the objects that the request names in its body. */
    boolean permitsDelete(BucketOperation.DeleteObjects all, ObjectKey key, @Nullable VersionId version) {
        return new Admission(this, operation.ofDelete(all, key, version))
                .permits(RequiredPermissions.ofDelete(all.bucket(), key, version, all.bypassGovernance()));
    }

    /** Whether the caller may take tags along that the source of a copy has. */
    boolean permitsKeptTags() {
        return operation
                .keptTags()
                .map(RequiredPermissions::ofKeptTags)
                .map(this::permits)
                .orElse(true);
    }

    /** Whether the caller may learn which keys there are. */
    boolean mayList() {
        return buckets.keySet().stream().allMatch(name -> permits(Permission.onBucket("ListBucket", name)));
    }

    private boolean permits(Permission permission) {
        BucketName name = permission.bucket();
        Bucket bucket = name == null ? null : buckets.get(name);
        if (bucket == null) {
            // One that is to be made, or none at all: whoever has an account may.
            return caller.account() != null;
        }
        return switch (verdict(bucket, permission)) {
            case ALLOWED -> true;
            case NOT_MENTIONED -> caller.isOf(bucket.tenant());
            case DENIED ->
                OF_POLICY.contains(permission.action())
                        && bucket.owner().canonicalId().equals(caller.owner().canonicalId());
        };
    }

    private Verdict verdict(Bucket bucket, Permission permission) {
        String document = bucket.policy();
        if (document == null) {
            return Verdict.NOT_MENTIONED;
        }
        try {
            return policies.computeIfAbsent(bucket.name(), name -> SharedAccess.read(document))
                    .evaluate(
                            principal -> PRINCIPALS.isCaller(principal, caller),
                            new AccessRequest(permission.action(), permission.resource(), this));
        } catch (MalformedPolicyException e) {
            // Written in a later language: what it denies cannot be told.
            return Verdict.DENIED;
        }
    }

    @Override
    public boolean affords(long steps) {
        return budget.spend(steps);
    }

    @Override
    public List<String> values(ContextKey key) {
        return switch (key.name()) {
            case CURRENT_TIME -> List.of(now.toString());
            case EPOCH_TIME -> List.of(Long.toString(now.getEpochSecond()));
            default -> operation.values(key);
        };
    }

    @Override
    public boolean knows(ContextKey key) {
        return operation.knows(key);
    }
}
