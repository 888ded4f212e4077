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
 * Lets buckets be shared with people of other tenants. The platform decides about each of their requests, by policies and
 * ACLs that name them as it knows them; our rows decide who gets as far as that, so that nobody else learns of the bucket.
 * Every method blocks on the database and may be called from several threads.
 */
public final class Sharing {

    /** Shows that a policy or ACL names somebody whom we do not know, or who is gone; it names nobody. */
    public static final String UNKNOWN = "unknown";

    private static final int MAX_ENDING = 2;

    /** What does not fit in ends by itself, after two minutes. */
    private static final int MAX_ENDS = 1_000;

    private final PrincipalDirectory principals;
    private final Function<PlatformId, Optional<PrincipalNames>> names;
    private final GrantStore grants;
    private final RandomGenerator random;
    private final FairThreads ends = new FairThreads("sharing-end-", MAX_ENDING, MAX_ENDING, MAX_ENDS);

    /**
     * Takes its parts.
     *
     * @param names how a platform names principals; does not block
     * @param random what makes tokens unguessable
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
     * The policy as the platform is to keep it.
     *
     * @param bucket whose policy it is to be
     * @throws FailureException {@code Unacceptable} if it is malformed, has a statement with a name of ours, or names somebody
     *     who is not there, {@code NotOffered} if it names anybody at all and the platform has no names for them
     */
    public SharedPolicy toPlatform(Platform platform, Bucket bucket, String document) {
        try {
            Policy.requireLength(document);
            VouchedPolicy vouched = vouched(platform, bucket, document);
            // Of what is left a platform judges as the node would.
            BucketPolicy policy = BucketPolicy.readNew(vouched.plain());
            if (TenantGrants.areReserved(PolicyStatements.read(document).sids())) {
                throw malformed("a Sid that begins so is for what the ACL grants tenants");
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

    /** On platforms that do not take part what a policy asks of clients is refused by name. */
    private VouchedPolicy vouched(Platform platform, Bucket bucket, String document) {
        // Where a policy is read before it is replaced, it is known what the former one asks.
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

    /** The platform's policy as clients know it; somebody who is not one of ours is not named. */
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

    /** Whether an ACL can grant whole tenants something, since the platform keeps policies, too, which know them. */
    public boolean grantsToTenants(Platform platform) {
        return platform.offers(Capability.ACL)
                && platform.offers(Capability.POLICY)
                && names.apply(platform.id()).isPresent();
    }

    /** How the platform's policies name the tenant; empty if it is not there, or not alone behind its counterpart. */
    public Optional<String> principal(PlatformId platform, TenantId tenant) {
        return names.apply(platform)
                .flatMap(there -> principals.findTenant(platform, tenant).map(there::of));
    }

    /** The tenant that the platform's policies name so; empty if it is none of ours, or gone. */
    public Optional<TenantId> tenant(PlatformId platform, String principal) {
        return names.apply(platform)
                .flatMap(there -> there.tenant(principal).flatMap(it -> principals.findTenant(platform, it)));
    }

    /** The tenants that are granted something. */
    public StoredGrants granted(PlatformId platform, TenantGrants grants) {
        Set<Grantee> tenants = new LinkedHashSet<>();
        Set<String> principals = grants.names();
        principals.forEach(
                name -> tenant(platform, name).map(Grantee.OfTenant::new).ifPresent(tenants::add));
        return new StoredGrants(tenants, tenants.size() == principals.size());
    }

    /** Somebody whom the platform names, as clients name him. */
    private record Known(PrincipalArn arn, Grantee grantee) {}

    /**
     * Whom a policy that the platform keeps allows something.
     *
     * @throws MalformedPolicyException if that cannot be told
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
     * Says that the platform is about to be asked to share the bucket otherwise, and keeps others from asking meanwhile: rows
     * of one change would not fit what the platform keeps of another. Has to be ended.
     *
     * @throws FailureException {@code BucketBusy}
     */
    public SharingChange begin(BucketId bucket, BucketName name) {
        return grants.begin(bucket, name);
    }

    /**
     * Keeps others waiting for as long as if the change had just begun. Needed before the platform is told anything that follows
     * from what it answered meanwhile: each answer may take as long as others wait, and then their change would be undone.
     *
     * @throws FailureException {@code BucketBusy} if somebody else may have begun
     */
    public void renew(SharingChange change) {
        requireOurs(change, grants.renew(change));
    }

    private static void requireOurs(SharingChange change, boolean isOurs) {
        if (!isOurs) {
            throw new FailureException(new Failure.BucketBusy(change.name().value()));
        }
    }

    /** Whether the bucket's ACL grants whole tenants something, by our rows; of its own tenant they say nothing. */
    public boolean isSharedWithTenantsByAcl(BucketId bucket) {
        return grants.isSharedWithTenantsByAcl(bucket);
    }

    /** Ends a change that the platform did not make. */
    public void cancel(SharingChange change) {
        grants.cancel(change);
    }

    /** The same for whoever must not block: on another thread, and only if the database is there. */
    public void cancelSoon(SharingChange change) {
        ends.execute(change.bucket(), () -> grants.cancelOrExpire(change), () -> {});
    }

    /**
     * Records whom the bucket is shared with from now on, once the platform has agreed. If this fails somebody may be refused
     * here whom the platform would let in, never the other way round; doing it again mends it.
     *
     * @throws FailureException {@code BucketBusy} if the platform took so long that somebody else may have asked it, too
     */
    public void record(TenantId owner, SharingChange change, GrantSource source, Set<Grantee> grantees) {
        requireOurs(change, grants.complete(change, source, others(owner, grantees)));
    }

    /** The same of a policy that replaced one that could not be read, and with it what the ACL had granted tenants. */
    public void recordWholePolicy(TenantId owner, SharingChange change, Set<Grantee> grantees) {
        requireOurs(change, grants.completeWholePolicy(change, others(owner, grantees)));
    }

    /** Records whom a new bucket is shared with, which nobody else changes yet. */
    public void recordNew(TenantId owner, BucketId bucket, GrantSource source, Set<Grantee> grantees) {
        grants.replace(bucket, source, others(owner, grantees));
    }

    /** Those who are not of the bucket's tenant, whose users need no record. */
    private static Set<Grantee> others(TenantId owner, Set<Grantee> grantees) {
        Set<Grantee> others = new LinkedHashSet<>(grantees);
        others.removeIf(grantee -> switch (grantee) {
            case Grantee.Everybody _ -> false;
            case Grantee.OfTenant(TenantId tenant) -> tenant.equals(owner);
            case Grantee.OfUser(TenantId tenant, var _) -> tenant.equals(owner);
        });
        return others;
    }

    /** Somebody, and how the platform names him. */
    private record Named(Grantee grantee, String there) {}

    /**
     * Says on all nodes what the bucket's policy asks of clients, so that they answer. Before the platform is asked for another
     * policy that has to be what both ask, as nodes are to be right whichever of the two it keeps; what none asks harms nothing.
     *
     * @throws FailureException {@code BucketBusy} if somebody else may have begun
     */
    public void recordConditions(SharingChange change, ClientConditions conditions) {
        requireOurs(change, grants.recordConditions(change, conditions));
    }

    /** A policy in the platform's words, whom it allows something, and what it asks of clients. */
    public record SharedPolicy(String document, Set<Grantee> grantees, ClientConditions conditions) {

        /** That of a bucket without any. */
        public static final SharedPolicy NONE = new SharedPolicy("", Set.of(), ClientConditions.NONE);

        public SharedPolicy {
            grantees = Set.copyOf(grantees);
        }
    }
}
