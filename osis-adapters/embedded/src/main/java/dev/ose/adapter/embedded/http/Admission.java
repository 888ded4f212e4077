package dev.ose.adapter.embedded.http;

import dev.ose.adapter.embedded.access.Acl;
import dev.ose.adapter.embedded.access.AclGrantee;
import dev.ose.adapter.embedded.access.AclGroup;
import dev.ose.adapter.embedded.access.Grant;
import dev.ose.adapter.embedded.store.ObjectVersion;
import dev.ose.adapter.embedded.store.StoreCaller;
import dev.ose.adapter.embedded.store.StoreOwner;
import dev.ose.adapter.embedded.store.StoredBucket;
import dev.ose.adapter.embedded.store.StoredUpload;
import dev.ose.s3.BucketName;
import dev.ose.s3.ObjectKey;
import dev.ose.s3.VersionId;
import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.error.S3ErrorException;
import dev.ose.s3.operation.BucketOperation;
import dev.ose.s3.permission.AclPermission;
import dev.ose.s3.permission.OperationFacts;
import dev.ose.s3.permission.Permission;
import dev.ose.s3.permission.RequiredPermissions;
import dev.ose.s3.policy.AccessRequest;
import dev.ose.s3.policy.ContextKey;
import dev.ose.s3.policy.EvaluationBudget;
import dev.ose.s3.policy.MalformedPolicyException;
import dev.ose.s3.policy.RequestContext;
import dev.ose.s3.policy.Ruling;
import dev.ose.s3.policy.SharedAccess;
import dev.ose.s3.policy.Verdict;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The authorisation of one request, and its buckets. Confined to the request's thread.
 *
 * <p>The policy decides first: its denials apply to every caller, and what it allows is permitted. Otherwise the owner
 * may do everything, and other callers what ACLs grant, if they are enabled. Owner and ACL of an object are known only
 * after its look-up: until then the request is admitted on condition, see {@link Conditions}.
 */
final class Admission implements RequestContext {

    /** Always allowed to the owner of the bucket, so that a policy which denies everything can be replaced. */
    private static final Set<String> OF_POLICY =
            Set.of("s3:GetBucketPolicy", "s3:PutBucketPolicy", "s3:DeleteBucketPolicy");

    /** Actions that the initiator of an upload may perform on it, as on S3. */
    private static final Set<String> OF_INITIATOR = Set.of("s3:AbortMultipartUpload", "s3:ListMultipartUploadParts");

    private static final PlatformPrincipals PRINCIPALS = new PlatformPrincipals();

    private final StoreCaller caller;
    private final OperationFacts operation;
    private final Instant now;
    private final Map<BucketName, StoredBucket> buckets;
    private final Map<BucketName, SharedAccess> policies;
    private final EvaluationBudget budget;
    private final Conditions conditions;
    private final EmbeddedAccessTrace trace;

    /** @param trace takes the steps of the decision */
    Admission(
            StoreCaller caller,
            OperationFacts operation,
            Instant now,
            Map<BucketName, StoredBucket> buckets,
            EmbeddedAccessTrace trace) {
        this.caller = caller;
        this.operation = operation;
        this.now = now;
        this.buckets = Map.copyOf(buckets);
        this.policies = new HashMap<>();
        this.budget = new EvaluationBudget();
        this.conditions = new Conditions();
        this.trace = trace;
    }

    private Admission(Admission all, OperationFacts operation) {
        this.caller = all.caller;
        this.operation = operation;
        this.now = all.now;
        this.buckets = all.buckets;
        this.policies = all.policies;
        this.budget = all.budget;
        this.conditions = all.conditions;
        this.trace = all.trace;
    }

    /** One of the buckets that the operation names; {@link IllegalStateException} for another. */
    StoredBucket bucket(BucketName name) {
        StoredBucket found = buckets.get(name);
        if (found == null) {
            throw new IllegalStateException("the request was not admitted to " + name);
        }
        return found;
    }

    /** Whether any rule may apply to the caller: as the owner of each bucket, by a policy or by ACLs. */
    boolean isConcerned() {
        return buckets.values().stream()
                .allMatch(bucket -> bucket.isOf(caller)
                        || bucket.settings().policy() != null
                        || bucket.settings().access().hasAcls());
    }

    /** Whether the caller has all permissions, on the conditions that this adds to {@link #conditions}. */
    boolean permits(Collection<Permission> needed) {
        return needed.stream().allMatch(this::permits);
    }

    /** Whether the caller may delete one of the objects that the request names in its body. */
    boolean permitsDelete(BucketOperation.DeleteObjects all, ObjectKey key, @Nullable VersionId version) {
        return new Admission(this, operation.ofDelete(all, key, version))
                .permits(RequiredPermissions.ofDelete(all.bucket(), key, version, all.bypassGovernance()));
    }

    /** Fails unless the caller may copy the tags of the source. */
    void requireKeptTags(StoredBucket bucket, ObjectVersion source) {
        boolean mayBe = operation
                .keptTags()
                .map(RequiredPermissions::ofKeptTags)
                .map(this::permits)
                .orElse(true);
        if (!mayBe) {
            throw denied();
        }
        requireGranted(bucket, source);
    }

    /** Whether the caller may list keys. */
    boolean mayList() {
        return buckets.keySet().stream().allMatch(name -> permits(Permission.onBucket("ListBucket", name)));
    }

    /** The conditions on objects and uploads that are still to be checked. */
    Conditions conditions() {
        return conditions;
    }

