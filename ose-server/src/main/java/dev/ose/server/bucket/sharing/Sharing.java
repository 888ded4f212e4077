package dev.ose.server.bucket.sharing;

import dev.ose.adapter.Capability;
import dev.ose.adapter.PrincipalNames;
import dev.ose.s3.BucketName;
import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.policy.BucketPolicy;
import dev.ose.s3.policy.ClientConditions;
import dev.ose.s3.policy.MalformedPolicyException;
import dev.ose.s3.policy.Policy;
import dev.ose.s3.policy.PolicyStatements;
import dev.ose.s3.policy.VouchedPolicy;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.platform.Platform;
import dev.ose.server.platform.PlatformId;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.fairness.FairThreads;
import dev.ose.server.tenant.PrincipalArn;
import dev.ose.server.tenant.PrincipalDirectory;
import dev.ose.server.tenant.TenantId;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/**
 * Shares buckets with other tenants. The platform decides about each request, by policies and ACLs that name principals
 * by their counterparts; OSE's rows decide which callers reach it, so that others do not learn of the bucket. Every
 * method blocks on the database. Thread-safe.
 */
public final class Sharing {

    /** Replaces a principal or grantee that is unknown or was deleted; it matches no user. */
    public static final String UNKNOWN = "unknown";

    private static final int MAX_ENDING = 2;

    /** Changes beyond that expire by themselves after two minutes. */
    private static final int MAX_ENDS = 1_000;

    private final PrincipalDirectory principals;
    private final Function<PlatformId, Optional<PrincipalNames>> names;
    private final GrantStore grants;
    private final RandomGenerator random;
    private final FairThreads ends = new FairThreads("sharing-end-", MAX_ENDING, MAX_ENDING, MAX_ENDS);

    /**
     * Creates the service.
     *
     * @param names the principal names of a platform; does not block
     * @param random generates unguessable tokens
     */
    public Sharing(
            PrincipalDirectory principals,
            Function<PlatformId, Optional<PrincipalNames>> names,
            GrantStore grants,
            RandomGenerator random) {
        this.principals = principals;
        this.names = names;
        this.grants = grants;
        this.random = random;
    }

    /**
     * The policy as it is to be stored on the platform.
     *
     * @param bucket the bucket of the policy
     * @throws FailureException {@code Unacceptable} if it is malformed, has a statement with a reserved Sid, or names
     *     an unknown principal, {@code NotOffered} if it names any principal and the platform does not support them
     */
    public SharedPolicy toPlatform(Platform platform, Bucket bucket, String document) {
        try {
            Policy.requireLength(document);
            VouchedPolicy vouched = vouched(platform, bucket, document);
            // The platform evaluates the rest as the node would.
            BucketPolicy policy = BucketPolicy.readNew(vouched.plain());
            if (TenantGrants.areReserved(PolicyStatements.read(document).sids())) {
                throw malformed("a Sid with this prefix is reserved for the ACL");
            }
            Map<String, Named> named = new HashMap<>();
            String renamed = BucketPolicy.read(vouched.document())
                    .renamed(name -> named.computeIfAbsent(name, it -> find(platform.id(), it))
                            .there());
            Set<Grantee> grantees = new LinkedHashSet<>();
            policy.granted()
                    .forEach(name -> grantees.add(named.computeIfAbsent(name, it -> find(platform.id(), it))
                            .grantee()));
            return new SharedPolicy(renamed, grantees, vouched.conditions());
        } catch (MalformedPolicyException e) {
            throw malformed(e.reason());
        }
    }

    /** On platforms that do not support client conditions, these are refused by name. */
    private VouchedPolicy vouched(Platform platform, Bucket bucket, String document) {
        // The conditions of the former policy are known only if a policy is read before it is replaced.
        return platform.offers(Capability.REFERER_CONDITIONS) && grantsToTenants(platform)
                ? VouchedPolicy.of(document, bucket.clientConditions(), random)
                : VouchedPolicy.unchanged(document);
    }

    private static FailureException malformed(String reason) {
        return new FailureException(new Failure.Unacceptable(S3Error.of(S3ErrorCode.MALFORMED_POLICY, reason)));
    }

