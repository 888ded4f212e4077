package dev.ose.server.admin.access.portal;

import dev.ose.server.tenant.TenantId;
import java.time.Instant;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A text of the provider to users of the portal.
 *
 * @param state at the time of the reading
 * @param changedAt when it was last changed; who has hidden it before sees it again
 */
public record Announcement(UUID id, Content content, AnnouncementState state, Instant createdAt, Instant changedAt) {

    /**
     * What it says to whom, and when.
     *
     * @param tenants only users of these; of all tenants, and administrators of the provider, if it is empty
     * @param beginsAt null for the time at which it is stored
     * @param endsAt null until it is deleted
     */
    public record Content(
            String text,
            AnnouncementSeverity severity,
            AnnouncementReaders audience,
            Set<TenantId> tenants,
            @Nullable Instant beginsAt,
            @Nullable Instant endsAt) {

        public Content {
            tenants = Set.copyOf(tenants);
        }
    }
}
