package dev.ose.server.tenant.credential;

import dev.ose.s3.policy.MalformedPolicyException;
import dev.ose.s3.policy.Policy;
import dev.ose.s3.policy.Principal;
import dev.ose.s3.policy.RequestContext;
import dev.ose.s3.policy.TrustPolicy;
import dev.ose.s3.policy.Verdict;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.PrincipalArn;
import dev.ose.server.tenant.ProviderArn;
import dev.ose.server.tenant.RoleArn;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import java.time.Clock;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;

/**
 * IAM roles: a user of a tenant that others may act as, within the role's policies. A changed policy and the deletion
 * of a role affect open sessions within a second; a changed trust policy affects new sessions. Every method blocks on
 * the database. Thread-safe.
 */
public final class Roles {

    /** Maximum number of roles of a tenant. */
    public static final int MAX_PER_TENANT = 1000;

    private static final int MAX_POLICIES = 20;

    /** As on AWS: each open session holds all of them in memory. */
    private static final int MAX_POLICIES_LENGTH = 10_240;

    private static final String BY_WEB_IDENTITY = "sts:AssumeRoleWithWebIdentity";

    private static final int MAX_DESCRIPTION = 1000;

    private final AssumableRoleStore store;
    private final Clock clock;

    public Roles(AssumableRoleStore store, Clock clock) {
        this.store = store;
        this.clock = clock;
    }

    /** The caller of AssumeRole. */
    public record Asker(TenantId tenant, UserId id, String name) {}

    /** The properties of a new role. */
    public record Draft(RoleArn arn, String trust, String description, Duration longest) {}

    /** Creates a role that acts as the user. Fails with {@code AlreadyExists}, {@code Invalid}. */
    public AssumableRole create(Draft draft, UserId actsAs) {
        PolicyNames.require("RoleName", draft.arn().name(), PolicyNames.MAX_ROLE);
        requireTrust(draft.arn().tenant(), draft.trust());
        if (draft.description().length() > MAX_DESCRIPTION) {
            throw invalid("Description", "has at most " + MAX_DESCRIPTION + " characters");
        }
        TenantId tenant = draft.arn().tenant();
        AssumableRole role = new AssumableRole(
                UUID.randomUUID(),
                tenant,
                draft.arn().name(),
                actsAs,
                draft.trust(),
                draft.description(),
                draft.longest(),
                clock.instant().truncatedTo(ChronoUnit.MICROS));
        if (!store.add(role, Roles::requireRoom)) {
            throw new FailureException(new Failure.AlreadyExists("role", role.name()));
        }
        return role;
    }

    private static void requireRoom(int roles) {
        if (roles >= MAX_PER_TENANT) {
            throw invalid("RoleName", "a tenant has at most " + MAX_PER_TENANT + " roles");
        }
    }

    /** The role, or {@code NotFound}. */
    public AssumableRole get(RoleArn role) {
        return store.find(role).orElseThrow(() -> missing("role", role.name()));
    }

    /** The tenant's roles by name after {@code after} (empty from the start), at most {@code limit}. */
    public List<AssumableRole> list(TenantId tenant, String after, int limit) {
        return store.list(tenant, after, limit);
    }

    /** Replaces the trust policy. Fails with {@code Invalid}. */
    public void setTrust(AssumableRole role, String trust) {
        requireTrust(role.tenant(), trust);
        store.setTrust(role, trust);
    }

    /** Deletes the role with its policies and sessions. */
    public void delete(AssumableRole role) {
        store.delete(role);
    }

    /** Inserts or replaces a policy of the role. Fails with {@code Invalid}. */
    public void putPolicy(AssumableRole role, String name, String document) {
        PolicyNames.require("PolicyName", name, PolicyNames.MAX_LENGTH);
        try {
            Policy.readNew(document);
        } catch (MalformedPolicyException e) {
            throw invalid("policy", "is none that can be evaluated: " + e.reason());
        }
        store.putPolicy(role, name, document, others -> requireRoom(others, document));
    }

    private static void requireRoom(AssumableRoleStore.OtherPolicies others, String document) {
        if (others.count() >= MAX_POLICIES) {
            throw invalid("RoleName", "a role has at most " + MAX_POLICIES + " policies");
        }
        if (others.length() + document.length() > MAX_POLICIES_LENGTH) {
            throw invalid(
                    "RoleName", "the policies of a role have at most " + MAX_POLICIES_LENGTH + " characters together");
        }
    }

