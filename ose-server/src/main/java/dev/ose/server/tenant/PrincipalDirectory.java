package dev.ose.server.tenant;

import dev.ose.adapter.PlatformTenantId;
import dev.ose.adapter.PlatformUserId;
import dev.ose.server.platform.PlatformId;
import java.util.Optional;

/** Maps principals of policies to their counterparts and back. Every method blocks for one query. */
public interface PrincipalDirectory {

    /** The user of that name, if its tenant is on the platform and the user has a counterpart there. */
    Optional<KnownUser> findUser(PlatformId platform, TenantId tenant, String name);

    /** The user with that counterpart. */
    Optional<KnownUser> findUser(PlatformId platform, PlatformUserId counterpart);

    /** The tenant's counterpart, if it is on the platform and shares its counterpart with no other tenant. */
    Optional<PlatformTenantId> findTenant(PlatformId platform, TenantId tenant);

    /** The only tenant with that counterpart. */
    Optional<TenantId> findTenant(PlatformId platform, PlatformTenantId counterpart);

    /** A user that has a counterpart. */
    record KnownUser(TenantId tenant, UserId id, String name, PlatformUserId counterpart) {}
}
