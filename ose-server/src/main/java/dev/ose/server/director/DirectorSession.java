package dev.ose.server.director;

import java.util.Set;

/**
 * Whose an access token is, as Cloud Director says.
 *
 * @param roles of the user in its organisation
 */
public record DirectorSession(DirectorUser user, Organisation organisation, Set<DirectorRoleId> roles) {

    public DirectorSession {
        roles = Set.copyOf(roles);
    }

    /** A user with its present name. */
    public record DirectorUser(DirectorUserId id, String name) {}

    /** An organisation with its present name. */
    public record Organisation(OrganisationId id, String name) {}
}
