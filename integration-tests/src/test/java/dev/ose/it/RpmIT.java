package dev.ose.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * The rpm in the files of a system that does not run: its scripts make what the service needs, and take nothing else
 * away.
 */
final class RpmIT {

    private static final Path PROPERTIES = Path.of("etc/ose/ose.properties");
    private static final Path DATA = Path.of("var/lib/ose");
    private static final Duration LIMIT = Duration.ofMinutes(8);

    private Path rpm;
    private Path root;

    @AfterEach
    void remove() {
        if (root != null) {
            Host.remove(root);
        }
    }

    /** In one go, because an installation rehearses a start. */
    @Test
    void rpmMakesWhatTheServiceNeedsAndTakesItsOwnAway() throws IOException {
        Path file = Packages.rpm();
        rpm = Tools.packaged("rpm");
        root = Host.unpack("rpm-root");

        run("--install", "--nodeps", "--nosignature", file.toString());
        assertUserAndDirectories();
        assertFilesAreAsTheyWerePacked();
        assertRemovalLeavesDataAndTheChangedConfiguration();
    }

    /** With the kernel's view of processes, which systemd's tools and the runtime look at. */
    private String run(String... words) {
        Command command = new Command(
                        "unshare",
                        "--mount",
                        "--",
                        "sh",
                        "-c",
                        "mount -t proc proc \"$1/proc\" && shift && exec \"$@\"")
                // Debian's packages are not in the database of rpm.
                .with("sh", root, rpm, "--force-debian", "--root", root)
                .within(LIMIT);
        return command.with((Object[]) words).run();
    }

    private void assertUserAndDirectories() throws IOException {
        String user = user("etc/passwd");

        assertThat(user).endsWith(":/var/lib/ose:/usr/sbin/nologin");
        assertThat(mode(DATA)).isEqualTo("rwxr-x---");
        assertThat(Files.getAttribute(root.resolve(DATA), "unix:uid"))
                .isEqualTo(Integer.valueOf(user.split(":", 4)[2]));
        assertThat(mode(PROPERTIES)).isEqualTo("rw-r-----");
        assertThat(Files.getAttribute(root.resolve(PROPERTIES), "unix:gid"))
                .isEqualTo(Integer.valueOf(user.split(":", 5)[3]));
    }

    /** All files but for the group that the scripts gave to the configuration. */
    private void assertFilesAreAsTheyWerePacked() {
        String differences = new Command(rpm, "--root", root, "--verify", "--nodeps", "ose")
                .within(LIMIT)
                .end()
                .output();

        assertThat(differences.lines())
                .containsExactlyInAnyOrder(".....UG..  c /etc/ose/jvm.options", ".....UG..  c /etc/ose/ose.properties");
    }

    private void assertRemovalLeavesDataAndTheChangedConfiguration() throws IOException {
        Files.writeString(root.resolve(PROPERTIES), "oss.data.dir=/srv/ose\n");
        Files.writeString(root.resolve(DATA).resolve("keyring.json"), "kept");

        String output = run("--erase", "ose");

        assertThat(output).contains("/var/lib/ose stays");
        assertThat(root.resolve(DATA).resolve("keyring.json")).hasContent("kept");
        assertThat(root.resolve(PROPERTIES + ".rpmsave")).hasContent("oss.data.dir=/srv/ose\n");
        assertThat(root.resolve("usr/lib/ose")).doesNotExist();
        assertThat(root.resolve("usr/lib/systemd/system/ose-server.service")).doesNotExist();
    }

    private String user(String file) throws IOException {
        return Files.readAllLines(root.resolve(file)).stream()
                .filter(line -> line.startsWith("ose:"))
                .findFirst()
                .orElseThrow();
    }

    private String mode(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.readAttributes(root.resolve(file), PosixFileAttributes.class)
                .permissions());
    }
}
