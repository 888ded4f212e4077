package dev.ose.server.tenant;

import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.PlatformTenantId;
import dev.ose.adapter.PlatformUserId;
import dev.ose.server.platform.PlatformEndpoint;
import dev.ose.server.platform.PlatformId;
import org.jspecify.annotations.Nullable;

/**
 * What our rows say about a user's counterpart.
 *
 * @param counterpart null until the platform has made it
 * @param key the counterpart's key that signs the user's requests; null until it is recorded
 * @param isAdopted whether the counterpart was there before the user
 * @param isRemoved whether nothing is left of the user but its counterpart
 */
public record PlatformMapping(
        User user,
        PlatformEndpoint endpoint,
        PlatformTenantId platformTenant,
        @Nullable PlatformUserId counterpart,
        @Nullable PlatformKey key,
        boolean isAdopted,
        boolean isRemoved) {

    /** The platform that its tenant is on. */
    public PlatformId platform() {
        return endpoint.platform();
    }
}
