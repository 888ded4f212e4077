package dev.ose.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.testkit.DirectorExtensions;
import dev.ose.testkit.DirectorFixture;
import dev.ose.testkit.DirectorStandIn;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * The stand-in of Cloud Director that the tests of {@code ose director} and {@code ose ui} go by, held against VMware's
 * own client library: what that sends is taken, and what comes back is understood by it.
 */
final class DirectorClientIT {

    @RegisterExtension
    static final DirectorFixture DIRECTORS = new DirectorFixture();

    @TempDir
    private Path folder;

    @Test
    void libraryOfTheVendorInstallsPublishesChangesAndRemovesAPlugin() throws IOException {
        assertThat(run().lines())
                .contains(
                        "logged in",
                        "added",
                        "found by id urn:vcloud:uiPlugin:1",
                        "found by name",
                        "status ready, enabled true, tenant true, provider false",
                        "is published to 1",
                        "is published to 0",
                        "enabled false, provider true",
                        "deleted")
                .endsWith("gone");
        assertThat(DIRECTORS.director().extensions().plugins()).isEmpty();
    }

    /** The same members as {@code ose ui install} sends, see UiFlowTest of ose-cli. */
    @Test
    void uploadIsAnnouncedWithTheMembersThatOurClientSends() throws IOException {
        run("leave it there");

        DirectorExtensions.Plugin plugin =
                DIRECTORS.director().extensions().plugins().getFirst();
        assertThat(plugin.upload())
                .containsOnlyKeys("fileName", "size", "checksum", "checksumAlgo")
                .containsEntry("size", Long.toString(Files.size(folder.resolve("plugin.zip"))))
                .containsEntry("checksumAlgo", "sha256");
        assertThat(plugin.metadata())
                .containsKeys("pluginName", "vendor", "description", "version", "license", "link", "tenant_scoped");
    }

    private String run(Object... more) throws IOException {
        Path file = folder.resolve("plugin.zip");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
            zip.putNextEntry(new ZipEntry("manifest.json"));
            zip.write("""
                    {"urn":"example:storage","name":"Object Storage","vendor":"Example","version":"1.0.0",
                     "description":"Buckets","license":"MIT","link":"https://example.com","scope":["tenant"]}
                    """.getBytes(StandardCharsets.UTF_8));
        }
        return new Command(
                        Tools.program("director-client"), DIRECTORS.director().url(), file)
                .with(more)
                .variable("DIRECTOR_PASSWORD", DirectorStandIn.SECRET)
                .run();
    }
}
