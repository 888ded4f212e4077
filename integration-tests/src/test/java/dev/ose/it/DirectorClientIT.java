package dev.ose.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.testkit.DirectorAccounts;
import dev.ose.testkit.DirectorExtensions;
import dev.ose.testkit.DirectorFixture;
import dev.ose.testkit.DirectorStandIn;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * The stand-in of Cloud Director that the tests of {@code ose director}, {@code ose ui} and access tokens go by, held
 * against VMware's own client library: what that sends is taken, and what comes back is understood by it.
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

    /** What a node asks about tokens: VMware's library understands the answers, and follows the pages of rights. */
    @Test
    void libraryOfTheVendorUnderstandsSessionsAndRights() throws IOException {
        DirectorAccounts accounts = DIRECTORS.director().accounts();
        DirectorAccounts.Organisation acme = accounts.organisation("acme");
        List<String> rights =
                IntStream.range(0, 300).mapToObj(i -> "Right " + i + ": View").toList();
        DirectorAccounts.User ann = accounts.user(acme, "ann", accounts.role(acme, "vApp User", rights));

        assertThat(drive("token", accounts.token(ann)).lines())
                .contains(
                        "user ann urn:vcloud:user:" + ann.id(),
                        "organisation acme urn:vcloud:org:" + acme.id(),
                        "chose version 39.1",
                        "role vApp User",
                        "300 rights, the last Right 299: View VIEW");
        assertThat(drive("session").lines())
                .contains("role System Administrator", "4 rights, the last UI Plugins: View VIEW");
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
        return drive(Stream.concat(Stream.of(file), Stream.of(more)).toArray());
    }

    private static String drive(Object... arguments) throws IOException {
        return new Command(
                        Tools.program("director-client"), DIRECTORS.director().url())
                .with(arguments)
                .variable("DIRECTOR_PASSWORD", DirectorStandIn.SECRET)
                .run();
    }
}
