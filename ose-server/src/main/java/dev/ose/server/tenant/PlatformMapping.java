package dev.ose.server.tenant;

import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.PlatformTenantId;
import dev.ose.adapter.PlatformUserId;
import dev.ose.server.platform.PlatformEndpoint;
import dev.ose.server.platform.PlatformId;
import org.jspecify.annotations.Nullable;

/**
 * A user's counterpart on the platform, as recorded.
 *
 * @param counterpart null until the platform has created it
 * @param key the counterpart's key that signs the user's requests; null until it is recorded
 * @param isAdopted whether the counterpart existed before the user
 * @param isRemoved whether the user is deleted except for its counterpart
 * @param isFurther whether the platform is not the first one of the user's tenant
 */
public record PlatformMapping(
        User user,
        PlatformEndpoint endpoint,
        PlatformTenantId platformTenant,
        @Nullable PlatformUserId counterpart,
        @Nullable PlatformKey key,
        boolean isAdopted,
        boolean isRemoved,
        boolean isFurther) {

    /** The platform of the counterpart. */
    public PlatformId platform() {
        return endpoint.platform();
    }
}
