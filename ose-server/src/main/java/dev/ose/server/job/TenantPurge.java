package dev.ose.server.job;

import dev.ose.server.tenant.TenantId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The removal of a tenant with its data, as it stands.
 *
 * @param tenantName its name when the removal was ordered, which is known after its end, too
 * @param requestedBy the login of who ordered it
 * @param finishedAt null while it runs
 * @param removed what it has deleted so far
 * @param problem why it has ended, or why it waits; empty if neither is to be explained
 */
public record TenantPurge(
        TenantId tenant,
        String tenantName,
        TenantPurgeState state,
        String requestedBy,
        Instant requestedAt,
        @Nullable Instant finishedAt,
        Removed removed,
        String problem) {

    /**
     * What was deleted.
     *
     * @param objects objects, versions, delete markers and uploads
     */
    public record Removed(long objects, long buckets, long users) {}
}
