package dev.ose.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.testkit.DirectorExtensions.Plugin;
import dev.ose.testkit.DirectorFixture;
import dev.ose.testkit.DirectorStandIn;
import dev.ose.testkit.DirectorStandIn.Mood;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The plug-in of Cloud Director's portal, from the command line to an HTTPS stand-in of Cloud Director. */
class UiFlowTest extends OnHost {

    /** More than one piece of what the keeper takes at once. */
    private static final int LARGE = 5 << 20;

    @RegisterExtension
    static final DirectorFixture DIRECTORS = new DirectorFixture();

    private DirectorStandIn director;

    @BeforeEach
    void startDirector() throws Exception {
        director = DIRECTORS.director();
        Host.Ran set = link(DirectorStandIn.SECRET);
        assertThat(set.exitCode()).as(set.err()).isZero();
    }

    @Test
    void pluginIsRegisteredWholeAndPublished() throws IOException {
        Path file = plugin("1.0.0", LARGE);
        Host.Ran ran = install(file);

        assertThat(ran.exitCode()).as(ran.err()).isZero();
        assertThat(ran.out()).contains("Object Storage", "1.0.0", "ready", "[ Y ]");
        Plugin there = only();
        assertThat(there.status()).isEqualTo("ready");
        assertThat(there.published()).isTrue();
        assertThat(there.metadata())
                .isEqualTo(Map.of(
                        "pluginName", "Object Storage",
                        "vendor", "Example",
                        "description", "Buckets",
                        "version", "1.0.0",
                        "license", "MIT",
                        "link", "https://example.com",
                        "tenant_scoped", "true",
                        "provider_scoped", "false",
                        "enabled", "true"));
        assertThat(there.upload())
                .containsEntry("checksumAlgo", "sha256")
                .containsEntry("size", Long.toString(Files.size(file)))
                .containsOnlyKeys("fileName", "size", "checksum", "checksumAlgo");
        assertThat(director.sessions()).as("logged out again").isZero();
        assertThat(root.resolve("staged")).isEmptyDirectory();
    }

    @Test
    void publicationIsAsAskedAndThenKept() throws IOException {
        host.ose(
                "ui",
                "install",
                "--publish",
                "none",
                "--file",
                plugin("1.0.0", 10).toString());
        assertThat(only().published()).isFalse();

        host.ose("ui", "install", "--file", plugin("1.1.0", 10).toString());
        assertThat(only().published()).as("as before").isFalse();

        Host.Ran ran = host.ose("ui", "publish", "--to", "acme", "--name", "Object Storage", "--vendor", "Example");
        assertThat(ran.exitCode()).as(ran.err()).isZero();
        assertThat(only().published()).isTrue();
        host.ose("ui", "install", "--file", plugin("1.2.0", 10).toString());
        assertThat(only().published()).as("as before").isTrue();
        assertThat(only().metadata()).containsEntry("version", "1.2.0");

        host.ose("ui", "publish", "--to", "none", "--name", "Object Storage", "--vendor", "Example");
        assertThat(only().published()).isFalse();
    }

    @Test
    void organisationThatIsNotThereIsToldBeforeAnythingChanges() throws IOException {
        install(plugin("1.0.0", 10));

        Host.Ran ran = host.ose(
                "ui",
                "install",
                "--publish",
                "acme,other",
                "--file",
                plugin("2.0.0", 10).toString());

        assertThat(ran.exitCode()).isEqualTo(5);
        assertThat(ran.err()).contains("OSE-1356", "no organisation other");
        assertThat(only().metadata()).containsEntry("version", "1.0.0");
    }

