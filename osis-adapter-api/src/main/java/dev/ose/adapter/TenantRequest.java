package dev.ose.adapter;

/**
 * A tenant that the platform shall have.
 *
 * @param externalId the caller's id of the tenant; the same id always means the same tenant
 * @param name for people; need not be unique
 */
public record TenantRequest(String externalId, String name) {}
