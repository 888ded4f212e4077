package dev.ose.server.admin.tenant;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.ose.server.tenant.Role;
import dev.ose.server.tenant.ShownUser;
import dev.ose.server.tenant.Status;
import dev.ose.server.tenant.User;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A user as the API shows it.
 *
 * @param email as it was given; it is not verified
 * @param lastSeen the last request that is known, to a few minutes; absent if none is
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record UserView(
        @Schema(format = "uuid") String id,
        String name,
        @Nullable String displayName,
        @Nullable String email,
        Role role,
        Status status,
        String canonicalId,
        Instant createdAt,
        @Nullable Instant lastSeen) {

    static UserView of(ShownUser shown) {
        User user = shown.user();
        return new UserView(
                user.id().toString(),
                user.name(),
                shown.profile().displayName(),
                shown.profile().email(),
                user.role(),
                user.status(),
                user.canonicalId().value(),
                user.createdAt(),
                shown.lastSeen());
    }
}
