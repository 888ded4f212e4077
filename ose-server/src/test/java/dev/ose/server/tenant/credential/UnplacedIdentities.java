package dev.ose.server.tenant.credential;

import dev.ose.server.platform.PlatformId;
import dev.ose.server.tenant.TenantId;
import java.util.concurrent.CompletableFuture;

/** Of tenants that have one platform. */
public final class UnplacedIdentities implements PlacedIdentities {

    @Override
    public boolean mayCreateBuckets(TenantId tenant, PlatformId further) {
        return false;
    }

    @Override
    public CompletableFuture<Identity> on(PlatformId platform, Identity caller) {
        throw new UnsupportedOperationException(platform.toString());
    }
}
