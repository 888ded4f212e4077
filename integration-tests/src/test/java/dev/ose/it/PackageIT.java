package dev.ose.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.adapter.Secret;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A host's life with the package: installed, set up, crashed, upgraded under load, removed, purged. */
final class PackageIT {

    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final int WRITERS = 2;
    private static final int ENOUGH = 20;
    /** An upgrade takes a while, and all that is written meanwhile is looked at afterwards. */
    private static final Duration PAUSE = Duration.ofMillis(250);

    private static final String KEEPER = "ose-keeper.service";
    private static final String NODE = "ose-server.service";
    private static final String DATA = "/var/lib/ose/node/";

    @TempDir
    Path folder;

    @Test
    void hostIsSetUpCrashesIsUpgradedAndGivesThePackageBack() throws IOException {
        Path former = Packages.formerDeb(folder);
        try (Host host = Host.boot("host")) {
            Files.move(former, host.file("/root/former.deb"), StandardCopyOption.REPLACE_EXISTING);
            Files.copy(Packages.deb(), host.file("/root/ose.deb"));

            install(host, "/root/former.deb");
            assertThat(installedVersion(host)).isEqualTo(Packages.FORMER_VERSION);
            assertThat(host.property(KEEPER, "ActiveState")).isEqualTo("inactive");

            setUp(host);
            S3Target target = makeTenant(host);
            crashLosesNothing(host, target);
            nodeTellsWhatItDoesAndDid(host);
            keepersComeAndGoUnnoticed(host, target);
            stopAndStartTakeBoth(host);
            versionChangeLosesNothing(host, target, "upgrade", "/root/ose.deb");
            assertThat(installedVersion(host)).isNotEqualTo(Packages.FORMER_VERSION);
            versionChangeLosesNothing(host, target, "rollback", "/root/former.deb");
            assertThat(installedVersion(host)).isEqualTo(Packages.FORMER_VERSION);
            removalKeepsWhatTheHostHas(host);
            purgeKeepsDataOnly(host);
        }
    }

    private static void install(Host host, String file) {
        host.run("env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "install", "--yes", "--allow-downgrades", file);
    }

    private static String installedVersion(Host host) {
        return host.run("dpkg-query", "--show", "--showformat=${Version}", "ose");
    }

    /** With {@code ose} only, as in the guide. */
    private static void setUp(Host host) {
        host.run("systemctl", "enable", "--now", KEEPER);
        awaitReady(host, "0");
        String process = host.property(NODE, "MainPID");

        set(host, "oss.s3.address", "0.0.0.0");
        set(host, "server.address", "0.0.0.0");
        Command.Ended mistyped = host.end("ose", "args", "set", "-k", "oss.s3.adress", "-v", "0.0.0.0");
        assertThat(mistyped.errors()).contains("oss.s3.address");
        host.run("ose", "service", "restart");

        awaitReady(host, process);
        assertThat(host.run("ose", "args", "get", "-k", "oss.s3.address")).contains("0.0.0.0");
        host.run("systemctl", "reload", KEEPER);
        host.run("ose", "service", "status");
        assertThat(host.file("/var/cache/ose"))
                .as("what the runtime learned of starts")
                .isDirectoryContaining("glob:**/server.aot")
                .isDirectoryContaining("glob:**/ose.aot");
        assertThat(host.run("cat", "/run/ose/server.args")).contains("-XX:AOTCache=/var/cache/ose/server.aot");
    }

    private static void set(Host host, String key, String value) {
        host.run("ose", "args", "set", "-k", key, "-v", value);
    }

    /** Waits until a node serves whose process is another than that one. */
    private static void awaitReady(Host host, String formerProcess) {
        Path announcement = host.file(DATA + "node.json");
        Ports.await("the start of the node", LIMIT, () -> {
            String process = host.property(NODE, "MainPID");
            return !process.equals(formerProcess)
                    && Files.exists(announcement)
                    && read(announcement).contains("\"pid\":" + process + "}");
        });
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException goneOrHalfThere) {
            return "";
        }
    }

    private static S3Target makeTenant(Host host) {
        Secret password = Secret.of(read(host.file(DATA + "admin-password")).strip());
        AdminApi admin = new AdminApi(URI.create("http://" + host.address() + ":9001"), "admin", password);
        AdminApi.Account account = admin.makeTenant("first");
        return new S3Target(
                URI.create("http://" + host.address() + ":9000"),
                account.accessKey(),
                account.secretKey(),
                null,
                S3Target.Server.NODE);
    }

