package dev.ose.server.admin.tenant;

import dev.ose.server.admin.json.MergePatch;
import dev.ose.server.tenant.Status;
import dev.ose.server.tenant.TenantChange;
import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A change of a tenant, as {@link MergePatch} says. */
record TenantPatch(
        @Nullable Status status,

        @Schema(implementation = String.class, description = "Of a disabled tenant; 1 to 500 characters") @Nullable
        JsonNode suspensionReason) {

    TenantChange change() {
        return new TenantChange(
                status,
                suspensionReason == null
                        ? null
                        : new TenantChange.Reason(MergePatch.text("suspensionReason", suspensionReason)));
    }
}
