package dev.ose.server.admin.access;

import java.util.Set;

/** The callers that an operation is for. */
enum Audience {
    EVERYBODY,
    MEMBERS,
    ADMINISTRATORS,
    TENANT_ADMINISTRATORS,
    TENANT_MEMBERS,
    PROVIDER,
    /** Without a login from the node's own machine only, or if an option permits it. */
    PROVIDER_OR_LOCAL;

    Set<AdminRole> roles() {
        return switch (this) {
            case EVERYBODY -> Set.of(AdminRole.values());
            case MEMBERS -> Set.of(AdminRole.PROVIDER_ADMIN, AdminRole.TENANT_ADMIN, AdminRole.TENANT_USER);
            case ADMINISTRATORS -> Set.of(AdminRole.PROVIDER_ADMIN, AdminRole.TENANT_ADMIN);
            case TENANT_ADMINISTRATORS -> Set.of(AdminRole.TENANT_ADMIN);
            case TENANT_MEMBERS -> Set.of(AdminRole.TENANT_ADMIN, AdminRole.TENANT_USER);
            case PROVIDER -> Set.of(AdminRole.PROVIDER_ADMIN);
            case PROVIDER_OR_LOCAL -> Set.of(AdminRole.PROVIDER_ADMIN, AdminRole.ANONYMOUS);
        };
    }
}
