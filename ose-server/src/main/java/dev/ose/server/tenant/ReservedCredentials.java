package dev.ose.server.tenant;

import dev.ose.adapter.PlatformKey;
import java.util.List;
import java.util.Optional;

/** Gives users the credentials that they have from the start; the last steps of making a user. */
public interface ReservedCredentials {

    /**
     * Makes the user's reserved credential, the one that cannot be taken away, and shows its secret this once; empty if the
     * user has it already.
     */
    Optional<IssuedKey> ensure(TenantId tenant, UserId user);

    /**
     * Lets the user go on with key pairs that it had on the platform, as credentials with all its rights. Does nothing for
     * those that it has already.
     *
     * @throws dev.ose.server.runtime.failure.FailureException {@code Invalid} if somebody else has one of them here
     */
    void adopt(TenantId tenant, UserId user, List<PlatformKey> keys);
}