    /** Fails unless the version satisfies the conditions on which the caller was admitted. */
    void requireGranted(StoredBucket bucket, ObjectVersion version) {
        if (!conditions.settle(bucket.name()).stream().allMatch(wanted -> isGranted(bucket, version, wanted))) {
            throw denied();
        }
    }

    /** Fails unless the caller may end the upload or list its parts. */
    void requireInitiator(StoredUpload upload) {
        if (conditions.settleInitiator()
                && !upload.initiator().canonicalId().equals(caller.owner().canonicalId())) {
            throw denied();
        }
    }

    private static S3ErrorException denied() {
        return new S3ErrorException(S3Error.of(S3ErrorCode.ACCESS_DENIED));
    }

    private boolean permits(Permission permission) {
        BucketName name = permission.bucket();
        StoredBucket bucket = name == null ? null : buckets.get(name);
        if (bucket == null) {
            // CreateBucket or no bucket: every user may.
            return caller.account() != null;
        }
        return switch (verdict(bucket, permission)) {
            case ALLOWED -> !isKeptOut(bucket);
            case DENIED -> mayChangePolicy(bucket, permission);
            case NOT_MENTIONED -> permitsWithoutPolicy(bucket, permission);
        };
    }

    private boolean mayChangePolicy(StoredBucket bucket, Permission permission) {
        boolean isAllowed = OF_POLICY.contains(permission.action()) && bucket.isOf(caller);
        if (isAllowed) {
            trace.bucketOwner(permission);
        }
        return isAllowed;
    }

    /** Whether the bucket's block restricts a public policy to the bucket's own tenant. */
    private boolean isKeptOut(StoredBucket bucket) {
        SharedAccess policy = policies.get(bucket.name());
        boolean isKeptOut = bucket.settings().access().blocked().restrictPublicBuckets()
                && policy != null
                && policy.isPublic()
                && !caller.isOf(bucket.tenant());
        if (isKeptOut) {
            trace.policyBlocked();
        }
        return isKeptOut;
    }

    private boolean permitsWithoutPolicy(StoredBucket bucket, Permission permission) {
        String action = permission.action();
        Optional<AclRight> right =
                bucket.settings().access().hasAcls() ? AclRight.of(action, operation.operation()) : Optional.empty();
        if (right.isPresent() && right.get().isOnObject()) {
            conditions.require(bucket.name(), right.get().permission());
            return true;
        }
        if (bucket.isOf(caller)) {
            trace.bucketOwner(permission);
            return true;
        }
        if (right.filter(it -> isGranted(bucket, it.permission())).isPresent()) {
            return true;
        }
        boolean mayBeInitiator = caller.account() != null && OF_INITIATOR.contains(action);
        if (mayBeInitiator) {
            conditions.requireInitiator();
        } else {
            trace.notGranted(permission);
        }
        return mayBeInitiator;
    }

    private boolean isGranted(StoredBucket bucket, AclPermission wanted) {
        Optional<Grant> granting =
                bucket.settings().access().acl().granting(wanted, grantee -> isCaller(grantee, bucket, bucket.owner()));
        granting.ifPresent(trace::bucketAcl);
        return granting.isPresent();
    }

    /** The owner of an object may do everything with it; the owner of its bucket may also change its tags. */
    private boolean isGranted(StoredBucket bucket, ObjectVersion version, AclPermission wanted) {
        StoreOwner owner = version.owner(bucket);
        Acl acl = version.description().access().acl();
        if (owner.canonicalId().equals(caller.owner().canonicalId())) {
            trace.objectOwner();
            return true;
        }
        if (bucket.isOf(caller) && wanted == AclPermission.FULL_CONTROL) {
            trace.bucketOwner(null);
            return true;
        }
        Optional<Grant> granting = acl.granting(wanted, grantee -> isCaller(grantee, bucket, owner));
        granting.ifPresent(trace::objectAcl);
        return granting.isPresent();
    }

    /** @param owner the owner of the bucket or object */
    private boolean isCaller(AclGrantee grantee, StoredBucket bucket, StoreOwner owner) {
        String id = caller.owner().canonicalId();
        return switch (grantee) {
            case AclGrantee.Owner() -> id.equals(owner.canonicalId());
            case AclGrantee.BucketOwner() -> bucket.isOf(caller);
            case AclGrantee.User(String user) -> id.equals(user);
            case AclGrantee.Members(AclGroup group) ->
                switch (group) {
                    case ALL_USERS -> !areIgnored(bucket);
                    case AUTHENTICATED_USERS -> caller.isOf(bucket.tenant()) && !areIgnored(bucket);
                    case LOG_DELIVERY -> false;
                };
        };
    }

    /** Whether the bucket's block takes the effect from grants to the public. */
    private boolean areIgnored(StoredBucket bucket) {
        boolean areIgnored = bucket.settings().access().blocked().ignorePublicAcls();
        if (areIgnored) {
            trace.aclBlocked();
        }
        return areIgnored;
    }

    private Verdict verdict(StoredBucket bucket, Permission permission) {
        String document = bucket.settings().policy();
        if (document == null) {
            return Verdict.NOT_MENTIONED;
        }
        try {
            Ruling ruling = policies.computeIfAbsent(bucket.name(), name -> SharedAccess.read(document))
                    .rule(
                            principal -> PRINCIPALS.isCaller(principal, caller),
                            new AccessRequest(permission.action(), permission.resource(), this));
            trace.ruled(permission, ruling);
            return ruling.verdict();
        } catch (MalformedPolicyException e) {
            // A policy in a newer language may deny anything.
            trace.policyUnreadable(permission);
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