    private Named find(PlatformId platform, String name) {
        if (name.equals(BucketPolicy.EVERYBODY)) {
            return new Named(new Grantee.Everybody(), name);
        }
        PrincipalNames there = names.apply(platform)
                .orElseThrow(() -> new FailureException(new Failure.NotOffered("Principal in a bucket policy")));
        return PrincipalArn.parse(name)
                .flatMap(arn -> arn.user() == null
                        ? principal(platform, arn.tenant()).map(it -> new Named(new Grantee.OfTenant(arn.tenant()), it))
                        : principals
                                .findUser(platform, arn.tenant(), arn.user())
                                .map(it -> new Named(
                                        new Grantee.OfUser(it.tenant(), it.id()), there.of(it.counterpart()))))
                .orElseThrow(() -> new FailureException(
                        new Failure.Unacceptable(S3Error.of(S3ErrorCode.MALFORMED_POLICY, "Invalid principal in policy")
                                .with("Detail", name))));
    }

    /** The platform's policy as shown to clients; unknown principals are replaced by {@link #UNKNOWN}. */
    public String toClient(PlatformId platform, String document) {
        try {
            return BucketPolicy.read(VouchedPolicy.kept(document).clients()).renamed(name -> nameHere(platform, name));
        } catch (MalformedPolicyException e) {
            throw new FailureException(new Failure.PlatformRefused("platform", "a policy that cannot be read"));
        }
    }

    private String nameHere(PlatformId platform, String name) {
        return name.equals(BucketPolicy.EVERYBODY)
                ? name
                : known(platform, name)
                        .map(Known::arn)
                        .map(PrincipalArn::toString)
                        .orElse(UNKNOWN);
    }

    private Optional<Known> known(PlatformId platform, String name) {
        return names.apply(platform).flatMap(there -> there.user(name)
                .flatMap(user -> principals.findUser(platform, user))
                .map(user -> new Known(
                        new PrincipalArn(user.tenant(), user.name()), new Grantee.OfUser(user.tenant(), user.id())))
                .or(() -> tenant(platform, name)
                        .map(tenant -> new Known(new PrincipalArn(tenant, null), new Grantee.OfTenant(tenant)))));
    }

    /** Whether an ACL can grant access to whole tenants, which requires that the platform supports policies as well. */
    public boolean grantsToTenants(Platform platform) {
        return platform.offers(Capability.ACL)
                && platform.offers(Capability.POLICY)
                && names.apply(platform.id()).isPresent();
    }

    /**
     * The tenant's principal in the platform's policies; empty if the tenant is not on the platform, or shares its
     * counterpart.
     */
    public Optional<String> principal(PlatformId platform, TenantId tenant) {
        return names.apply(platform)
                .flatMap(there -> principals.findTenant(platform, tenant).map(there::of));
    }

    /** The tenant of a principal in the platform's policies; empty if unknown or deleted. */
    public Optional<TenantId> tenant(PlatformId platform, String principal) {
        return names.apply(platform)
                .flatMap(there -> there.tenant(principal).flatMap(it -> principals.findTenant(platform, it)));
    }

    /** The tenants that have any grant. */
    public StoredGrants granted(PlatformId platform, TenantGrants grants) {
        Set<Grantee> tenants = new LinkedHashSet<>();
        Set<String> principals = grants.names();
        principals.forEach(
                name -> tenant(platform, name).map(Grantee.OfTenant::new).ifPresent(tenants::add));
        return new StoredGrants(tenants, tenants.size() == principals.size());
    }

    /** A principal of the platform, with its ARN for clients. */
    private record Known(PrincipalArn arn, Grantee grantee) {}

    /**
     * The grantees of a policy stored on the platform.
     *
     * @throws MalformedPolicyException if they cannot be determined
     */
    StoredGrants granted(PlatformId platform, String document) {
        Set<Grantee> grantees = new LinkedHashSet<>();
        boolean isWhole = true;
        for (String name :
                BucketPolicy.readGranting(VouchedPolicy.kept(document).plain()).granted()) {
            Optional<Grantee> grantee = name.equals(BucketPolicy.EVERYBODY)
                    ? Optional.of(new Grantee.Everybody())
                    : known(platform, name).map(Known::grantee);
            grantee.ifPresent(grantees::add);
            isWhole &= grantee.isPresent();
        }
        return new StoredGrants(grantees, isWhole);
    }