    /** The document of that name, or {@code NotFound}. */
    public String policy(AssumableRole role, String name) {
        return store.findPolicy(role, name).orElseThrow(() -> missing("role policy", name));
    }

    /** The names of the role's policies, in byte order. */
    public List<String> policyNames(AssumableRole role) {
        return store.policyNames(role);
    }

    /** Deletes a policy of the role. Fails with {@code NotFound}. */
    public void deletePolicy(AssumableRole role, String name) {
        if (!store.deletePolicy(role, name)) {
            throw missing("role policy", name);
        }
    }

    /**
     * The role, if its tenant and user are active and it trusts the caller; empty for an unknown role as for a refusing
     * one.
     */
    public Optional<AssumableRole> findFor(Asker asker, RoleArn role, RequestContext context) {
        return store.findActive(role).filter(found -> trusts(found, asker, context));
    }

    /**
     * The role, if its tenant and user are active and it trusts the issuer; empty for an unknown role as for a refusing
     * one.
     *
     * @param issuer the issuer claim of the token
     */
    public Optional<AssumableRole> findForToken(RoleArn role, String issuer, RequestContext context) {
        return store.findActive(role).filter(found -> trustsToken(found, issuer, context));
    }

    /** An Allow must name the issuer; a Deny for everybody applies as well. */
    private static boolean trustsToken(AssumableRole role, String issuer, RequestContext context) {
        ProviderArn provider = new ProviderArn(role.tenant(), ProviderArn.bare(issuer));
        Predicate<Principal> isIssuer = principal -> principal.isIssuer()
                && ProviderArn.parse(principal.name()).filter(provider::equals).isPresent();
        Predicate<Principal> isEverybody = principal -> principal.name().equals(Principal.EVERYBODY);
        try {
            TrustPolicy trust = TrustPolicy.read(role.trust());
            return trust.evaluate(isIssuer, BY_WEB_IDENTITY, context) == Verdict.ALLOWED
                    && trust.evaluate(isIssuer.or(isEverybody), BY_WEB_IDENTITY, context) != Verdict.DENIED;
        } catch (MalformedPolicyException e) {
            return false;
        }
    }

    private boolean trusts(AssumableRole role, Asker asker, RequestContext context) {
        try {
            return TrustPolicy.read(role.trust())
                            .evaluate(principal -> isAsker(principal, role, asker), "sts:AssumeRole", context)
                    == Verdict.ALLOWED;
        } catch (MalformedPolicyException e) {
            return false;
        }
    }

    /** {@code "*"} means everybody of the role's own tenant; others must be named. */
    private boolean isAsker(Principal principal, AssumableRole role, Asker asker) {
        if (principal.isIssuer()) {
            return false;
        }
        if (principal.name().equals(Principal.EVERYBODY)) {
            return asker.tenant().equals(role.tenant());
        }
        return PrincipalArn.parse(principal.name())
                .filter(named -> named.tenant().equals(asker.tenant()))
                .filter(named -> named.user() == null
                        || (asker.name().equals(named.user()) && store.isMeant(role, asker.tenant(), asker.id())))
                .isPresent();
    }

    /** Refuses principals that cannot exist, which would be an unnoticed mistake. */
    private static void requireTrust(TenantId tenant, String trust) {
        try {
            for (Principal principal : TrustPolicy.readNew(trust).principals()) {
                if (!canExist(tenant, principal)) {
                    throw invalid("policy", "names a principal that cannot exist: " + principal.name());
                }
            }
        } catch (MalformedPolicyException e) {
            throw invalid("policy", "is no trust policy that can be evaluated: " + e.reason());
        }
    }

    private static boolean canExist(TenantId tenant, Principal principal) {
        if (principal.isIssuer()) {
            return ProviderArn.parse(principal.name())
                    .filter(named -> named.tenant().equals(tenant))
                    .isPresent();
        }
        return principal.name().equals(Principal.EVERYBODY)
                || PrincipalArn.parse(principal.name()).isPresent();
    }

    private static FailureException missing(String kind, String name) {
        return new FailureException(new Failure.NotFound(kind, name));
    }

    private static FailureException invalid(String field, String rule) {
        return new FailureException(new Failure.Invalid(field, rule));
    }
}
