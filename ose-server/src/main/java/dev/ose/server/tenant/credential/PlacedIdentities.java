package dev.ose.server.tenant.credential;

import dev.ose.server.platform.PlatformId;
import dev.ose.server.tenant.TenantId;
import java.util.concurrent.CompletableFuture;

/** Identities on platforms other than the first one of their tenant; cached, as fresh as {@link IdentityDirectory}. */
public interface PlacedIdentities {

    /**
     * Whether the tenant may create buckets on the platform. Blocks on the database.
     *
     * @param further not the tenant's first platform
     */
    boolean mayCreateBuckets(TenantId tenant, PlatformId further);

    /**
     * The same caller with endpoint and key of the platform; the caller itself if it is on it. The platform is asked
     * for its counterpart if there is none. Completed at once if it is cached. Fails with {@code
     * CallerDisabled} if the user is removed, or its tenant is not on the platform and may not be; with {@code Busy};
     * with failures of the platform.
     */
    CompletableFuture<Identity> on(PlatformId platform, Identity caller);
}
