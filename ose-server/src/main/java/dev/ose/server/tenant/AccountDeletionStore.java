package dev.ose.server.tenant;

import dev.ose.adapter.PlatformTenantId;
import dev.ose.server.platform.PlatformId;
import dev.ose.server.runtime.revision.Expected;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Deletes the rows of users and tenants. Every method blocks on the database and is all or nothing. */
public interface AccountDeletionStore {

    /**
     * Deletes the user's credentials, sessions, policies and login, the roles that act as the user, grants of others to
     * it, its quota, platform key and name, and prevents new ones. Only the mapping to its counterpart remains, until
     * {@link #forgetUser}. Does nothing if the user was removed before. Accepts an unfinished user only if a token
     * began it, because nothing else can finish it.
     *
     * @throws dev.ose.server.runtime.failure.FailureException {@code NotFound}; {@code NotEmpty} while the user owns
     *     buckets, or some are being created by it or transferred to it; {@code Outdated}
     */
    void removeUser(TenantId tenant, UserId user, Expected expected);

    /**
     * Deletes a removed user whose counterpart was deleted; does nothing if that was done.
     *
     * @throws dev.ose.server.runtime.failure.FailureException {@code NotEmpty} if the user has a bucket after all
     */
    void forgetUser(TenantId tenant, UserId user);

    /**
     * Deletes a tenant that has neither users nor buckets, with its quotas, webhooks, identity providers and grants of
     * others to it.
     *
     * @return its counterparts that OSE created for it
     * @throws dev.ose.server.runtime.failure.FailureException {@code NotFound}, {@code NotEmpty}, {@code Outdated}
     */
    List<LeftTenant> removeTenant(TenantId tenant, Expected expected);

    /**
     * A counterpart of a deleted tenant.
     *
     * @param counterpart null if the platform was asked for it and its answer was not recorded
     */
    record LeftTenant(
            PlatformId platform, String name, @Nullable PlatformTenantId counterpart) {}
}
