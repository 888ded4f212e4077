package dev.ose.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The server, its starter and their accounts: lifetimes and permissions. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class ServerProcessTest {

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
    void startAfterStarterWasKilledAdoptsItsServer() throws Exception {
        Process starter = sandbox.child(sandbox.directory(), 0);
        String started = Sandbox.answer(starter);
        Sandbox.kill(starter);

        try (EmbeddedPostgres postgres = EmbeddedPostgres.start(sandbox.config())) {
            assertThat(postgres.isAdopted()).isTrue();
            assertThat(started).isEqualTo(Starter.STARTED + postgres.pid());
            assertThat(Sandbox.query(postgres, "SELECT 1")).isEqualTo("1");
        }
        // The last process may take a moment to leave after pg_ctl has seen the server stop.
        await().atMost(Duration.ofMinutes(2))
                .until(() -> !Postmaster.hasProcesses(new Layout(sandbox.directory()).data()));
    }

    @Test
    void startWithOtherSettingsRestartsTheAdoptedServer() throws Exception {
        Process starter = sandbox.child(sandbox.directory(), 0);
        String started = Sandbox.answer(starter);
        Sandbox.kill(starter);

        try (EmbeddedPostgres postgres = EmbeddedPostgres.start(sandbox.config().withMaxConnections(23))) {
            assertThat(postgres.isAdopted()).isFalse();
            assertThat(started).startsWith(Starter.STARTED).doesNotEndWith(" " + postgres.pid());
            assertThat(Sandbox.query(postgres, "SHOW max_connections")).isEqualTo("23");
        }
    }

    @Test
    void ofTwoStartersOneIsRefused() throws Exception {
        Process first = sandbox.child(sandbox.directory(), 0);
        Process second = sandbox.child(sandbox.directory(), 0);

        String answers = Sandbox.answer(first) + " / " + Sandbox.answer(second);

        assertThat(answers).containsOnlyOnce(Starter.STARTED).containsOnlyOnce(Starter.REFUSED + "Another process");
    }

    @Test
    void rootServesOpenDirectoryThroughUnprivilegedAccount() throws Exception {
        assumeTrue(Ownership.ofThisProcess().isRoot(), "only root changes accounts");

        try (EmbeddedPostgres postgres = EmbeddedPostgres.start(sandbox.throwaway())) {
            assertThat(Ownership.of(new Layout(sandbox.directory()).data()).isRoot())
                    .isFalse();
            assertThat(Ownership.of(Path.of("/proc/" + postgres.pid())).isRoot())
                    .isFalse();
        }
    }

    @Test
    void rootServesClosedDirectoryInUserNamespace() throws Exception {
        assumeTrue(Ownership.ofThisProcess().isRoot(), "only root changes accounts");

        try (Sandbox closed = Sandbox.closed();
                EmbeddedPostgres postgres = EmbeddedPostgres.start(closed.throwaway())) {
            assertThat(Ownership.of(new Layout(closed.directory()).data()).isRoot())
                    .isTrue();
            assertThat(postgres.isRunning()).isTrue();
        }
    }

    @Test
    void ordinaryUserServesOwnDirectory() throws Exception {
        assumeTrue(Ownership.ofThisProcess().isRoot(), "an ordinary user is what the other tests then run as");
        Files.createDirectory(sandbox.directory());
        new Ownership(Sandbox.STRANGER, Sandbox.STRANGER).give(sandbox.directory());

        Process child = sandbox.childOfStranger(sandbox.directory());
        String answer = Sandbox.answer(child);

        assertThat(answer).startsWith(Starter.STARTED);
        assertThat(Ownership.of(new Layout(sandbox.directory()).data()).uid()).isEqualTo(Sandbox.STRANGER);
        child.getOutputStream().close();
        assertThat(child.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(child.exitValue()).isZero();
    }

    @Test
    void ordinaryUserInForeignDirectoryIsToldWhatToDo() throws Exception {
        assumeTrue(Ownership.ofThisProcess().isRoot(), "needs a second account");
        Path foreign = Files.createDirectory(sandbox.root().resolve("foreign"));
        ClusterDirectories.permit(foreign, "rwx------");

        String answer = Sandbox.answer(sandbox.childOfStranger(foreign.resolve("database")));

        assertThat(answer).startsWith(Starter.REFUSED).contains("may not read or write", foreign.toString(), "chown");
    }
}
