package dev.ose.server.tenant;

import dev.ose.server.platform.PlatformId;
import java.time.Instant;

/**
 * An organisation that OSE serves.
 *
 * @param impersonation whether its administrators may act in the name of its users
 * @param providerAccess whether the provider may act in it
 */
public record Tenant(
        TenantId id,
        String name,
        Status status,
        PlatformId platform,
        CanonicalId canonicalId,
        Instant createdAt,
        ImpersonationPolicy impersonation,
        ProviderAccess providerAccess) {

    /** The same tenant with another status. */
    Tenant with(Status other) {
        return new Tenant(id, name, other, platform, canonicalId, createdAt, impersonation, providerAccess);
    }
}
