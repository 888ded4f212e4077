package dev.ose.server.admin.access.account;

import dev.ose.server.admin.access.PasswordHash;
import dev.ose.server.runtime.revision.Expected;
import dev.ose.server.runtime.revision.Revised;
import dev.ose.server.tenant.Status;
import java.util.Optional;

/**
 * Keeps the administrators of the provider. One with a password is always enabled, because an identity provider may be
 * away: what would leave none fails with {@code Protected}. Changes of one that does not exist fail with {@code
 * NotFound}, of one in another state than expected with {@code Outdated}. Blocks on the database; fails with {@code
 * MetadataUnavailable}.
 */
public interface AdministratorStore {

    boolean isEmpty();

    /** Adds the administrator unless one of that name exists; says whether it was added. */
    boolean add(String name, PasswordHash hash, boolean mustChange);

    Optional<Revised<Administrator>> find(String name);

    /** Disabling ends the administrator's sessions. */
    void setStatus(String name, Status status);

    /** Removes the administrator with its sessions, tokens and second factor. */
    void remove(String name, Expected expected);

    /**
     * Gives the administrator another password; ends its sessions. Fails with {@code WrongState} if it signs in by an
     * identity provider.
     *
     * @param mustChange whether it is good for choosing a new one only
     */
    void putPassword(String name, PasswordHash hash, boolean mustChange, Expected expected);
}
