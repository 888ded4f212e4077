package dev.ose.server.tenant;

import dev.ose.adapter.PlatformKey;
import java.util.List;
import java.util.Optional;

/** Creates the initial credentials of users, the last steps of provisioning. */
public interface ReservedCredentials {

    /**
     * Creates the user's reserved credential, which cannot be deleted, and returns its secret this once; empty if the
     * user has it already.
     */
    Optional<IssuedKey> ensure(TenantId tenant, UserId user);

    /**
     * Adopts the user's key pairs of the platform as credentials with all its rights. Skips those that it has already.
     *
     * @throws dev.ose.server.runtime.failure.FailureException {@code Invalid} if another user has one of them in OSE
     */
    void adopt(TenantId tenant, UserId user, List<PlatformKey> keys);
}
