package dev.ose.server.tenant;

import dev.ose.adapter.PlatformTenantId;
import java.util.Optional;

/** Takes away the rows of users and tenants. Every method blocks on the database and is all or nothing. */
public interface AccountDeletionStore {

    /**
     * Takes a user away from everybody at once: its credentials, sessions, policies and login, the roles that act as it, what
     * others grant it, its quota, its platform key and its name, so that nothing of it can be made any more. Only its counterpart
     * is left, until {@link #forgetUser}. Does nothing to a user that was removed before. An unfinished user can be removed whom
     * somebody's token has begun, as nobody else may finish it.
     *
     * @throws dev.ose.server.runtime.failure.FailureException {@code NotFound}; {@code NotEmpty} while it owns buckets, or some are being
     *     made by it or given to it
     */
    void removeUser(TenantId tenant, UserId user);

    /**
     * Forgets a removed user, whose counterpart is no more; does nothing if that was done.
     *
     * @throws dev.ose.server.runtime.failure.FailureException {@code NotEmpty} if it has got a bucket after all
     */
    void forgetUser(TenantId tenant, UserId user);

    /**
     * Removes a tenant that has neither users nor buckets, with its quotas, webhooks, issuers of tokens and what others grant it.
     *
     * @return its counterpart, if OSE made that for it
     * @throws dev.ose.server.runtime.failure.FailureException {@code NotFound}, {@code NotEmpty}
     */
    Optional<PlatformTenantId> removeTenant(TenantId tenant);
}
