package dev.ose.server.tenant;

import dev.ose.adapter.PlatformUserId;
import dev.ose.server.platform.PlatformId;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.jobs.OperatorEvent;
import dev.ose.server.runtime.jobs.OperatorEvents;
import java.util.Optional;

/**
 * Removes users and tenants for ever. Our rows come first, which stops everything of theirs on all nodes within a second, then
 * the platform is told. What is metered stays. Every method blocks on the database and the platform.
 */
public final class AccountDeletion {

    private static final int MOST_COUNTED = 1_000;

    private final TenantStore tenants;
    private final UserStore users;
    private final PlatformMappingStore mappings;
    private final AccountDeletionStore removals;
    private final PlatformAdministration platforms;
    private final OperatorEvents events;

    public AccountDeletion(
            TenantStore tenants,
            UserStore users,
            PlatformMappingStore mappings,
            AccountDeletionStore removals,
            PlatformAdministration platforms,
            OperatorEvents events) {
        this.tenants = tenants;
        this.users = users;
        this.mappings = mappings;
        this.removals = removals;
        this.platforms = platforms;
        this.events = events;
    }

    /**
     * Removes a user who owns no buckets, here or on the platform; also one whom a token has begun and nobody finished. Its name is free at once; whoever is made anew under it is somebody else. A call that
     * died is finished by repeating it with the same id, or by a {@link Reconciliation} that repairs.
     *
     * @throws FailureException {@code NotFound}, also once all of it is done; {@code NotEmpty} or {@code PlatformUnreachable} while
     *     it is asked for buckets, and then nothing was changed
     */
    public void removeUser(TenantId tenant, UserId user) {
        PlatformId platform = home(tenant).platform();
        if (users.find(tenant, user).isPresent()) {
            users.counterpart(tenant, user).ifPresent(it -> requireNothingThere(platform, it, user));
        }
        removals.removeUser(tenant, user);
        mappings.find(tenant, user).flatMap(this::counterpart).ifPresent(it -> platforms.retireUser(platform, it));
        removals.forgetUser(tenant, user);
    }

    /** What a making that was cut off may have left there is found by asking for it once more, and by nothing else. */
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
                // It would have found one.
                return Optional.empty();
            }
            throw e;
        }
    }

    /** Buckets that were there before an adopted user, and that OSE knows nothing of, would be lost with the counterpart. */
    private void requireNothingThere(PlatformId platform, PlatformUserId counterpart, UserId user) {
        try {
            int left = platforms
                    .listBuckets(platform, counterpart, "", MOST_COUNTED)
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
     * Removes a tenant that has neither users nor buckets. The tenant of the platform that OSE made for it is deleted where the
     * platform does that now; else it stays there, empty, and is nobody else's.
     *
     * @throws FailureException {@code NotFound}; {@code NotEmpty}, and then nothing was changed
     */
    public void removeTenant(TenantId tenant) {
        PlatformId platform = home(tenant).platform();
        removals.removeTenant(tenant).ifPresent(it -> {
            try {
                platforms.deleteTenant(platform, it);
            } catch (FailureException left) {
                events.report(new OperatorEvent.TenantLeft(platform.toString(), it.value(), left));
            }
        });
    }

    private Tenant home(TenantId tenant) {
        return tenants.find(tenant)
                .orElseThrow(() -> new FailureException(new Failure.NotFound("tenant", tenant.toString())));
    }
}
