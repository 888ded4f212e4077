package dev.ose.server.tenant;

import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.PlatformTenant;
import dev.ose.adapter.PlatformTenantId;
import dev.ose.adapter.PlatformUsage;
import dev.ose.adapter.PlatformUser;
import dev.ose.adapter.PlatformUserId;
import dev.ose.server.platform.PlatformId;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.revision.Expected;
import dev.ose.server.runtime.revision.Revised;
import java.net.URI;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Creates tenants and users, in OSE and on their platform. A row comes first, then the platform is called with its id
 * as the external id, then the answer is recorded: a call that failed or was interrupted is completed by repeating it,
 * and never leaves a duplicate. Every method blocks on the database and the platform. Thread-safe.
 */
public final class Provisioning {

    private final TenantStore tenants;
    private final UserStore users;
    private final PlatformAdministration platforms;
    private final ReservedCredentials reserved;
    private final RandomGenerator random;
    private final Clock clock;
    private final PlacementStore placements;
    private final Counterparts counterparts;

    /** The rows of tenants and users, and of their counterparts on further platforms. */
    public record Rows(TenantStore tenants, UserStore users, PlacementStore placements) {}

    /**
     * Creates the service.
     *
     * @param random must be unpredictable: it generates canonical ids
     */
    public Provisioning(
            Rows rows,
            PlatformAdministration platforms,
            ReservedCredentials reserved,
            RandomGenerator random,
            Clock clock) {
        this.tenants = rows.tenants();
        this.users = rows.users();
        this.placements = rows.placements();
        this.platforms = platforms;
        this.counterparts = new Counterparts(platforms);
        this.reserved = reserved;
        this.random = random;
        this.clock = clock;
    }

    /** Creates a tenant, or completes an interrupted creation. Fails with {@code AlreadyExists}, {@code Invalid}. */
    public Tenant createTenant(String name, PlatformId platform) {
        Tenant tenant = tenants.claim(draftTenant(name, platform));
        finishTenant(tenant);
        return tenant;
    }

    /**
     * Drafts a tenant without storing it, for callers that claim and finish it themselves. Fails with {@code Invalid}.
     */
    public Tenant draftTenant(String name, PlatformId platform) {
        Names.check("name", name);
        return draft(name, platform);
    }

    /** Completes a claimed tenant with its counterpart. Idempotent and safe for concurrent calls. */
    public void finishTenant(Tenant claimed) {
        tenants.finish(claimed.id(), platforms.createTenant(claimed.platform(), claimed.id(), claimed.name()));
    }

    /**
     * Creates a tenant for a platform tenant that exists already, which several may share. Existing users and buckets
     * stay there and are not shown in OSE. Fails with {@code AlreadyExists}, {@code Invalid} (the name; no such
     * platform tenant, or one that OSE created).
     */
    public Tenant adoptTenant(String name, PlatformId platform, PlatformTenantId counterpart) {
        Names.check("name", name);
        PlatformTenant there = onPlatform(platform, counterpart);
        Tenant tenant = draft(name, platform);
        tenants.adopt(tenant, there);
        return tenant;
    }

    /**
     * Maps a tenant without users and buckets to another platform tenant, which several may share. The one that OSE
     * created for it stays on the platform, unused. If the tenant is mapped to it already, only the platform's present
     * S3 endpoint is recorded. Fails with {@code NotFound}, {@code Invalid}.
     */
    public Tenant remapTenant(TenantId tenant, PlatformTenantId counterpart) {
        return remapTenant(tenant, counterpart, new Expected.Anything());
    }

    /** As {@link #remapTenant(TenantId, PlatformTenantId)} of a tenant in the expected state, or {@code Outdated}. */
    public Tenant remapTenant(TenantId tenant, PlatformTenantId counterpart, Expected expected) {
        Tenant home = tenant(tenant);
        tenants.remap(tenant, onPlatform(home.platform(), counterpart), expected);
        return home;
    }

    private PlatformTenant onPlatform(PlatformId platform, PlatformTenantId tenant) {
        return platforms
                .findTenant(platform, tenant)
                .orElseThrow(() ->
                        new FailureException(new Failure.Invalid("platformTenant", "does not exist on the platform")));
    }

