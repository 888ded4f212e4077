package dev.ose.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** {@code ose platforms add} and {@code remove}. */
class FurtherPlatformFlowTest extends OnHost {

    private Host.Ran add(String name, String... more) throws IOException {
        Path secret = Files.writeString(root.resolve("secret"), "Pa55-hidden\n");
        List<String> words = new ArrayList<>(List.of(
                "platforms",
                "add",
                name,
                "--kind",
                "ceph",
                "--url",
                "https://" + name + ".example.com",
                "--user",
                "ADMIN",
                "--secret-file",
                secret.toString()));
        words.addAll(List.of(more));
        return host.ose(words.toArray(String[]::new));
    }

    @Test
    void addedPlatformIsStoredUnderItsNameListedAndRemoved() throws IOException {
        Host.Ran first = add("archive", "--s3-url", "https://s3.archive.example.com");
        Host.Ran second = add("fast");

        assertThat(first.exitCode()).as(first.err()).isZero();
        assertThat(second.exitCode()).as(second.err()).isZero();
        assertThat(host.stored().options().values())
                .containsEntry("oss.platforms", "archive,fast")
                .containsEntry("oss.platforms.archive.kind", "ceph")
                .containsEntry("oss.platforms.archive.ceph.admin-endpoint", "https://archive.example.com")
                .containsEntry("oss.platforms.archive.ceph.s3-endpoint", "https://s3.archive.example.com")
                .doesNotContainKey("oss.platform");
        assertThat(host.stored().secrets())
                .containsKeys("oss.platforms.archive.ceph.secret-key", "oss.platforms.fast.ceph.secret-key");
        assertThat(host.ose("platforms", "list").out())
                .contains("embedded        [ Y ]", "archive (ceph)  [ Y ]    [ Y ]", "fast (ceph)");

        Host.Ran removed = host.ose("platforms", "remove", "archive");

        assertThat(removed.exitCode()).as(removed.err()).isZero();
        assertThat(host.stored().options().values())
                .containsEntry("oss.platforms", "fast")
                .doesNotContainKeys("oss.platforms.archive.kind", "oss.platforms.archive.ceph.admin-endpoint");
        assertThat(host.stored().secrets()).containsOnlyKeys("oss.platforms.fast.ceph.secret-key");
        assertThat(host.ose("platforms", "remove", "fast").exitCode()).isZero();
        assertThat(host.stored().options().values()).isEmpty();
    }

    @Test
    void incompletePlatformIsRefusedByTheNamesOfItsOptions() {
        Host.Ran ran = host.ose("platforms", "add", "archive", "--kind", "osis");

        assertThat(ran.exitCode()).isEqualTo(5);
        assertThat(ran.err()).contains("OSE-1003", "oss.platforms.archive.osis.endpoint");
        assertThat(host.stored().options().values()).isEmpty();
    }

    @Test
    void unknownPlatformIsNotRemoved() {
        assertThat(host.ose("platforms", "remove", "archive").err()).contains("OSE-3401");
    }

    @Test
    void furtherPlatformIsTested() {
        host.answer("POST /api/v1/admin/platforms/archive/test", Map.of("usable", true, "rows", List.of()));

        assertThat(host.ose("platforms", "test", "archive").exitCode()).isZero();
    }
}
