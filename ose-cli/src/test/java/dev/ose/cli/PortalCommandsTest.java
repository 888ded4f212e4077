package dev.ose.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code ose announcements} and {@code ose branding}. */
class PortalCommandsTest extends OnHost {

    private static final String ID = "00000000-0000-0000-0000-000000000001";
    private static final Map<String, Object> ANNOUNCEMENT = Map.of(
            "id",
            ID,
            "state",
            "CURRENT",
            "content",
            Map.of("text", "Down tonight", "severity", "WARNING", "beginsAt", "2026-01-01T00:00:00Z"),
            "audience",
            "EVERYONE",
            "tenants",
            List.of(),
            "createdAt",
            "2026-01-01T00:00:00Z",
            "changedAt",
            "2026-01-01T00:00:00Z");

    @Test
    void announcementsAreAddedListedAndRemoved() {
        host.answer("POST /api/v1/admin/announcements", ANNOUNCEMENT);
        host.answer("GET /api/v1/admin/announcements?limit=1000&after=", Map.of("items", List.of(ANNOUNCEMENT)));
        host.answer("GET /api/v1/admin/announcements/" + ID, ANNOUNCEMENT);

        assertThat(host.ose("announcements", "add", "--text", "Down tonight", "--severity", "WARNING")
                        .out())
                .contains(ID);
        assertThat(host.ose("announcements", "list").out()).contains("Down tonight", "CURRENT");
        assertThat(host.ose("announcements", "remove", ID, "--dry-run").out()).contains(ID);
    }

    @Test
    void logoIsTheContentOfAFile(@TempDir Path folder) throws Exception {
        host.answer(
                "PUT /api/v1/admin/branding/logo", Map.of("branding", Map.of(), "logo", "/api/v1/branding/logo/0a"));
        Path logo = Files.write(folder.resolve("logo.png"), new byte[] {1, 2, 3});
        Path large = Files.write(folder.resolve("large.png"), new byte[(1 << 16) + 1]);

        assertThat(host.ose("branding", "logo", logo.toString()).out()).contains("/api/v1/branding/logo/0a");
        assertThat(host.ose("branding", "logo", large.toString()).err()).contains("more than 64 KiB");
        assertThat(host.ose("branding", "logo", folder.resolve("none").toString())
                        .err())
                .contains("cannot be read");
    }
}
