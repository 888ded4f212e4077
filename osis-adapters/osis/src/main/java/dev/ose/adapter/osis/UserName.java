package dev.ose.adapter.osis;

import dev.ose.adapter.PlatformTenantId;
import dev.ose.adapter.PlatformUserId;
import java.util.Optional;

/**
 * Names a user to the service, which finds it in its tenant: so our id of it is both ids.
 *
 * @param tenantId chosen by the service
 * @param userId chosen by the service
 */
record UserName(String tenantId, String userId) {

    static Optional<UserName> parse(PlatformUserId id) {
        return PathSegments.split(id.value(), 2).map(words -> new UserName(words.get(0), words.get(1)));
    }

    PlatformUserId toId() {
        return new PlatformUserId(PathSegments.join(tenantId, userId));
    }

    PlatformTenantId home() {
        return new PlatformTenantId(tenantId);
    }
}