    private Tenant draft(String name, PlatformId platform) {
        return new Tenant(
                new TenantId(UUID.randomUUID()),
                name,
                Status.ACTIVE,
                platform,
                newCanonicalId(),
                now(),
                ImpersonationPolicy.FULL_PERMISSION,
                ProviderAccess.ALLOW);
    }

    /** The tenant, or {@code NotFound}. */
    public Tenant tenant(TenantId tenant) {
        return tenants.find(tenant).orElseThrow(() -> missing("tenant", tenant.toString()));
    }

    /** The tenant as administrators see it, with its revision, or {@code NotFound}. */
    public Revised<ShownTenant> shownTenant(TenantId tenant) {
        return tenants.findShown(tenant).orElseThrow(() -> missing("tenant", tenant.toString()));
    }

    /** The tenant of that name, or {@code NotFound}. */
    public Tenant tenantNamed(String name) {
        return tenants.findByName(name).orElseThrow(() -> missing("tenant", name));
    }

    /** Stops every request of the tenant, on all nodes within a second. Keeps its data. */
    public void disableTenant(TenantId tenant) {
        editTenant(tenant, new TenantChange(Status.DISABLED, null), new Expected.Anything());
    }

    /** Enables the tenant again, and forgets the reason of its suspension. */
    public void enableTenant(TenantId tenant) {
        editTenant(tenant, new TenantChange(Status.ACTIVE, null), new Expected.Anything());
    }

    /** Changes the tenant. Fails with {@code NotFound}, {@code Outdated}, {@code Invalid}. */
    public void editTenant(TenantId tenant, TenantChange change, Expected expected) {
        tenants.edit(tenant, change, expected);
    }

    /** Sets whether the tenant's administrators may act in the name of its users. Fails with {@code NotFound}. */
    public void setImpersonation(TenantId tenant, ImpersonationPolicy impersonation) {
        setImpersonation(tenant, impersonation, new Expected.Anything());
    }

    /** As {@link #setImpersonation(TenantId, ImpersonationPolicy)} of a tenant as expected, or {@code Outdated}. */
    public void setImpersonation(TenantId tenant, ImpersonationPolicy impersonation, Expected expected) {
        tenants.setImpersonation(tenant, impersonation, expected);
    }

    /** Sets whether the provider may act in the tenant. Fails with {@code NotFound}, {@code Outdated}. */
    public void setProviderAccess(TenantId tenant, ProviderAccess access, Expected expected) {
        tenants.setProviderAccess(tenant, access, expected);
    }

    /**
     * Creates a user with its counterpart, its platform key and its reserved credential, or completes an interrupted
     * creation. Fails with {@code AlreadyExists}, {@code Invalid}, {@code NotFound} (the tenant).
     */
    public NewUser createUser(TenantId tenant, String name, Role role) {
        Names.check("name", name);
        Tenant home = tenant(tenant);
        User user = users.claim(tenant, draft(tenant, name, role, Status.ACTIVE), null);
        makeOnPlatform(home, user);
        return finish(user);
    }

    /**
     * Drafts a {@code TENANT_USER} without storing it, for callers that claim and finish it themselves. Fails with
     * {@code Invalid}.
     */
    public User draftUser(TenantId tenant, String name) {
        Names.check("name", name);
        return draft(tenant, name, Role.TENANT_USER, Status.ACTIVE);
    }

    /**
     * Completes a claimed user as {@link #createUser} does, without returning the secret of its reserved credential.
     * Idempotent and safe for concurrent calls. Fails with {@code NotFound} (the tenant).
     */
    public void finishUser(User claimed) {
        makeOnPlatform(tenant(claimed.tenant()), claimed);
        reserved.ensure(claimed.tenant(), claimed.id());
    }

    private void makeOnPlatform(Tenant home, User user) {
        // After the claim, which keeps the tenant's mapping from changing.
        counterparts.make(home.platform(), tenants.counterpart(home.id()), user, new Row(home.id(), user.id()));
    }

    private final class Row implements CounterpartRow {

        private final TenantId tenant;
        private final UserId user;

        Row(TenantId tenant, UserId user) {
            this.tenant = tenant;
            this.user = user;
        }

        @Override
        public void record(PlatformUser made) {
            users.setCounterpart(tenant, user, made);
        }

        @Override
        public boolean hasKey() {
            return users.hasPlatformKey(tenant, user);
        }

