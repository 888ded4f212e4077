package dev.ose.server.director;

import dev.ose.server.tenant.Tenant;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.User;
import java.util.Optional;

/**
 * Stores which organisations tenants are, and which of their users are users of Cloud Director. Every method blocks on
 * the database; fails with {@code MetadataUnavailable}.
 */
public interface DirectorStore {

    /** The finished tenant that the organisation is. */
    Optional<Tenant> tenant(OrganisationId organisation);

    /** The organisation that a tenant is; empty if it is none. Fails with {@code NotFound}. */
    Optional<OrganisationId> organisation(TenantId tenant);

    /**
     * Makes an existing tenant the organisation's; does nothing if it is that already. An unfinished tenant of the
     * organisation becomes an ordinary one, which is completed by its name.
     *
     * @throws dev.ose.server.runtime.failure.FailureException {@code NotFound} if there is no such tenant; {@code
     *     WrongState} if it is another organisation; {@code AlreadyExists} if another tenant is this one
     */
    void link(TenantId tenant, OrganisationId organisation);

    /** Has a tenant be no organisation; does nothing if it is none. Fails with {@code NotFound}. */
    void unlink(TenantId tenant);

    /**
     * Inserts an unfinished tenant for the organisation, or returns the one that it has already, under whatever name.
     * Concurrent calls, on any nodes, insert only one. Empty if another tenant has the name.
     */
    Optional<Tenant> claim(OrganisationId organisation, Tenant draft);

    /** The finished user of the organisation's tenant that a user of Cloud Director is. */
    Optional<User> user(OrganisationId organisation, DirectorUserId user);

    /**
     * Inserts an unfinished user, or returns the one that was inserted before, under whatever name. Concurrent calls,
     * on any nodes, insert only one. Empty if another user of the tenant has the name, finished or not, or it is
     * reserved by a mapping of an identity provider.
     */
    Optional<User> claim(DirectorUserId user, User draft);
}
