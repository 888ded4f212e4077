package dev.ose.adapter;

/**
 * A user that a platform tenant shall have.
 *
 * @param tenant the platform tenant that the user belongs to
 * @param externalId the caller's id of the user; the same id in the same tenant always means the same user
 * @param name for people; need not be unique
 * @param role what the user is in the tenant; counts when the user is created
 */
public record UserRequest(PlatformTenantId tenant, String externalId, String name, PlatformRole role) {

    /** A user who administers nothing. */
    public UserRequest(PlatformTenantId tenant, String externalId, String name) {
        this(tenant, externalId, name, PlatformRole.TENANT_USER);
    }
}
