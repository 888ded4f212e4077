package dev.ose.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Lifecycle of one server within one process. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class EmbeddedPostgresTest {

    private Sandbox sandbox;

    @BeforeEach
    void open() throws IOException {
        sandbox = Sandbox.open();
    }

    @AfterEach
    void remove() throws IOException {
        sandbox.close();
    }

    @Test
    void restartKeepsDataAndPort() throws Exception {
        int port;
        try (EmbeddedPostgres first = EmbeddedPostgres.start(sandbox.config())) {
            port = first.port();
            Sandbox.query(first, "CREATE TABLE kept AS SELECT 'é€😀' AS word");
        }

        try (EmbeddedPostgres second = EmbeddedPostgres.start(sandbox.config())) {
            assertThat(second.port()).isEqualTo(port);
            assertThat(second.isAdopted()).isFalse();
            assertThat(Sandbox.query(second, "SELECT word FROM kept")).isEqualTo("é€😀");
        }
    }

    @Test
    void durableServerSyncsEachCommit() throws Exception {
        try (EmbeddedPostgres postgres = EmbeddedPostgres.start(sandbox.config().withMaxConnections(17))) {
            assertThat(Sandbox.query(postgres, "SHOW fsync")).isEqualTo("on");
            assertThat(Sandbox.query(postgres, "SHOW synchronous_commit")).isEqualTo("on");
            assertThat(Sandbox.query(postgres, "SHOW max_connections")).isEqualTo("17");
            assertThat(Sandbox.query(postgres, "SHOW server_encoding")).isEqualTo("UTF8");
            assertThat(Sandbox.query(postgres, "SHOW listen_addresses")).isEqualTo("127.0.0.1");
            assertThat(Sandbox.query(postgres, "SHOW unix_socket_directories")).isEmpty();
        }
    }

    @Test
    void throwawayServerDoesNotSync() throws Exception {
        try (EmbeddedPostgres postgres = EmbeddedPostgres.start(sandbox.throwaway())) {
            assertThat(Sandbox.query(postgres, "SHOW fsync")).isEqualTo("off");
        }
    }

    @Test
    void loginIsReadableByItsOwnerOnlyAndDemanded() throws Exception {
        try (EmbeddedPostgres postgres = EmbeddedPostgres.start(sandbox.throwaway())) {
            Path file = new Layout(sandbox.directory()).login();

            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                    .isEqualTo("rw-------");
            assertThat(postgres.<Integer>withPassword(word -> word.length)).isGreaterThanOrEqualTo(32);
            assertThat(Sandbox.query(postgres, "SELECT rolpassword FROM pg_authid WHERE rolname = current_user"))
                    .startsWith("SCRAM-SHA-256$1:");
            assertThat(new Layout(sandbox.directory()).initialLogin()).doesNotExist();
            assertThatThrownBy(() -> Login.generate().connect(postgres.port())).isInstanceOf(SQLException.class);
        }
    }

    @Test
    void startAfterServerWasKilledRecovers() throws Exception {
        EmbeddedPostgres first = EmbeddedPostgres.start(sandbox.config());
        Sandbox.query(first, "CREATE TABLE kept AS SELECT 42 AS answer");

        ProcessHandle server = ProcessHandle.of(first.pid()).orElseThrow();
        server.destroyForcibly();
        server.onExit().get(60, TimeUnit.SECONDS);

        assertThat(first.isRunning()).isFalse();
        first.close();
        try (EmbeddedPostgres second = EmbeddedPostgres.start(sandbox.config())) {
            assertThat(second.isAdopted()).isFalse();
            assertThat(Sandbox.query(second, "SELECT answer FROM kept")).isEqualTo("42");
        }
    }

    @Test
    void startWhenPidFileNamesStrangerStarts() throws Exception {
        EmbeddedPostgres.start(sandbox.throwaway()).close();
        Path data = new Layout(sandbox.directory()).data();
        long stranger = ProcessHandle.current().pid();
        Files.writeString(
                data.resolve("postmaster.pid"), stranger + "\n" + data + "\n1\n5432\n\n127.0.0.1\n1 1\nready\n");

        try (EmbeddedPostgres postgres = EmbeddedPostgres.start(sandbox.throwaway())) {
            assertThat(postgres.isAdopted()).isFalse();
            assertThat(postgres.isRunning()).isTrue();
        }
    }

    @Test
    void startWhenPortIsBusyNamesThePort() throws Exception {
        try (ServerSocket busy = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            EmbeddedPostgresConfig config = sandbox.throwaway().withPort(busy.getLocalPort());

            assertThatThrownBy(() -> EmbeddedPostgres.start(config))
                    .isInstanceOf(EmbeddedPostgresException.class)
                    .hasMessageContaining("Port " + busy.getLocalPort())
                    .hasMessageContaining("set the port to 0");
        }
    }

    @Test
    void startWhenRememberedPortIsBusyTakesAnother() throws Exception {
        EmbeddedPostgres first = EmbeddedPostgres.start(sandbox.throwaway());
        int port = first.port();
        first.close();

        try (ServerSocket busy = new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
                EmbeddedPostgres second = EmbeddedPostgres.start(sandbox.throwaway())) {
            assertThat(second.port()).isNotEqualTo(busy.getLocalPort());
        }
    }

    @Test
    void secondStartInTheSameProcessIsRefused() {
        try (EmbeddedPostgres postgres = EmbeddedPostgres.start(sandbox.throwaway())) {
            assertThatThrownBy(() -> EmbeddedPostgres.start(sandbox.throwaway()))
                    .isInstanceOf(EmbeddedPostgresException.class)
                    .hasMessageContaining("Another process of OSE uses the database");
            assertThat(postgres.isRunning()).isTrue();
        }
    }

    @Test
    void directoryOfAnotherMajorVersionIsRefused() throws Exception {
        Path data = Files.createDirectories(new Layout(sandbox.directory()).data());
        Files.writeString(data.resolve("PG_VERSION"), "15\n");

        assertThatThrownBy(() -> EmbeddedPostgres.start(sandbox.throwaway()))
                .isInstanceOf(EmbeddedPostgresException.class)
                .hasMessageContaining("made by PostgreSQL 15")
                .hasMessageContaining("pg_upgrade");
    }

    @Test
    void directoryWithoutItsLoginIsRefused() throws Exception {
        EmbeddedPostgres.start(sandbox.throwaway()).close();
        Files.delete(new Layout(sandbox.directory()).login());

        assertThatThrownBy(() -> EmbeddedPostgres.start(sandbox.throwaway()))
                .isInstanceOf(EmbeddedPostgresException.class)
                .hasMessageContaining("Restore it from a backup");
    }

    @Test
    void fileInPlaceOfDirectoryIsRefused() throws Exception {
        Files.writeString(sandbox.directory(), "not a directory");

        assertThatThrownBy(() -> EmbeddedPostgres.start(sandbox.throwaway()))
                .isInstanceOf(EmbeddedPostgresException.class)
                .hasMessageContaining(sandbox.directory().toString());
    }

    @Test
    void damagedProgramsAreUnpackedAgain() throws Exception {
        Path cache = sandbox.root().resolve("programs");
        EmbeddedPostgresConfig config = sandbox.throwaway().withBinaries(cache);
        Binaries binaries = Binaries.unpacked(config);
        Files.writeString(Path.of(binaries.program("postgres")), "");
        List<String> progress = new ArrayList<>();

        try (EmbeddedPostgres postgres = EmbeddedPostgres.start(config.withProgress(progress::add))) {
            assertThat(postgres.isRunning()).isTrue();
        }

        assertThat(progress).anyMatch(sentence -> sentence.startsWith("Unpacking"));
    }

    @Test
    void closeTwiceDoesNothing() {
        EmbeddedPostgres postgres = EmbeddedPostgres.start(sandbox.throwaway());

        postgres.close();
        postgres.close();

        assertThat(postgres.isRunning()).isFalse();
    }
}