    /**
     * Records that the platform is about to change the sharing of the bucket, and excludes other changes: the rows of
     * one change must not be combined with the platform's state of another. The change must be ended.
     *
     * @throws FailureException {@code BucketBusy}
     */
    public SharingChange begin(BucketId bucket, BucketName name) {
        return grants.begin(bucket, name);
    }

    /**
     * Extends the exclusion as if the change had just begun. Needed before each platform request that depends on an
     * earlier response: each response may take as long as the exclusion lasts, and then another change would be
     * reverted.
     *
     * @throws FailureException {@code BucketBusy} if another change may have begun
     */
    public void renew(SharingChange change) {
        requireOurs(change, grants.renew(change));
    }

    private static void requireOurs(SharingChange change, boolean isOurs) {
        if (!isOurs) {
            throw new FailureException(new Failure.BucketBusy(change.name().value()));
        }
    }

    /** Whether the bucket's ACL grants access to whole tenants other than its own, by OSE's rows. */
    public boolean isSharedWithTenantsByAcl(BucketId bucket) {
        return grants.isSharedWithTenantsByAcl(bucket);
    }

    /** Ends a change that the platform did not make. */
    public void cancel(SharingChange change) {
        grants.cancel(change);
    }

    /** As {@link #cancel} without blocking: on another thread, and only if the database is available. */
    public void cancelSoon(SharingChange change) {
        ends.execute(change.bucket(), () -> grants.cancelOrExpire(change), () -> {});
    }

    /**
     * Records the grantees after the platform accepted the change. If this fails, OSE may refuse a caller that the
     * platform would allow, never the reverse; repeating the change repairs it.
     *
     * @throws FailureException {@code BucketBusy} if the platform took so long that another change may have begun
     */
    public void record(TenantId owner, SharingChange change, GrantSource source, Set<Grantee> grantees) {
        requireOurs(change, grants.complete(change, source, others(owner, grantees)));
    }

    /** As {@link #record}, for a policy that replaced an unreadable one, and with it the ACL's grants to tenants. */
    public void recordWholePolicy(TenantId owner, SharingChange change, Set<Grantee> grantees) {
        requireOurs(change, grants.completeWholePolicy(change, others(owner, grantees)));
    }

    /** Records the grantees of a new bucket, which no other change can concern yet. */
    public void recordNew(TenantId owner, BucketId bucket, GrantSource source, Set<Grantee> grantees) {
        grants.replace(bucket, source, others(owner, grantees));
    }

    /** Without grantees of the bucket's own tenant, whose users need no record. */
    private static Set<Grantee> others(TenantId owner, Set<Grantee> grantees) {
        Set<Grantee> others = new LinkedHashSet<>(grantees);
        others.removeIf(grantee -> switch (grantee) {
            case Grantee.Everybody _ -> false;
            case Grantee.OfTenant(TenantId tenant) -> tenant.equals(owner);
            case Grantee.OfUser(TenantId tenant, var _) -> tenant.equals(owner);
        });
        return others;
    }

    /** A principal and its name on the platform. */
    private record Named(Grantee grantee, String there) {}

    /**
     * Records the client conditions of the bucket's policy on all nodes, so that they are evaluated. Before the policy
     * is replaced, this must be the conditions of both policies, because the platform may keep either; superfluous
     * conditions are harmless.
     *
     * @throws FailureException {@code BucketBusy} if another change may have begun
     */
    public void recordConditions(SharingChange change, ClientConditions conditions) {
        requireOurs(change, grants.recordConditions(change, conditions));
    }

    /** A policy for the platform, its grantees, and its client conditions. */
    public record SharedPolicy(String document, Set<Grantee> grantees, ClientConditions conditions) {

        /** No policy. */
        public static final SharedPolicy NONE = new SharedPolicy("", Set.of(), ClientConditions.NONE);

        public SharedPolicy {
            grantees = Set.copyOf(grantees);
        }
    }
}
