package dev.ose.server.admin.access.portal;

import dev.ose.server.runtime.revision.Expected;
import dev.ose.server.runtime.revision.Revised;
import dev.ose.server.tenant.TenantId;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Stores announcements. Every method blocks on the database. */
public interface AnnouncementStore {

    /** Stores an announcement; fails with {@code Invalid} for an unknown tenant and for an end before the beginning. */
    Announcement add(Announcement.Content content);

    /** An announcement; fails with {@code NotFound}. */
    Revised<Announcement> get(UUID id);

    /** Replaces an announcement. Fails with {@code NotFound}, with {@code Outdated}, and as {@link #add} does. */
    void put(UUID id, Announcement.Content content, Expected expected);

    /** Deletes an announcement; fails with {@code NotFound} or {@code Outdated}. */
    void remove(UUID id, Expected expected);

    /**
     * What is shown now, the most severe first and of those the newest.
     *
     * @param audiences that the reader belongs to
     * @param tenant of the reader; null for administrators of the provider
     * @param most how many at most
     */
    List<Announcement> current(Set<AnnouncementReaders> audiences, @Nullable TenantId tenant, int most);
}
