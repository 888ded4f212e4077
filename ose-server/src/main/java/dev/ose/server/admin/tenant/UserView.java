package dev.ose.server.admin.tenant;

import dev.ose.server.tenant.Role;
import dev.ose.server.tenant.Status;
import dev.ose.server.tenant.User;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;

/** A user as the API shows it. */
record UserView(
        @Schema(format = "uuid") String id,
        String name,
        Role role,
        Status status,
        String canonicalId,
        Instant createdAt) {

    static UserView of(User user) {
        return new UserView(
                user.id().toString(),
                user.name(),
                user.role(),
                user.status(),
                user.canonicalId().value(),
                user.createdAt());
    }
}
