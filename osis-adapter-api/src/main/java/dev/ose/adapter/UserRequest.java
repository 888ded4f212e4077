package dev.ose.adapter;

/**
 * A user that a platform tenant shall have.
 *
 * @param tenant the platform tenant that the user belongs to
 * @param externalId the caller's id of the user; the same id in the same tenant always means the same user
 * @param name for people; need not be unique
 */
public record UserRequest(PlatformTenantId tenant, String externalId, String name) {}
