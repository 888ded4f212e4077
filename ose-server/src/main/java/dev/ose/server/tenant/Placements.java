package dev.ose.server.tenant;

import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.PlatformTenant;
import dev.ose.adapter.PlatformTenantId;
import dev.ose.adapter.PlatformUser;
import dev.ose.adapter.PlatformUserId;
import dev.ose.server.platform.PlatformId;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import java.util.List;
import java.util.Optional;

/**
 * Places tenants and users on platforms beside the tenant's first. A row comes first, then the platform is called with
 * its id as the external id, then the answer is recorded: a call that failed or was interrupted is completed by
 * repeating it, and never leaves a duplicate. Every method blocks on the database, {@link #place} also on the platform.
 * Thread-safe.
 */
public final class Placements {

    private final TenantStore tenants;
    private final UserStore users;
    private final PlacementStore rows;
    private final PlatformAdministration platforms;
    private final Counterparts counterparts;

    public Placements(TenantStore tenants, UserStore users, PlacementStore rows, PlatformAdministration platforms) {
        this.tenants = tenants;
        this.users = users;
        this.rows = rows;
        this.platforms = platforms;
        this.counterparts = new Counterparts(platforms);
    }

    /** The further platforms of the tenant. Fails with {@code NotFound}. */
    public List<PlacementStore.Place> places(TenantId tenant) {
        return rows.places(home(tenant).id());
    }

    /** Whether the tenant may create buckets on the platform. */
    public boolean isAllowed(Tenant tenant, PlatformId platform) {
        return tenant.platform().equals(platform) || rows.isAllowed(tenant.id(), platform);
    }

    /** As {@link #isAllowed(Tenant, PlatformId)} for a platform that is not the tenant's first. */
    public boolean isAllowed(TenantId tenant, PlatformId further) {
        return rows.isAllowed(tenant, further);
    }

    /**
     * Lets the tenant create buckets on a further platform, or no longer; buckets that are there are served on. Fails
     * with {@code NotFound}, with {@code Invalid} for the tenant's first platform, and with {@code VersionsDiffer} if
     * it is to be allowed while nodes of several versions are alive.
     */
    public void allow(TenantId tenant, PlatformId platform, boolean isAllowed) {
        rows.allow(tenant, platform, isAllowed);
    }

    /** The login of the user on a further platform; empty until it has been placed there. */
    public Optional<PlatformLogin> login(TenantId tenant, UserId user, PlatformId platform) {
        return rows.login(tenant, user, platform);
    }

    /**
     * The login of the user on a further platform of the tenant. Its counterpart is created if there is none, and the
     * tenant's.
     *
     * @throws FailureException {@code NotFound} if the tenant has no such user, or is not on the platform and may not
     *     be; failures of the platform
     */
    public PlatformLogin place(TenantId tenant, UserId user, PlatformId platform) {
        Optional<PlatformLogin> known = rows.login(tenant, user, platform);
        if (known.isPresent()) {
            return known.get();
        }
        Tenant home = home(tenant);
        User placed = users.find(tenant, user).orElseThrow(() -> missing("user", user.toString()));
        PlatformTenantId there = placeTenant(home, platform);
        rows.claimUser(tenant, user, platform);
        PlatformUserId made = counterparts.make(platform, there, placed, new Row(tenant, user, platform));
        settleStatus(tenant, user, platform, made);
        return rows.login(tenant, user, platform).orElseThrow(() -> missing("user", user.toString()));
    }

    private PlatformTenantId placeTenant(Tenant home, PlatformId platform) {
        if (home.platform().equals(platform)) {
            throw new IllegalArgumentException("platform " + platform + " is the first one of tenant " + home.id());
        }
        Optional<PlatformTenantId> known = rows.counterpart(home.id(), platform);
        if (known.isPresent()) {
            return known.get();
        }
        rows.beginTenant(home.id(), platform);
        PlatformTenant made = platforms.createTenant(platform, home.id(), home.name());
        try {
            rows.finishTenant(home.id(), platform, made);
        } catch (FailureException e) {
            if (e.failure() instanceof Failure.NotFound) {
                // Deleted meanwhile; the deletion may have searched the platform before this call created the
                // counterpart.
                platforms.deleteTenant(platform, made.id());
            }
            throw e;
        }
        return rows.counterpart(home.id(), platform)
                .orElseThrow(() -> missing("tenant", home.id().toString()));
    }

    /** A suspension that began before the counterpart was recorded has not reached it. */
    private void settleStatus(TenantId tenant, UserId user, PlatformId platform, PlatformUserId made) {
        if (isDisabled(tenant, user)) {
            platforms.setUserActive(platform, made, false);
            if (!isDisabled(tenant, user)) {
                // Enabled meanwhile, and the platform may have been told so before.
                platforms.setUserActive(platform, made, true);
            }
        }
    }

    private boolean isDisabled(TenantId tenant, UserId user) {
        return users.find(tenant, user)
                .filter(it -> it.status() == Status.DISABLED)
                .isPresent();
    }

    private Tenant home(TenantId tenant) {
        return tenants.find(tenant).orElseThrow(() -> missing("tenant", tenant.toString()));
    }

    private static FailureException missing(String kind, String name) {
        return new FailureException(new Failure.NotFound(kind, name));
    }

    private final class Row implements CounterpartRow {

        private final TenantId tenant;
        private final UserId user;
        private final PlatformId platform;

        Row(TenantId tenant, UserId user, PlatformId platform) {
            this.tenant = tenant;
            this.user = user;
            this.platform = platform;
        }

        @Override
        public void record(PlatformUser made) {
            rows.setCounterpart(tenant, user, platform, made);
        }

        @Override
        public boolean hasKey() {
            return rows.login(tenant, user, platform).isPresent();
        }

        @Override
        public String recordKey(PlatformKey key) {
            return rows.setKey(tenant, user, platform, key);
        }
    }
}