        @Override
        public String recordKey(PlatformKey key) {
            return users.setPlatformKey(tenant, user, key);
        }
    }

    /**
     * Creates a user for an existing platform user in the tenant's counterpart, or completes an interrupted adoption.
     * The user keeps what it owns there, and its key pairs become credentials; it is disabled if it is suspended there.
     * Fails with {@code AlreadyExists}, {@code Invalid}, {@code NotFound} (the tenant).
     */
    public NewUser adoptUser(TenantId tenant, String name, Role role, PlatformUserId platformUser) {
        Names.check("name", name);
        Tenant home = tenant(tenant);
        PlatformUser there =
                platforms.findUser(home.platform(), platformUser).orElseThrow(Provisioning::notOfTheTenant);
        requireHome(tenant, there);
        Status status = there.active() ? Status.ACTIVE : Status.DISABLED;
        User claimed = users.claim(tenant, draft(tenant, name, role, status), platformUser);
        try {
            // Checked again after the claim, which keeps the tenant's mapping from changing.
            requireHome(tenant, there);
            users.setCounterpart(tenant, claimed.id(), there);
            reserved.adopt(tenant, claimed.id(), platforms.listKeys(home.platform(), platformUser));
        } catch (FailureException e) {
            if (e.failure() instanceof Failure.Invalid) {
                // Repeating would not help, and the name would stay blocked.
                users.release(tenant, claimed.id());
            }
            throw e;
        }
        User user = withStatus(claimed, status);
        counterparts.ensureKey(home.platform(), platformUser, new Row(tenant, user.id()));
        return finish(user);
    }

    private void requireHome(TenantId tenant, PlatformUser there) {
        if (!there.tenant().equals(tenants.counterpart(tenant))) {
            throw notOfTheTenant();
        }
    }

    private static FailureException notOfTheTenant() {
        return new FailureException(new Failure.Invalid("platformUser", "is not in the platform tenant of the tenant"));
    }

    /** The platform user may have been suspended since an earlier call claimed it. */
    private User withStatus(User claimed, Status status) {
        if (claimed.status() == status) {
            return claimed;
        }
        users.setStatus(claimed.tenant(), claimed.id(), status, new Expected.Anything());
        return claimed.with(status);
    }

    private User draft(TenantId tenant, String name, Role role, Status status) {
        return new User(new UserId(UUID.randomUUID()), tenant, name, role, status, newCanonicalId(), now());
    }

    private NewUser finish(User user) {
        IssuedKey shown = reserved.ensure(user.tenant(), user.id())
                .orElseThrow(() -> new FailureException(new Failure.AlreadyExists("user", user.name())));
        return new NewUser(user, shown);
    }

    /** The tenant's users by name, after {@code after} (empty from the start), at most {@code limit}. */
    public List<User> listUsers(TenantId tenant, String after, int limit) {
        return users.list(tenant, after, limit);
    }

    /** The tenant's user, or {@code NotFound}. */
    public User user(TenantId tenant, UserId user) {
        return users.find(tenant, user).orElseThrow(() -> missing("user", user.toString()));
    }

    /** The tenant's user as administrators see it, with its revision, or {@code NotFound}. */
    public Revised<ShownUser> shownUser(TenantId tenant, UserId user) {
        return users.findShown(tenant, user).orElseThrow(() -> missing("user", user.toString()));
    }

    /** The tenant's user of that name, or {@code NotFound}. */
    public User userNamed(TenantId tenant, String name) {
        return findUser(tenant, name).orElseThrow(() -> missing("user", name));
    }

    /** The tenant's user with that id. */
    public Optional<User> findUser(TenantId tenant, UserId user) {
        return users.find(tenant, user);
    }

    /** The tenant's user of that name. */
    public Optional<User> findUser(TenantId tenant, String name) {
        return users.findByName(tenant, name);
    }

    /** Stops every request of the user: first in OSE, which is immediate, then on the platform. Keeps its data. */
    public void disableUser(TenantId tenant, UserId user) {
        stopUser(tenant, user, new Expected.Anything());
        setActiveOnPlatform(tenant, user, false);
    }

