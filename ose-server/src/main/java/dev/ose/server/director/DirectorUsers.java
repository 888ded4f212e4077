package dev.ose.server.director;

import dev.ose.server.accounting.quota.Quota;
import dev.ose.server.accounting.quota.QuotaHolder;
import dev.ose.server.accounting.quota.QuotaStore;
import dev.ose.server.director.DirectorSession.DirectorUser;
import dev.ose.server.director.DirectorSession.Organisation;
import dev.ose.server.iam.federation.ConcurrencyLimiter;
import dev.ose.server.platform.PlatformId;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.Provisioning;
import dev.ose.server.tenant.Status;
import dev.ose.server.tenant.Tenant;
import dev.ose.server.tenant.User;
import java.util.Optional;
import java.util.function.Function;

/**
 * Finds the tenant of an organisation and the user of a user of Cloud Director, by their ids alone, and creates them if
 * they are missing. A name of Cloud Director never finds an existing tenant or user. Every method blocks on the
 * database, and on the platform to create. Thread-safe.
 */
public final class DirectorUsers {

    /** Each waits for the platform. */
    private static final int MAX_CREATIONS = 8;

    private static final int MAX_CREATIONS_OF_TENANT = 4;

    private final DirectorStore store;
    private final Provisioning provisioning;
    private final Activation activation;
    private final SharedLoads<Member, User> users = new SharedLoads<>();
    private final SharedLoads<OrganisationId, Tenant> tenants = new SharedLoads<>();
    private final ConcurrencyLimiter places = new ConcurrencyLimiter(MAX_CREATIONS, MAX_CREATIONS_OF_TENANT);

    private record Member(OrganisationId organisation, DirectorUserId user) {}

    /**
     * What becomes of organisations without a tenant.
     *
     * @param isConfigured whether they become one by themselves unless the policy decides
     * @param platform of their tenants
     */
    public record Activation(ActivationStore policies, QuotaStore quotas, boolean isConfigured, PlatformId platform) {}

    public DirectorUsers(DirectorStore store, Provisioning provisioning, Activation activation) {
        this.store = store;
        this.provisioning = provisioning;
        this.activation = activation;
    }

    /** The tenant of an organisation that the provider acts in, or {@code TenantNotActivated}. */
    Tenant tenant(OrganisationId organisation) {
        return store.tenant(organisation).orElseThrow(() -> notActivated(organisation.toString()));
    }

    /**
     * The user of the tenant that a user is, created if it is missing, and the tenant with it if that is configured.
     *
     * @throws FailureException {@code TenantNotActivated}; {@code CallerDisabled} if the user is missing and the tenant
     *     disabled; {@code Busy} if too many are being created at the moment; a failure of the platform to create it,
     *     after which repeating the call completes it
     */
    User user(DirectorSession session, Creations creations) {
        return store.user(session.organisation().id(), session.user().id())
                // A page sends several requests at once.
                .orElseGet(() -> users.take(
                        new Member(session.organisation().id(), session.user().id()),
                        () -> created(session, creations)));
    }

    private User created(DirectorSession session, Creations creations) {
        OrganisationId organisation = session.organisation().id();
        Tenant tenant = store.tenant(organisation).orElseGet(() -> {
            tenants.take(organisation, () -> activated(session, creations));
            // An administrator may have linked another one meanwhile.
            return tenant(organisation);
        });
        if (tenant.status() != Status.ACTIVE) {
            throw new FailureException(new Failure.CallerDisabled());
        }
        return places.take(
                tenant.id(), () -> creations.user(session, tenant.id(), () -> create(tenant, session.user())));
    }

    private User create(Tenant tenant, DirectorUser user) {
        User claimed = firstFree(
                "user",
                user.name(),
                SafeNames.of(user.name(), user.id().value()),
                name -> store.claim(user.id(), provisioning.draftUser(tenant.id(), name)));
        provisioning.finishUser(claimed);
        return claimed;
    }

    private Tenant activated(DirectorSession session, Creations creations) {
        ActivationPolicy policy = activation.policies().get().value();
        if (!policy.isAutomatic(activation.isConfigured())
                || policy.exceptions().contains(session.organisation().id())) {
            throw notActivated(session.organisation().name());
        }
        return places.take(() -> creations.tenant(session, () -> create(session.organisation(), policy.quota())));
    }

    /** The quota comes first, so that no tenant is in use without it. */
    private Tenant create(Organisation organisation, Quota quota) {
        Tenant claimed = firstFree(
                "tenant",
                organisation.name(),
                SafeNames.of(organisation.name(), organisation.id().value()),
                name -> store.claim(organisation.id(), provisioning.draftTenant(name, activation.platform())));
        if (!quota.isNone()) {
            activation.quotas().put(new QuotaHolder.OfTenant(claimed.id()), quota);
        }
        provisioning.finishTenant(claimed);
        return claimed;
    }

    private static <T> T firstFree(
            String kind, String name, Iterable<String> candidates, Function<String, Optional<T>> claim) {
        for (String candidate : candidates) {
            Optional<T> claimed = claim.apply(candidate);
            if (claimed.isPresent()) {
                return claimed.get();
            }
        }
        throw new FailureException(new Failure.AlreadyExists(kind, name));
    }

    private static FailureException notActivated(String organisation) {
        return new FailureException(new Failure.TenantNotActivated(organisation));
    }
}
