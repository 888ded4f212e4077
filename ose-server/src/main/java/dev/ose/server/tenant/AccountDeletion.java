package dev.ose.server.tenant;

import dev.ose.adapter.PlatformTenantId;
import dev.ose.adapter.PlatformUserId;
import dev.ose.server.platform.PlatformId;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.jobs.OperatorEvent;
import dev.ose.server.runtime.jobs.OperatorEvents;
import dev.ose.server.runtime.revision.Expected;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Deletes users and tenants permanently. OSE's rows are deleted first, which stops all their requests on all nodes
 * within a second, then the platform's account. Metered usage stays. Every method blocks on the database and the
 * platform.
 */
public final class AccountDeletion {

    private static final int MAX_COUNTED = 1_000;

    private final TenantStore tenants;
    private final UserStore users;
    private final PlacementStore placements;
    private final PlatformMappingStore mappings;
    private final AccountDeletionStore removals;
    private final PlatformAdministration platforms;
    private final OperatorEvents events;

    public AccountDeletion(
            Provisioning.Rows rows,
            PlatformMappingStore mappings,
            AccountDeletionStore removals,
            PlatformAdministration platforms,
            OperatorEvents events) {
        this.tenants = rows.tenants();
        this.users = rows.users();
        this.placements = rows.placements();
        this.mappings = mappings;
        this.removals = removals;
        this.platforms = platforms;
        this.events = events;
    }

    /**
     * Deletes a user who owns no buckets, in OSE or on the platform; also one that a token began and that was never
     * finished. The name is free at once; a new user of that name is another user. An interrupted call is completed by
     * repeating it with the same id, or by a {@link Reconciliation} that repairs.
     *
     * @throws FailureException {@code NotFound}, also after the deletion is complete; {@code NotEmpty} or {@code
     *     PlatformUnreachable} while buckets are checked, and then nothing was changed
     */
    public void removeUser(TenantId tenant, UserId user) {
        removeUser(tenant, user, new Expected.Anything());
    }

    /** As {@link #removeUser(TenantId, UserId)} of a user in the expected state; {@code Outdated} of another. */
    public void removeUser(TenantId tenant, UserId user, Expected expected) {
        PlatformId platform = home(tenant).platform();
        if (users.find(tenant, user).isPresent()) {
            users.counterpart(tenant, user).ifPresent(it -> requireNothingThere(platform, it, user));
            for (PlatformMapping further : mappings.listFurther(user, user)) {
                @Nullable PlatformUserId there = further.counterpart();
                if (there != null) {
                    requireNothingThere(further.platform(), there, user);
                }
            }
        }
        removals.removeUser(tenant, user, expected);
        @Nullable FailureException left = retireFurther(tenant, user);
        mappings.find(tenant, user).flatMap(this::counterpart).ifPresent(it -> platforms.retireUser(platform, it));
        if (left != null) {
            throw left;
        }
        removals.forgetUser(tenant, user);
    }

    /**
     * Retires the counterparts on further platforms. Each row stays until its platform has done so, and that of the
     * user until all have. Returns the first failure, which keeps no other platform from being asked.
     */
    private @Nullable FailureException retireFurther(TenantId tenant, UserId user) {
        @Nullable FailureException first = null;
        for (PlatformMapping further : mappings.listFurther(user, user)) {
            try {
                counterpart(further).ifPresent(it -> platforms.retireUser(further.platform(), it));
                placements.forgetUser(tenant, user, further.platform());
            } catch (FailureException e) {
                first = first == null ? e : first;
            }
        }
        return first;
    }

    /** A counterpart that an interrupted creation may have left on the platform can be found only by repeating that. */
    private Optional<PlatformUserId> counterpart(PlatformMapping removed) {
        PlatformUserId known = removed.counterpart();
        if (known != null) {
            return Optional.of(known);
        }
        try {
            return Optional.of(platforms
                    .createUser(removed.platform(), removed.platformTenant(), removed.user())
                    .id());
        } catch (FailureException e) {
            if (e.failure() instanceof Failure.PlatformRefused || e.failure() instanceof Failure.NotOffered) {
                // The creation would have found an existing one.
                return Optional.empty();
            }
            throw e;
        }
    }

    /** Buckets of an adopted user that are unknown to OSE would be deleted with the counterpart. */
    private void requireNothingThere(PlatformId platform, PlatformUserId counterpart, UserId user) {
        try {
            int left = platforms
                    .listBuckets(platform, counterpart, "", MAX_COUNTED)
                    .size();
            if (left > 0) {
                throw new FailureException(new Failure.NotEmpty("user", user.toString(), 0, left));
            }
        } catch (FailureException e) {
            if (!(e.failure() instanceof Failure.NotOffered)) {
                throw e;
            }
        }
    }

    /**
     * Deletes a tenant that has neither users nor buckets. The platform tenant that OSE created for it is deleted if
     * the platform allows it now; otherwise it stays, empty and unused.
     *
     * @throws FailureException {@code NotFound}; {@code NotEmpty}, and then nothing was changed
     */
    public void removeTenant(TenantId tenant) {
        removeTenant(tenant, new Expected.Anything());
    }

    /** As {@link #removeTenant(TenantId)} of a tenant in the expected state; {@code Outdated} of another. */
    public void removeTenant(TenantId tenant, Expected expected) {
        home(tenant);
        removals.removeTenant(tenant, expected).forEach(it -> deleteThere(tenant, it));
    }

    private void deleteThere(TenantId tenant, AccountDeletionStore.LeftTenant left) {
        @Nullable PlatformTenantId known = left.counterpart();
        try {
            // One whose creation was interrupted can be found only by repeating that.
            PlatformTenantId there = known == null
                    ? platforms
                            .createTenant(left.platform(), tenant, left.name())
                            .id()
                    : known;
            platforms.deleteTenant(left.platform(), there);
        } catch (FailureException e) {
            String name = known == null ? tenant.toString() : known.value();
            events.report(new OperatorEvent.TenantLeft(left.platform().toString(), name, e));
        }
    }

    private Tenant home(TenantId tenant) {
        return tenants.find(tenant)
                .orElseThrow(() -> new FailureException(new Failure.NotFound("tenant", tenant.toString())));
    }
}