    /**
     * Stops every request of the user, on all nodes within a second. The platform user stays active, so that requests
     * under way complete. Fails with {@code Outdated} if the user is not in the expected state.
     */
    public void stopUser(TenantId tenant, UserId user, Expected expected) {
        users.setStatus(tenant, user, Status.DISABLED, expected);
    }

    /** Enables the user again: on the platform first, so that no request passes OSE and fails there. */
    public void enableUser(TenantId tenant, UserId user) {
        user(tenant, user);
        setActiveOnPlatform(tenant, user, true);
        users.setStatus(tenant, user, Status.ACTIVE, new Expected.Anything());
    }

    /**
     * Changes the user; the status as {@link #disableUser} and {@link #enableUser} do, also if the user has it: an
     * earlier call may not have reached the platform. Fails with {@code NotFound}, {@code Outdated}, {@code Invalid}.
     */
    public void editUser(TenantId tenant, UserId user, UserChange change, Expected expected) {
        Revised<ShownUser> present = shownUser(tenant, user);
        expected.require(present.revision(), "user", user.toString());
        // Before the call of the platform, which is not undone.
        change.check(present.value().profile());
        if (change.status() == Status.ACTIVE) {
            setActiveOnPlatform(tenant, user, true);
        }
        users.edit(tenant, user, change, expected);
        if (change.status() == Status.DISABLED) {
            setActiveOnPlatform(tenant, user, false);
        }
    }

    /** On all its platforms: one that fails keeps no other from being reached, and the call from succeeding. */
    private void setActiveOnPlatform(TenantId tenant, UserId user, boolean active) {
        Map<PlatformId, PlatformUserId> there = new LinkedHashMap<>();
        there.put(tenant(tenant).platform(), counterpart(tenant, user));
        placements.platforms(tenant, user).forEach(platform -> placements
                .counterpart(tenant, user, platform)
                .ifPresent(it -> there.put(platform, it)));
        @Nullable FailureException first = null;
        for (Map.Entry<PlatformId, PlatformUserId> each : there.entrySet()) {
            try {
                platforms.setUserActive(each.getKey(), each.getValue(), active);
            } catch (FailureException e) {
                first = first == null ? e : first;
            }
        }
        if (first != null) {
            throw first;
        }
    }

    /** The usage of the user's buckets, as the platform counts it. Fails with {@code NotFound}, {@code NotOffered}. */
    public PlatformUsage platformUsage(TenantId tenant, UserId user) {
        return platforms.usage(tenant(tenant).platform(), counterpart(tenant, user));
    }

    /** The URL of the tenant's console on the platform. Fails with {@code NotFound}, {@code NotOffered}. */
    public URI console(TenantId tenant) {
        Tenant found = tenant(tenant);
        return platforms.console(found.platform(), tenants.counterpart(tenant));
    }

    /** The URL of the platform's console. Fails with {@code NotOffered}. */
    public URI console(PlatformId platform) {
        return platforms.console(platform);
    }

    /** The tenant's counterpart on the platform. Fails with {@code NotFound}. */
    public PlatformTenantId counterpart(TenantId tenant) {
        return tenants.counterpart(tenant);
    }

    /** The tenant's counterpart on one of its platforms. Fails with {@code NotFound}. */
    public PlatformTenantId counterpart(TenantId tenant, PlatformId platform) {
        return placements.counterpart(tenant, platform).orElseThrow(() -> missing("tenant", tenant.toString()));
    }

    /** The user's counterpart on one of its platforms. Fails with {@code NotFound}. */
    public PlatformUserId counterpart(TenantId tenant, UserId user, PlatformId platform) {
        return placements.counterpart(tenant, user, platform).orElseThrow(() -> missing("user", user.toString()));
    }

    /** The user's counterpart on the platform. Fails with {@code NotFound}. */
    public PlatformUserId counterpart(TenantId tenant, UserId user) {
        return users.counterpart(tenant, user).orElseThrow(() -> missing("user", user.toString()));
    }

    /** With the precision of the database. */
    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MICROS);
    }

    private CanonicalId newCanonicalId() {
        return CanonicalId.random(random);
    }

    private static FailureException missing(String kind, String name) {
        return new FailureException(new Failure.NotFound(kind, name));
    }

    /**
     * A new user.
     *
     * @param reserved its reserved credential; the secret is not returned again
     */
    public record NewUser(User user, IssuedKey reserved) {}
}
