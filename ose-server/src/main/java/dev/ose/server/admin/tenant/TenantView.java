package dev.ose.server.admin.tenant;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.ose.server.platform.probe.AttachedPlatforms;
import dev.ose.server.tenant.ImpersonationPolicy;
import dev.ose.server.tenant.ProviderAccess;
import dev.ose.server.tenant.ShownTenant;
import dev.ose.server.tenant.Status;
import dev.ose.server.tenant.Tenant;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A tenant as the API shows it.
 *
 * @param suspensionReason why it is disabled; absent if it is not, if no reason was given, and for users who are no
 *     administrators
 * @param platform the name of the platform of its buckets; absent for users who are no administrators
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record TenantView(
        @Schema(format = "uuid") String id,
        String name,
        Status status,
        @Nullable String suspensionReason,
        String canonicalId,
        ImpersonationPolicy impersonation,
        ProviderAccess providerAccess,
        @Nullable String platform,
        Instant createdAt) {

    /** For users who are no administrators. */
    static TenantView of(Tenant tenant) {
        return onPlatform(new ShownTenant(tenant, null), null);
    }

    static TenantView of(ShownTenant shown, AttachedPlatforms platforms) {
        return onPlatform(shown, platforms.nameOf(shown.tenant().platform()));
    }

    private static TenantView onPlatform(ShownTenant shown, @Nullable String platform) {
        Tenant tenant = shown.tenant();
        return new TenantView(
                tenant.id().toString(),
                tenant.name(),
                tenant.status(),
                shown.suspensionReason(),
                tenant.canonicalId().value(),
                tenant.impersonation(),
                tenant.providerAccess(),
                platform,
                tenant.createdAt());
    }
}
