package dev.ose.server.tenancy;

import java.util.Optional;

/** Gives each user the one credential that cannot be taken away; the last step of making a user. */
public interface ReservedCredentials {

    /** Makes the user's reserved credential and shows its secret this once; empty if the user has it already. */
    Optional<IssuedKey> ensure(TenantId tenant, UserId user);
}
