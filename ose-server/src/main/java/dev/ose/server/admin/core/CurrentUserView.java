package dev.ose.server.admin.core;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.ose.server.accounting.usage.Usage;
import dev.ose.server.admin.access.AdminRole;
import dev.ose.server.tenant.Status;
import dev.ose.server.tenant.Tenant;
import dev.ose.server.tenant.User;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The caller.
 *
 * @param id absent for administrators of the provider, as tenant and usage are
 * @param subordinateRoles the roles whose rights are a part of its own
 * @param currentRegion the region that requests to S3 are signed for
 * @param usage what the buckets that the user owns hold
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record CurrentUserView(
        String name,
        @Schema(format = "uuid") @Nullable String id,
        AdminRole role,
        List<AdminRole> subordinateRoles,
        boolean active,
        @Nullable TenantOfUser tenant,
        String currentRegion,
        @Nullable UsageOfUser usage) {

    /** The tenant of a user. */
    record TenantOfUser(@Schema(format = "uuid") String id, String name, boolean active) {

        static TenantOfUser of(Tenant tenant) {
            return new TenantOfUser(tenant.id().toString(), tenant.name(), tenant.status() == Status.ACTIVE);
        }
    }

    /** How much a user owns. */
    record UsageOfUser(long objectCount, long usedBytes) {

        static UsageOfUser of(Usage usage) {
            return new UsageOfUser(usage.objects(), usage.takenBytes());
        }
    }

    static CurrentUserView ofMember(User user, AdminRole role, Tenant tenant, Usage usage, String region) {
        return new CurrentUserView(
                user.name(),
                user.id().toString(),
                role,
                below(role),
                user.status() == Status.ACTIVE,
                TenantOfUser.of(tenant),
                region,
                UsageOfUser.of(usage));
    }

    static CurrentUserView ofProvider(String name, AdminRole role, String region) {
        return new CurrentUserView(name, null, role, below(role), true, null, region, null);
    }

    private static List<AdminRole> below(AdminRole role) {
        return switch (role) {
            case PROVIDER_ADMIN -> List.of(AdminRole.TENANT_ADMIN, AdminRole.TENANT_USER);
            case TENANT_ADMIN -> List.of(AdminRole.TENANT_USER);
            case TENANT_USER, ANONYMOUS -> List.of();
        };
    }
}
