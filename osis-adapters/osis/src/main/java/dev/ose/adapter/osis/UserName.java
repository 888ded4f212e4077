package dev.ose.adapter.osis;

import dev.ose.adapter.PlatformTenantId;
import dev.ose.adapter.PlatformUserId;
import java.util.Optional;

/**
 * A user's name at the service, which needs the tenant's id, too: the platform id of OSE joins both.
 *
 * @param tenantId assigned by the service
 * @param userId assigned by the service
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
