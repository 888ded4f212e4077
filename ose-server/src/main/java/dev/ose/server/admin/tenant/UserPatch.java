package dev.ose.server.admin.tenant;

import dev.ose.server.admin.json.MergePatch;
import dev.ose.server.tenant.Role;
import dev.ose.server.tenant.Status;
import dev.ose.server.tenant.UserChange;
import dev.ose.server.tenant.UserProfile;
import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A change of a user, as {@link MergePatch} says. */
record UserPatch(
        @Schema(implementation = String.class) @Nullable JsonNode displayName,
        @Schema(implementation = String.class) @Nullable JsonNode email,
        @Nullable Role role,
        @Nullable Status status) {

    UserChange change() {
        return new UserChange(this::profile, role, status);
    }

    private UserProfile profile(UserProfile present) {
        return new UserProfile(
                displayName == null ? present.displayName() : MergePatch.text("displayName", displayName),
                email == null ? present.email() : MergePatch.text("email", email));
    }
}
