package dev.ose.server.admin.portal;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.ose.server.admin.access.portal.Announcement;
import dev.ose.server.admin.access.portal.AnnouncementReaders;
import dev.ose.server.admin.access.portal.AnnouncementSeverity;
import dev.ose.server.admin.access.portal.AnnouncementState;
import dev.ose.server.admin.json.Input;
import dev.ose.server.admin.json.Required;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.TenantId;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The JSON document of an announcement to be stored.
 *
 * @param text plain text; line breaks are kept
 * @param audience who sees it; everyone if it is absent
 * @param tenants only users of these; of all if it is absent or empty
 * @param beginsAt now if it is absent; what it was, if the announcement is replaced
 * @param endsAt until it is deleted if it is absent
 */
@Schema(name = "NewAnnouncement")
record AnnouncementDocument(
        @Required @Schema(minLength = 1, maxLength = AnnouncementDocument.MAX_TEXT) @Nullable
        String text,

        @Required @Nullable AnnouncementSeverity severity,
        @Nullable AnnouncementReaders audience,
        @Nullable List<String> tenants,
        @Nullable Instant beginsAt,
        @Nullable Instant endsAt) {

    static final int MAX_TEXT = 2_000;
    private static final int MAX_TENANTS = 100;

    /** PostgreSQL and browsers have later ones, which no announcement needs. */
    private static final Instant LATEST = Instant.parse("9999-01-01T00:00:00Z");

    /** Fails with {@code Invalid}, which names the field. */
    Announcement.Content content() {
        @Nullable String words = PlainText.lines("text", Input.required("text", text), MAX_TEXT);
        if (words == null) {
            throw invalid("text", "is missing");
        }
        AnnouncementReaders readers = audience == null ? AnnouncementReaders.EVERYONE : audience;
        return new Announcement.Content(
                words,
                Input.required("severity", severity),
                readers,
                tenants(readers),
                time("beginsAt", beginsAt),
                time("endsAt", endsAt));
    }

    private Set<TenantId> tenants(AnnouncementReaders readers) {
        List<String> given = tenants == null ? List.of() : Input.each("tenants", tenants);
        if (given.size() > MAX_TENANTS) {
            throw invalid("tenants", "must be at most " + MAX_TENANTS);
        }
        if (!given.isEmpty() && readers == AnnouncementReaders.PROVIDER) {
            throw invalid("tenants", "must be empty for an announcement to the provider's administrators");
        }
        Set<TenantId> ids = new HashSet<>();
        for (String id : given) {
            try {
                ids.add(Input.tenant(id));
            } catch (FailureException unknown) {
                throw invalid("tenants", "must be ids of tenants");
            }
        }
        return ids;
    }

    private static @Nullable Instant time(String field, @Nullable Instant time) {
        if (time != null && (time.isBefore(Instant.EPOCH) || time.isAfter(LATEST))) {
            throw invalid(field, "must be from 1970 to " + LATEST);
        }
        // As the database stores it, so that one that is later here is later there.
        return time == null ? null : time.truncatedTo(ChronoUnit.MICROS);
    }

    private static FailureException invalid(String field, String rule) {
        return new FailureException(new Failure.Invalid(field, rule));
    }

    /**
     * An announcement as administrators of the provider see it.
     *
     * @param tenants only users of these; of all if it is empty
     * @param changedAt users who have hidden it before see it again
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    @Schema(name = "AnnouncementView")
    record View(
            @Schema(format = "uuid") String id,
            AnnouncementState state,
            Shown content,
            AnnouncementReaders audience,
            List<String> tenants,
            Instant createdAt,
            Instant changedAt) {}

    /**
     * What an announcement says.
     *
     * @param endsAt absent if it is shown until it is deleted
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    @Schema(name = "AnnouncementContent")
    record Shown(
            String text,
            AnnouncementSeverity severity,
            @Nullable Instant beginsAt,
            @Nullable Instant endsAt) {}

    /**
     * An announcement as its readers see it.
     *
     * @param changedAt users who have hidden it before see it again
     */
    @Schema(name = "OwnAnnouncement")
    record Own(@Schema(format = "uuid") String id, Shown content, Instant changedAt) {

        static Own of(Announcement announcement) {
            return new Own(announcement.id().toString(), shown(announcement), announcement.changedAt());
        }
    }

    private static Shown shown(Announcement announcement) {
        Announcement.Content content = announcement.content();
        return new Shown(content.text(), content.severity(), content.beginsAt(), content.endsAt());
    }

    static View view(Announcement announcement) {
        Announcement.Content content = announcement.content();
        return new View(
                announcement.id().toString(),
                announcement.state(),
                shown(announcement),
                content.audience(),
                content.tenants().stream().map(TenantId::toString).sorted().toList(),
                announcement.createdAt(),
                announcement.changedAt());
    }
}
