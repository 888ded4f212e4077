package dev.ose.server.admin.tenant;

import dev.ose.server.tenant.ImpersonationPolicy;
import dev.ose.server.tenant.ProviderAccess;
import dev.ose.server.tenant.Status;
import dev.ose.server.tenant.Tenant;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;

/** A tenant as the API shows it. */
record TenantView(
        @Schema(format = "uuid") String id,
        String name,
        Status status,
        String canonicalId,
        ImpersonationPolicy impersonation,
        ProviderAccess providerAccess,
        Instant createdAt) {

    static TenantView of(Tenant tenant) {
        return new TenantView(
                tenant.id().toString(),
                tenant.name(),
                tenant.status(),
                tenant.canonicalId().value(),
                tenant.impersonation(),
                tenant.providerAccess(),
                tenant.createdAt());
    }
}
