package dev.ose.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.adapter.Secret;
import dev.ose.testkit.FullDisk;
import dev.ose.testkit.TestCertificate;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Certificates, and the transfer of a whole configuration to a second host. */
class CopyFlowTest {

    private static final String HIDDEN = "Pa55-hidden";
    private static final String PASSWORD = "correct horse battery";

    @TempDir
    private Path first;

    @TempDir
    private Path second;

    private Host host;
    private Host copy;

    @BeforeEach
    void start() throws Exception {
        host = new Host(first);
        copy = new Host(second);
    }

    @AfterEach
    void stop() throws IOException {
        host.close();
        copy.close();
    }

    @Test
    void secondHostIsLikeTheFirstAfterTwoCommands() throws IOException {
        setUp();
        Path file = first.resolve("export");
        Host.Ran exported =
                host.oseWithInput(PASSWORD, "config", "export", "--file", file.toString(), "--secret-stdin");
        Host.Ran imported =
                copy.oseWithInput(PASSWORD, "config", "import", "--file", file.toString(), "--secret-stdin");

        assertThat(exported.exitCode()).as(exported.err()).isZero();
        assertThat(imported.exitCode()).as(imported.err()).isZero();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1))
                .doesNotContain(HIDDEN, "key of nodes");
        assertThat(copy.stored().secrets()).isEqualTo(Map.of("spring.datasource.password", Secret.of(HIDDEN)));
        assertThat(copy.directory().resolve("keyring.json")).hasContent("key of nodes");
        assertThat(copy.stored().options().values())
                .containsEntry(
                        "oss.keyring.file",
                        copy.directory().resolve("keyring.json").toString())
                .containsEntry("spring.datasource.url", "jdbc:postgresql://db/ose")
                .containsEntry(
                        "oss.s3.tls.certificate",
                        copy.directory().resolve("s3-certificate.pem").toString());
        assertThat(copy.directory().resolve("s3-private-key.pem"))
                .hasSameBinaryContentAs(host.directory().resolve("s3-private-key.pem"));
    }

    @Test
    void dryRunShowsTheDifferenceWithoutSecrets() throws IOException {
        setUp();
        Path file = first.resolve("export");
        host.oseWithInput(PASSWORD, "config", "export", "--file", file.toString(), "--secret-stdin");

        Host.Ran dry = copy.oseWithInput(
                PASSWORD, "config", "import", "--file", file.toString(), "--secret-stdin", "--dry-run");

        assertThat(dry.out())
                .contains("spring.datasource.password", "***", "jdbc:postgresql://db/ose")
                .doesNotContain(HIDDEN);
        assertThat(dry.err()).contains("Nothing was changed", "keyring.json");
        try (Stream<Path> files = Files.list(copy.directory())) {
            assertThat(files).isEmpty();
        }
    }

    @Test
    void wrongPasswordAndCutFileAreToldApartAndChangeNothing() throws IOException {
        setUp();
        Path file = first.resolve("export");
        host.oseWithInput(PASSWORD, "config", "export", "--file", file.toString(), "--secret-stdin");
        byte[] whole = Files.readAllBytes(file);
        Path cut = Files.write(first.resolve("cut"), Arrays.copyOf(whole, whole.length - 1));

        Host.Ran wrong = copy.oseWithInput("another", "config", "import", "--file", file.toString(), "--secret-stdin");
        Host.Ran truncated =
                copy.oseWithInput(PASSWORD, "config", "import", "--file", cut.toString(), "--secret-stdin");

        assertThat(wrong.exitCode()).isEqualTo(5);
        assertThat(wrong.err()).contains("OSE-1313");
        assertThat(truncated.err()).contains("OSE-1312");
        assertThat(copy.stored().options().values()).isEmpty();
    }

    @Test
    void fileThatIsNoExportChangesNothing() throws IOException {
        Path file = Files.writeString(first.resolve("photo"), "no export");

        Host.Ran ran = copy.oseWithInput(PASSWORD, "config", "import", "--file", file.toString(), "--secret-stdin");

        assertThat(ran.exitCode()).isEqualTo(5);
        assertThat(ran.err()).contains("OSE-1311", "Give the file that 'ose config export' wrote.");
        assertThat(copy.stored().options().values()).isEmpty();
    }

    @Test
    void fileThatTheConfigurationNamesAndNobodyCanReadIsExportedByNoHalf() throws IOException {
        setUp();
        Path keyring = first.resolve("keyring");
        Path file = first.resolve("export");
        String[] export = {"config", "export", "--file", file.toString(), "--secret-stdin"};
        Files.delete(keyring);

        Host.Ran missing = host.oseWithInput(PASSWORD, export);
        Files.createSymbolicLink(keyring, keyring);
        Host.Ran unreadable = host.oseWithInput(PASSWORD, export);
        Files.delete(keyring);
        Files.createDirectory(keyring);
        Host.Ran directory = host.oseWithInput(PASSWORD, export);

        assertThat(missing.exitCode()).isEqualTo(5);
        assertThat(missing.err()).contains("OSE-1315", keyring.toString(), "it is not there", "Check its path");
        assertThat(unreadable.err()).contains("OSE-1315", keyring.toString(), "may read it");
        assertThat(directory.err()).contains("OSE-1315", keyring.toString());
        assertThat(file).doesNotExist();
    }

    @Test
    void exportThatTheDiskDoesNotTakeLeavesNothing() throws IOException {
        Path place = Files.createDirectory(first.resolve("small"));
        Path file = place.resolve("export");
        String[] export = {"config", "export", "--file", file.toString(), "--secret-stdin"};
        try (FullDisk disk = FullDisk.mount(place)) {
            disk.fill();

            Host.Ran full = host.oseWithInput(PASSWORD, export);

            assertThat(full.exitCode()).isEqualTo(1);
            assertThat(full.err()).contains("OSE-3403", "the disk has room");
            assertThat(file).doesNotExist();
            disk.makeRoom();
            assertThat(host.oseWithInput(PASSWORD, export).exitCode()).isZero();
        }
    }

    @Test
    void otherKeyFileIsNeverReplaced() throws IOException {
        setUp();
        Path file = first.resolve("export");
        host.oseWithInput(PASSWORD, "config", "export", "--file", file.toString(), "--secret-stdin");
        Files.writeString(copy.directory().resolve("keyring.json"), "key of others");

        Host.Ran ran = copy.oseWithInput(PASSWORD, "config", "import", "--file", file.toString(), "--secret-stdin");

        assertThat(ran.exitCode()).isEqualTo(5);
        assertThat(ran.err()).contains("OSE-1316");
        assertThat(copy.directory().resolve("keyring.json")).hasContent("key of others");
    }

    @Test
    void shortPasswordAndPresentFileAreRefused() throws IOException {
        Path present = Files.writeString(first.resolve("present"), "mine");

        Host.Ran weak = host.oseWithInput(
                "short", "config", "export", "--file", first.resolve("e").toString(), "--secret-stdin");
        Host.Ran there =
                host.oseWithInput(PASSWORD, "config", "export", "--file", present.toString(), "--secret-stdin");

        assertThat(weak.exitCode()).isEqualTo(2);
        assertThat(there.exitCode()).isEqualTo(1);
        assertThat(present).hasContent("mine");
    }

    @Test
    void certificateIsMadeAndShown() {
        Host.Ran made = host.ose("cert", "generate", "--name", "s3.example.com,*.s3.example.com,127.0.0.1");
        Host.Ran shown = host.ose("cert", "show");

        assertThat(made.exitCode()).as(made.err()).isZero();
        assertThat(shown.out())
                .contains("s3", "admin", "s3.example.com, *.s3.example.com, 127.0.0.1", "CN=s3.example.com");
        assertThat(host.directory().resolve("s3-private-key.pem"))
                .content()
                .startsWith("-----BEGIN PRIVATE KEY-----\n");
    }

    @Test
    void pkcs12OfAnotherPasswordAndOtherFilesAreToldApart() throws IOException {
        Path text = Files.writeString(first.resolve("text"), "no store");

        Host.Ran ran = host.oseWithInput("x", "cert", "import", "--path", text.toString(), "--secret-stdin");

        assertThat(ran.exitCode()).isEqualTo(5);
        assertThat(ran.err()).contains("OSE-1321", "not a PKCS#12 file");
    }

    @Test
    void certificateWhoseTimeIsOverIsRefusedAndTheOneInPlaceStays() throws Exception {
        host.ose("cert", "generate", "--name", "s3.example.com");
        String before = Files.readString(host.directory().resolve("s3-certificate.pem"));
        Path old = TestCertificate.makeExpired("old").store(first.resolve("old.p12"));

        Host.Ran ran = host.oseWithInput("changeit", "cert", "import", "--path", old.toString(), "--secret-stdin");

        assertThat(ran.exitCode()).isEqualTo(5);
        assertThat(ran.err()).contains("OSE-1321", "it expired at");
        assertThat(host.directory().resolve("s3-certificate.pem")).hasContent(before);
    }

    private void setUp() throws IOException {
        Path keyring = Files.writeString(first.resolve("keyring"), "key of nodes");
        Path password = Files.writeString(first.resolve("password"), HIDDEN + "\n");
        assertThat(host.ose("cert", "generate", "--name", "s3.example.com").exitCode())
                .isZero();
        assertThat(host.ose("args", "set", "-k", "oss.keyring.file", "-v", keyring.toString())
                        .exitCode())
                .isZero();
        assertThat(host.ose(
                                "args",
                                "set",
                                "-k",
                                "spring.datasource.url",
                                "-v",
                                "jdbc:postgresql://db/ose",
                                "-k",
                                "spring.datasource.username",
                                "-v",
                                "ose",
                                "-k",
                                "spring.datasource.password-file",
                                "-v",
                                password.toString())
                        .exitCode())
                .isZero();
    }
}
