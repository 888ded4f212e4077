package dev.ose.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.adapter.Secret;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A host's life with the package: installed, set up, crashed, upgraded under load, removed, purged. */
final class PackageIT {

    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final int WRITERS = 2;
    private static final int ENOUGH = 20;
    /** An upgrade takes a while, and all that is written meanwhile is looked at afterwards. */
    private static final Duration PAUSE = Duration.ofMillis(250);

    private static final String UNIT = "ose-server.service";

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
            assertThat(host.property(UNIT, "ActiveState")).isEqualTo("inactive");

            setUp(host);
            S3Target target = makeTenant(host);
            crashLosesNothing(host, target);
            upgradeLosesNothing(host, target);
            removalKeepsWhatTheHostHas(host);
            purgeKeepsDataOnly(host);
        }
    }

    private static void install(Host host, String file) {
        host.run("env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "install", "--yes", file);
    }

    private static String installedVersion(Host host) {
        return host.run("dpkg-query", "--show", "--showformat=${Version}", "ose");
    }

    private static void setUp(Host host) throws IOException {
        Files.writeString(
                host.file("/etc/ose/ose.properties"),
                "oss.s3.address=0.0.0.0\nserver.address=0.0.0.0\n",
                StandardOpenOption.APPEND);
        host.run("systemctl", "enable", "--now", UNIT);
        awaitReady(host, "");
    }

    /** Waits until a node serves whose process is another than that one. */
    private static void awaitReady(Host host, String formerProcess) {
        Path told = host.file("/var/lib/ose/node.json");
        Ports.await("the start of the node", LIMIT, () -> {
            String process = host.property(UNIT, "MainPID");
            return !process.equals(formerProcess)
                    && Files.exists(told)
                    && read(told).contains("\"pid\":" + process + "}");
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
        Secret password =
                Secret.of(read(host.file("/var/lib/ose/admin-password")).strip());
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
            String process = host.property(UNIT, "MainPID");
            host.run("systemctl", "kill", "--kill-whom=main", "--signal=KILL", UNIT);
            awaitReady(host, process);
            writes.awaitMore(ENOUGH);
        }
        writes.endWithNothingLost(target);
    }

    private static void upgradeLosesNothing(Host host, S3Target target) {
        SteadyWrites writes = SteadyWrites.start(target, "upgrade", WRITERS, PAUSE);
        try (writes) {
            writes.awaitMore(ENOUGH);
            String process = host.property(UNIT, "MainPID");

            install(host, "/root/ose.deb");

            awaitReady(host, process);
            writes.awaitMore(ENOUGH);
        }
        assertThat(installedVersion(host)).isNotEqualTo(Packages.FORMER_VERSION);
        assertThat(read(host.file("/etc/ose/ose.properties"))).contains("oss.s3.address=0.0.0.0");
        writes.endWithNothingLost(target);
    }

    private static void removalKeepsWhatTheHostHas(Host host) {
        host.run("apt-get", "remove", "--yes", "ose");

        assertThat(host.property(UNIT, "ActiveState")).isEqualTo("inactive");
        assertThat(host.file("/etc/ose/ose.properties")).exists();
        assertThat(host.file("/var/lib/ose/keyring.json")).exists();
        assertThat(host.file("/usr/lib/ose")).doesNotExist();
        assertThat(host.file("/var/cache/ose")).isEmptyDirectory();
    }

    private static void purgeKeepsDataOnly(Host host) {
        String told = host.run("apt-get", "purge", "--yes", "ose");

        assertThat(told).contains("/var/lib/ose stays");
        assertThat(host.file("/var/lib/ose/keyring.json")).exists();
        assertThat(host.file("/etc/ose")).doesNotExist();
        assertThat(host.file("/var/cache/ose")).doesNotExist();
        assertThat(host.file("/var/log/ose")).doesNotExist();
        Command.Ended units = host.end("systemctl", "list-unit-files", "--no-legend", "ose-*");
        assertThat(units.output() + units.errors()).isBlank();
    }
}
