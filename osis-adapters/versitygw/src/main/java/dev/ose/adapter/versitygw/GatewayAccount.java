package dev.ose.adapter.versitygw;

import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.PlatformTenant;
import dev.ose.adapter.PlatformTenantId;
import dev.ose.adapter.PlatformUser;
import dev.ose.adapter.PlatformUserId;
import java.util.List;

/**
 * An account of the gateway that this adapter made.
 *
 * @param accessKey by which the gateway also names the owner of a bucket
 */
record GatewayAccount(String accessKey, AccountState state) {

    /** As a user; its access key has the form of one. */
    PlatformUser toPlatformUser() {
        PlatformUserId id = new PlatformUserId(accessKey);
        return new PlatformUser(id, AccountNames.tenantOf(id), accessKey, state.name(), state.isActive());
    }

    /** As the tenant that it marks. */
    PlatformTenant toPlatformTenant(PlatformTenantId id) {
        return new PlatformTenant(id, state.name());
    }

    List<PlatformKey> keys() {
        return state.key().stream()
                .map(secretKey -> new PlatformKey(accessKey, secretKey))
                .toList();
    }
}
