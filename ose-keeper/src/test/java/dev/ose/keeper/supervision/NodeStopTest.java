package dev.ose.keeper.supervision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.control.LaunchReport;
import dev.ose.control.LaunchTicket;
import dev.ose.control.ProcessIdentity;
import dev.ose.keeper.process.ChildLauncher;
import dev.ose.keeper.process.NodeLauncher;
import dev.ose.keeper.process.UnitLauncher;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The end of a real process, as seen by a keeper whose nodes are units: a file reports the exit status some time later.
 */
class NodeStopTest {

    private static final Duration LIMIT = Duration.ofMinutes(4);

    @TempDir
    private Path run;

    private final ByteArrayOutputStream said = new ByteArrayOutputStream();
    private Instant now = Instant.parse("2026-11-22T00:00:00Z");
    private final Clock clock = ((InstantSource) () -> now).withZone(ZoneOffset.UTC);
    private Process process;

    @BeforeEach
    void startProcess() throws IOException {
        process = new ProcessBuilder("cat").start();
    }

    @AfterEach
    void endProcess() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    @Test
    void nodeOfAUnitIsOverOnceItsUnitHasToldHowItEnded() throws Exception {
        NodeStop stop = begin(new UnitLauncher(run, clock));
        assertThat(stop.isOver()).isFalse();
        assertThat(process.waitFor()).as("ended by SIGTERM").isEqualTo(143);

        assertThat(stop.isOver())
                .as("the process ended, its exit status is not reported yet")
                .isFalse();
        Files.writeString(run.resolve("server.ended"), "killed TERM\n");

        assertThat(stop.isOver()).isTrue();
    }

    @Test
    void wordThatNeverComesIsWaitedForAsLongAsANodeMayTake() throws Exception {
        NodeStop stop = begin(new UnitLauncher(run, clock));
        stop.isOver();
        process.waitFor();

        now = now.plus(LIMIT).minusMillis(1);
        assertThat(stop.isOver()).isFalse();
        now = now.plusMillis(1);
        assertThat(stop.isOver()).isTrue();
    }

    @Test
    void nodeThatNobodyWillTellOfIsOverWithItsProcess() throws Exception {
        // An adopted node is no child process of this keeper.
        NodeStop stop = begin(new ChildLauncher(Path.of("java"), run, run, true));
        stop.isOver();
        process.waitFor();

        assertThat(stop.isOver()).isTrue();
    }

    @Test
    void nodeThatDoesNotEndInTimeIsKilled() throws Exception {
        process.destroyForcibly().waitFor();
        process = new ProcessBuilder("sh", "-c", "trap '' TERM; echo ready; while :; do read line; done").start();
        assertThat(process.inputReader().readLine()).isEqualTo("ready");
        NodeStop stop = begin(new UnitLauncher(run, clock));
        assertThat(stop.isOver()).isFalse();
        assertThat(process.isAlive()).isTrue();

        now = now.plus(LIMIT);
        assertThat(stop.isOver()).isFalse();

        assertThat(process.waitFor()).isEqualTo(137);
        assertThat(said.toString(StandardCharsets.UTF_8)).contains("is killed");
    }

    @Test
    void nodeThatWasOnlyAskedForIsWaitedForAWhile() throws Exception {
        NodeLauncher launcher = new UnitLauncher(run, clock);
        CurrentNode node = new CurrentNode(launcher, run);
        launcher.start(LaunchTicket.fresh(new SecureRandom()), List.of());
        NodeStop stop = stop(launcher, node);
        stop.begin();

        assertThat(run.resolve("server.wanted")).doesNotExist();
        assertThat(stop.isOver()).isFalse();
        now = now.plus(CurrentNode.UNREPORTED_LIMIT);
        assertThat(stop.isOver()).isTrue();
    }

    /** Begins to stop the process, after a report as a node's. */
    private NodeStop begin(NodeLauncher launcher) throws IOException {
        LaunchTicket launch = LaunchTicket.fresh(new SecureRandom());
        new LaunchReport(launch.name(), ProcessIdentity.of(process.pid()).orElseThrow(), null).write(run);
        CurrentNode node = new CurrentNode(launcher, run);
        node.become(launch);
        NodeStop stop = stop(launcher, node);
        stop.begin();
        return stop;
    }

    private NodeStop stop(NodeLauncher launcher, CurrentNode node) {
        SupervisionJournal journal =
                new SupervisionJournal(new PrintStream(said, true, StandardCharsets.UTF_8), false, clock);
        return new NodeStop(launcher, node, journal, clock, LIMIT);
    }
}
