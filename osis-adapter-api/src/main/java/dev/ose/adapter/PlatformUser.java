package dev.ose.adapter;

/**
 * A user as the platform has it.
 *
 * @param canonicalId the id under which the platform's S3 answers name this user as an owner or grantee
 * @param active whether the user's keys work
 */
public record PlatformUser(
        PlatformUserId id, PlatformTenantId tenant, String canonicalId, String name, boolean active) {}