    private static void crashLosesNothing(Host host, S3Target target) {
        SteadyWrites writes = SteadyWrites.start(target, "crash", WRITERS, PAUSE);
        try (writes) {
            writes.awaitMore(ENOUGH);
            String process = host.property(NODE, "MainPID");
            host.run("systemctl", "kill", "--kill-whom=main", "--signal=KILL", NODE);
            long killed = System.nanoTime();
            awaitReady(host, process);
            System.err.println(
                    "back after " + Duration.ofNanos(System.nanoTime() - killed).toMillis() + " ms");
            writes.awaitMore(ENOUGH);
        }
        writes.endWithNothingLost(target);
    }

    /** From one unit into the other, which the JDK's own tools cannot look into. */
    private static void nodeTellsWhatItDoesAndDid(Host host) throws IOException {
        assertThat(host.run("ose", "service", "threads")).contains("Full thread dump");
        assertThat(host.run("ose", "service", "heap")).contains("#instances", "java.lang.String");
        assertThat(host.run("ose", "service", "crashes")).contains("OSE-3201", "signal 9");

        Path bundle = host.file(host.run("ose", "support").strip());
        try (ZipFile zip = new ZipFile(bundle.toFile())) {
            assertThat(entry(zip, "threads.txt")).contains("Full thread dump");
            assertThat(entry(zip, "heap.txt")).contains("#instances");
            assertThat(entry(zip, "crashes.json")).contains("signal 9");
            assertThat(entry(zip, "checks.json")).contains("\"Database\"");
        }
    }

    private static String entry(ZipFile zip, String name) throws IOException {
        try (InputStream stream = zip.getInputStream(zip.getEntry(name))) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** Keepers that are restarted and killed. */
    private static void keepersComeAndGoUnnoticed(Host host, S3Target target) {
        String node = host.property(NODE, "MainPID");
        SteadyWrites writes = SteadyWrites.start(target, "keepers", WRITERS, PAUSE);
        try (writes) {
            writes.awaitMore(ENOUGH);
            host.run("systemctl", "restart", KEEPER);
            writes.awaitMore(ENOUGH);
            String keeper = host.property(KEEPER, "MainPID");
            host.run("systemctl", "kill", "--kill-whom=main", "--signal=KILL", KEEPER);
            Ports.await(
                    "another keeper",
                    LIMIT,
                    () -> host.property(KEEPER, "ActiveState").equals("active")
                            && !host.property(KEEPER, "MainPID").equals(keeper));
            writes.awaitMore(ENOUGH);
        }
        assertThat(writes.failures()).isEmpty();
        assertThat(host.property(NODE, "MainPID")).isEqualTo(node);
        writes.endWithNothingLost(target);
    }

    private static void stopAndStartTakeBoth(Host host) {
        host.run("systemctl", "stop", KEEPER);
        Ports.await("the end of the node", LIMIT, () -> host.property(NODE, "ActiveState")
                .equals("inactive"));

        host.run("systemctl", "start", "voss-keeper.service");
        awaitReady(host, "0");
    }

    /** An upgrade or downgrade as in the guide; the node serves all earlier objects. */
    private static void versionChangeLosesNothing(Host host, S3Target target, String name, String file) {
        SteadyWrites writes = SteadyWrites.start(target, name, WRITERS, PAUSE);
        try (writes) {
            writes.awaitMore(ENOUGH);
            String process = host.property(NODE, "MainPID");

            install(host, file);

            awaitReady(host, process);
            writes.awaitMore(ENOUGH);
        }
        assertThat(read(host.file("/etc/ose/ose.properties"))).contains("oss.s3.address=0.0.0.0");
        writes.endWithNothingLost(target);
    }

    private static void removalKeepsWhatTheHostHas(Host host) {
        host.run("apt-get", "remove", "--yes", "ose");

        assertThat(host.property(KEEPER, "ActiveState")).isEqualTo("inactive");
        assertThat(host.property(NODE, "ActiveState")).isEqualTo("inactive");
        assertThat(host.file("/etc/ose/ose.properties")).exists();
        assertThat(host.file(DATA + "keyring.json")).exists();
        assertThat(host.file("/usr/lib/ose")).doesNotExist();
        assertThat(host.file("/var/cache/ose")).isEmptyDirectory();
    }

    private static void purgeKeepsDataOnly(Host host) {
        String output = host.run("apt-get", "purge", "--yes", "ose");

        assertThat(output).contains("/var/lib/ose stays");
        assertThat(host.file(DATA + "keyring.json")).exists();
        assertThat(host.file("/etc/ose")).doesNotExist();
        assertThat(host.file("/var/cache/ose")).doesNotExist();
        assertThat(host.file("/var/log/ose")).doesNotExist();
        Command.Ended units = host.end("systemctl", "list-unit-files", "--no-legend", "ose-*");
        assertThat(units.output() + units.errors()).isBlank();
    }
}