    /** Our own plug-in asks for the address in a file of its package. */
    @Test
    void addressOfTheAdminApiIsWrittenIntoTheReleasesPlugin() throws IOException {
        Path shipped = Files.createDirectories(root.resolve("share/ui")).resolve("ose-director.zip");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(shipped))) {
            for (String name : List.of("manifest.json", "config.json", "assets/config.json")) {
                zip.putNextEntry(new ZipEntry(name));
                zip.write(
                        name.startsWith("m")
                                ? manifest("1.0.0").getBytes(StandardCharsets.UTF_8)
                                : "{\"apiOrigin\":\"\"}".getBytes(StandardCharsets.UTF_8));
            }
        }

        Host.Ran without = host.ose("ui", "install");
        host.ose("args", "set", "-k", "oss.admin.public-url", "-v", "http://ose.example.com");
        Host.Ran insecure = host.ose("ui", "install");
        host.ose("args", "set", "-k", "oss.admin.public-url", "-v", "https://ose.example.com");
        Host.Ran ran = host.ose("ui", "install");

        assertThat(without.err()).contains("OSE-1364", "oss.admin.public-url");
        assertThat(insecure.err()).contains("OSE-1364", "https");
        assertThat(ran.exitCode()).as(ran.err()).isZero();
        assertThat(entries(director.extensions().received()))
                .containsEntry("config.json", "{\"apiOrigin\":\"https://ose.example.com\"}")
                .containsEntry("assets/config.json", "{\"apiOrigin\":\"https://ose.example.com\"}")
                .containsEntry("manifest.json", manifest("1.0.0"));
        assertThat(host.ose("ui", "publish", "--to", "none").out()).contains("1.0.0");
        assertThat(root.resolve("staged")).isEmptyDirectory();
    }

    private static Map<String, String> entries(byte[] zip) throws IOException {
        Map<String, String> entries = new HashMap<>();
        try (ZipInputStream stream = new ZipInputStream(new ByteArrayInputStream(zip))) {
            for (ZipEntry entry = stream.getNextEntry(); entry != null; entry = stream.getNextEntry()) {
                entries.put(entry.getName(), new String(stream.readAllBytes(), StandardCharsets.UTF_8));
            }
        }
        return entries;
    }

    @Test
    void newerVersionTakesThePlaceOfTheOlder() throws IOException {
        install(plugin("1.0.0", 10));

        Host.Ran ran = install(plugin("1.1.0", 10));

        assertThat(ran.exitCode()).as(ran.err()).isZero();
        assertThat(ran.out()).contains("1.1.0", "1.0.0");
        assertThat(only().metadata()).containsEntry("version", "1.1.0");
    }

    @Test
    void sameVersionIsUploadedAnew() throws IOException {
        install(plugin("1.0.0", 10));

        assertThat(install(plugin("1.0.0", 20)).exitCode()).isZero();

        assertThat(only().id()).endsWith(":2");
    }

    @Test
    void dryRunTellsAndChangesNothing() throws IOException {
        install(plugin("1.0.0", 10));

        Host.Ran ran = host.ose(
                "ui", "install", "--dry-run", "--file", plugin("2.0.0", 10).toString());
        Host.Ran gone = host.ose("ui", "uninstall", "--dry-run", "--name", "Object Storage", "--vendor", "Example");

        assertThat(ran.out()).contains("2.0.0", "1.0.0");
        assertThat(ran.err() + gone.err()).contains("Nothing was changed");
        assertThat(gone.out()).contains("1.0.0");
        assertThat(only().metadata()).containsEntry("version", "1.0.0");
    }

    /** After a failure at any step, nothing of the new version stays, and the old one is unchanged. */
    @ParameterizedTest
    @ValueSource(strings = {"POST ", "POST /ID/plugin", "PUT /transfer", "POST /ID/tenants/publish", "GET /ID"})
    void whatBreaksOffIsTakenBack(String call) throws IOException {
        install(plugin("1.0.0", 10));
        Plugin before = only();
        director.extensions().refuse(call);

        Host.Ran ran = install(plugin("2.0.0", 10));

        assertThat(ran.exitCode()).isEqualTo(5);
        assertThat(ran.err()).contains("OSE-1356", "answers 500");
        assertThat(only()).isEqualTo(before);
        assertThat(director.sessions()).isZero();
    }

    /** A request there would disclose the session token. */
    @ParameterizedTest
    @ValueSource(strings = {"https://cell-1.invalid//elsewhere.invalid/", "mailto:"})
    void bytesGoToNoOtherHost(String address) throws IOException {
        director.extensions().takeUploadsAt(address);

        Host.Ran ran = install(plugin("1.0.0", 10));

        assertThat(ran.err()).contains("OSE-1356", "where to upload to");
        assertThat(director.extensions().plugins()).isEmpty();
    }

    @Test
    void pluginsAreShownAndRemoved() throws IOException {
        install(plugin("1.0.0", 10));

        Host.Ran shown = host.ose("ui", "show");
        Host.Ran other = host.ose("ui", "uninstall", "--name", "Object Storage", "--vendor", "Somebody");
        Host.Ran half = host.ose("ui", "uninstall", "--name", "Object Storage");
        Host.Ran gone = host.ose("ui", "uninstall", "--name", "Object Storage", "--vendor", "Example", "-o", "json");

        assertThat(shown.out()).contains("Object Storage", "Example", "1.0.0", "ready", "urn:vcloud:uiPlugin:1");
        assertThat(other.out()).contains("has no such plug-in");
        assertThat(half.err()).contains("OSE-3402");
        assertThat(gone.out()).contains("\"version\":\"1.0.0\"", "\"dryRun\":false");
        assertThat(director.extensions().plugins()).isEmpty();
    }

    @Test
    void releaseThatBringsAPluginInstallsIt() throws IOException {
        Host.Ran none = host.ose("ui", "install");
        Path shipped = Files.createDirectories(root.resolve("share/ui"));
        Files.move(plugin("3.0.0", 10), shipped.resolve("portal.zip"));

        Host.Ran ran = host.ose("ui", "install");

        assertThat(none.exitCode()).isEqualTo(5);
        assertThat(none.err()).contains("OSE-1361", "--file");
        assertThat(ran.exitCode()).as(ran.err()).isZero();
        assertThat(only().metadata()).containsEntry("version", "3.0.0");
        assertThat(host.ose("ui", "uninstall").out()).contains("3.0.0");
        assertThat(director.extensions().plugins()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"'',no manifest.json", "no json,is no JSON", "'{\"name\":\"x\"}',does not say \"\"vendor\"\""})
    void whatIsNoPluginIsRefusedUnasked(String manifest, String why) throws IOException {
        Path file = manifest.isEmpty() ? zip("readme.txt", "x", 0) : zip("manifest.json", manifest, 0);

        Host.Ran ran = install(file);

        assertThat(ran.exitCode()).isEqualTo(5);
        assertThat(ran.err()).contains("OSE-1362", why.replace("\"\"", "\""));
        assertThat(install(Files.writeString(root.resolve("text"), "x")).err()).contains("OSE-1362");
        assertThat(director.extensions().calls()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"../outside", "a/../../outside", "/etc/outside", "..\\outside", "C:outside", "MANIFEST.JSON"})
    void packageWhoseEntriesLeadOutOfItIsRefused(String stray) throws IOException {
        Path file = root.resolve("stray.zip");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
            for (String name : List.of("manifest.json", "assets/", "assets/a..b.js", stray)) {
                zip.putNextEntry(new ZipEntry(name));
                zip.write(manifest("1.0.0").getBytes(StandardCharsets.UTF_8));
            }
        }

        Host.Ran ran = install(file);

        assertThat(ran.exitCode()).isEqualTo(5);
        assertThat(ran.err()).contains("OSE-1362", "entry");
        assertThat(director.extensions().calls()).isEmpty();
    }

    @Test
    void wrongLoginAndMissingLinkAreToldApart() throws IOException {
        Path plugin = plugin("1.0.0", 10);
        link("Wrong-secret-1");

        Host.Ran wrong = install(plugin);
        host.ose("director", "unset");
        Host.Ran none = host.ose("ui", "show");

        assertThat(wrong.err()).contains("OSE-1354", "refuses the login").doesNotContain("Wrong-secret-1");
        assertThat(none.err()).contains("OSE-1355", "ose director set");
        assertThat(director.extensions().plugins()).isEmpty();
    }

    @Test
    void directorThatIsAwayOrAnotherIsTold() {
        director.be(Mood.STARTING);
        Host.Ran starting = host.ose("ui", "show");
        host.ose("args", "set", "-k", "oss.director.certificate-fingerprint", "-v", "0".repeat(64));
        Host.Ran other = host.ose("ui", "show");

        assertThat(starting.err()).contains("OSE-1352", "has started");
        assertThat(other.err()).contains("OSE-1353", director.certificate().fingerprint());
    }

    @Test
    void fileThatIsNotThereIsTold() {
        assertThat(host.ose("ui", "install", "--file", root.resolve("none").toString())
                        .err())
                .contains("OSE-3403");
    }

    private Host.Ran link(String secret) {
        return host.oseWithInput(
                secret + "\n",
                "director",
                "set",
                "--url",
                director.url().toString(),
                "--user",
                DirectorStandIn.USER,
                "--secret-stdin",
                "--trust");
    }

    private Host.Ran install(Path file) {
        return host.ose("ui", "install", "--file", file.toString());
    }

    private Plugin only() {
        assertThat(director.extensions().plugins()).hasSize(1);
        return director.extensions().plugins().getFirst();
    }

    private Path plugin(String version, int bytes) throws IOException {
        return zip("manifest.json", manifest(version), bytes);
    }

    private static String manifest(String version) {
        return "{\"urn\":\"example:storage\",\"name\":\"Object Storage\",\"vendor\":\"Example\",\"version\":\""
                + version
                + "\",\"description\":\"Buckets\",\"license\":\"MIT\",\"link\":\"https://example.com\","
                + "\"scope\":[\"tenant\"]}";
    }

    private Path zip(String name, String text, int bytes) throws IOException {
        Path file = Files.createTempFile(root, "plugin", ".zip");
        byte[] noise = new byte[bytes];
        // Incompressible.
        new Random(1).nextBytes(noise);
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
            zip.putNextEntry(new ZipEntry(name));
            zip.write(text.getBytes(StandardCharsets.UTF_8));
            zip.putNextEntry(new ZipEntry("bundle.js"));
            zip.write(noise);
        }
        return file;
    }
}
