package dev.ose.keeper;

import static java.nio.file.attribute.PosixFilePermission.GROUP_EXECUTE;
import static java.nio.file.attribute.PosixFilePermission.OTHERS_EXECUTE;
import static java.nio.file.attribute.PosixFilePermission.OWNER_EXECUTE;
import static java.nio.file.attribute.PosixFilePermission.OWNER_READ;
import static java.nio.file.attribute.PosixFilePermission.OWNER_WRITE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.control.Event;
import dev.ose.control.NodeCommand;
import dev.ose.control.ProcessIdentity;
import dev.ose.control.ServiceCommand.Action;
import dev.ose.testkit.fast.StartsServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import tools.jackson.databind.JsonNode;

/**
 * Keepers and nodes as processes; the node is a stand-in that starts within a second. Each test has directories and
 * processes of its own.
 */
@Execution(ExecutionMode.CONCURRENT)
@Timeout(value = 900, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@StartsServer
class KeeperTest {

    @Test
    void killedNodeIsStartedAgainAndItsCrashReportIsKept() throws Exception {
        try (KeeperProcess keeper = KeeperProcess.start(List.of())) {
            JsonNode first = keeper.awaitState("SERVING");

            ProcessHandle.of(pid(first)).orElseThrow().destroyForcibly();

            JsonNode second =
                    keeper.await(status -> status.path("state").asString().equals("SERVING")
                            && status.path("restarts").asInt() == 1);
            assertThat(pid(second)).isNotEqualTo(pid(first));
            JsonNode words = ((Event.Answer) keeper.send(Action.CRASHES)).result();
            assertThat(words.get(0).path("summary").asString()).contains("OSE-3201", "signal 9");
            assertThat(keeper.log()).contains("OSE-3201: The node was ended by signal 9.");
            assertThat(openToOthers(keeper.home().resolve("state"))).isEmpty();
            assertThat(openToOthers(keeper.home().resolve("run")))
                    .as("the sockets alone are for the group")
                    .containsExactlyInAnyOrder("keeper.sock rw-rw----", "server.sock rw-rw----");
        }
    }

    /** Files that other accounts may read or write, and directories that they may list. */
    private static List<String> openToOthers(Path directory) throws IOException {
        Set<PosixFilePermission> passing = EnumSet.of(GROUP_EXECUTE, OTHERS_EXECUTE);
        Set<PosixFilePermission> owners = EnumSet.of(OWNER_READ, OWNER_WRITE, OWNER_EXECUTE);
        List<String> open = new ArrayList<>();
        try (Stream<Path> paths = Files.walk(directory)) {
            for (Path path : paths.toList()) {
                Set<PosixFilePermission> others = EnumSet.copyOf(Files.getPosixFilePermissions(path));
                String shown = PosixFilePermissions.toString(others);
                others.removeAll(owners);
                if (Files.isDirectory(path)) {
                    others.removeAll(passing);
                }
                if (!others.isEmpty()) {
                    open.add(directory.relativize(path) + " " + shown);
                }
            }
        }
        return open;
    }

    @Test
    void hungNodeIsKilledAndStartedAgain() throws Exception {
        try (KeeperProcess keeper = KeeperProcess.start(List.of())) {
            long before = pid(keeper.awaitState("SERVING"));

            assertThat(new ProcessBuilder("sh", "-c", "kill -STOP " + before)
                            .start()
                            .waitFor())
                    .isZero();

            keeper.await(status -> status.path("state").asString().equals("SERVING") && pid(status) != before);
            JsonNode words = ((Event.Answer) keeper.send(Action.CRASHES)).result();
            assertThat(words.get(0).path("summary").asString()).contains("OSE-3202");
        }
    }

    @Test
    void nodeWhosePortsAreSilentLeavesItsThreads() throws Exception {
        try (KeeperProcess keeper = KeeperProcess.start(List.of("logging.level.root=warn"))) {
            keeper.await(status -> status.path("restarts").asInt() == 1);

            JsonNode words = ((Event.Answer) keeper.send(Action.CRASHES)).result();
            assertThat(words.get(0).path("summary").asString()).contains("OSE-3202");
            Path threads = Path.of(words.get(0).path("directory").asString(), "threads.txt");
            assertThat(Files.readString(threads)).contains("StandInNode.beSilent");
        }
    }

    /** Clients can saturate a port; a restart would not serve them better. */
    @Test
    void busyNodeWhosePortsAreSilentIsSpared() throws Exception {
        try (KeeperProcess keeper =
                KeeperProcess.start(List.of("logging.level.root=warn", "oss.keeper.s3-probe=false"))) {
            JsonNode status =
                    keeper.await(it -> it.path("sentence").asString("").contains("left alone")
                            || it.path("restarts").asInt() > 0);

            assertThat(status.path("restarts").asInt()).isZero();
            assertThat(status.path("state").asString()).isEqualTo("SERVING");
            assertThat(status.path("code").asString()).isEqualTo("OSE-3204");
            assertThat(keeper.log()).doesNotContain("OSE-3202");
        }
    }

    @Test
    void nodeTellsItsThreadsAndItsHeap() throws Exception {
        try (KeeperProcess keeper = KeeperProcess.start(List.of())) {
            keeper.awaitState("SERVING");

            assertThat(text(keeper.send(Action.THREAD_DUMP))).contains("Full thread dump", "HTTP-Dispatcher");
            assertThat(text(keeper.send(Action.HEAP_HISTOGRAM))).contains("#instances", "java.lang.String");
            Files.delete(keeper.home().resolve("run/server.sock"));
            assertThat(((Event.Refusal) keeper.send(Action.THREAD_DUMP)).code()).isEqualTo("OSE-3215");
            keeper.send(Action.STOP);
            assertThat(((Event.Refusal) keeper.send(Action.THREAD_DUMP)).code()).isEqualTo("OSE-3211");
        }
    }

    @Test
    void nodeOutlivesItsKilledKeeperAndIsAdopted() throws Exception {
        try (KeeperProcess keeper = KeeperProcess.start(List.of())) {
            JsonNode before = keeper.awaitState("SERVING");

            keeper.killKeeper();
            assertThat(ProcessIdentity.of(pid(before))).isPresent();
            keeper.startKeeper();

            JsonNode after = keeper.await(status ->
                    status.path("keeperPid").asLong() == keeper.process().pid()
                            && status.path("state").asString().equals("SERVING"));
            assertThat(pid(after)).isEqualTo(pid(before));
            assertThat(keeper.send(new NodeCommand("GET", "/api/v1/admin/tenants", null)))
                    .isInstanceOf(Event.Answer.class);
        }
    }

    @Test
    void adoptedNodeIsStartedAgainWhenItDies() throws Exception {
        try (KeeperProcess keeper = KeeperProcess.start(List.of())) {
            long before = pid(keeper.awaitState("SERVING"));
            keeper.killKeeper();
            keeper.startKeeper();
            keeper.awaitState("SERVING");

            ProcessHandle.of(before).orElseThrow().destroyForcibly();

            keeper.await(status -> status.path("state").asString().equals("SERVING") && pid(status) != before);
        }
    }

    @Test
    void processOfThatIdWithAnotherStartIsNotTakenForTheNode() throws Exception {
        try (KeeperProcess keeper = KeeperProcess.start(List.of())) {
            long before = pid(keeper.awaitState("SERVING"));
            keeper.killKeeper();
            ProcessHandle.of(before).orElseThrow().destroyForcibly();
            // Simulates a process that reuses the id of the dead node.
            Process other = new ProcessBuilder("cat").start();
            Path report = keeper.home().resolve("run/server.json");
            Files.writeString(report, Files.readString(report).replace("\"pid\":" + before, "\"pid\":" + other.pid()));
            keeper.startKeeper();

            JsonNode after = keeper.awaitState("SERVING");

            assertThat(pid(after)).isNotEqualTo(other.pid());
            assertThat(other.isAlive()).isTrue();
            other.destroyForcibly().waitFor();
        }
    }

    @Test
    void nodeThatDoesNotKnowTheLoginIsNotTakenForTheKeepers() throws Exception {
        try (KeeperProcess keeper = KeeperProcess.start(List.of())) {
            ProcessHandle stranger =
                    ProcessHandle.of(pid(keeper.awaitState("SERVING"))).orElseThrow();
            keeper.killKeeper();
            Path login = keeper.home().resolve("run/server.login");
            Files.writeString(login, Files.readString(login).replaceFirst("\"login\":\"....", "\"login\":\"xxxx"));
            keeper.startKeeper();

            JsonNode held = keeper.awaitState("HELD");

            assertThat(held.path("code").asString()).isEqualTo("OSE-3206");
            assertThat(held.path("sentence").asString()).contains("Process " + stranger.pid());
            stranger.destroyForcibly();
            stranger.onExit().join();
            assertThat(keeper.send(Action.START)).isInstanceOf(Event.Answer.class);
        }
    }

    @Test
    void whatIsWorseThanItShouldBeIsToldWithACode() throws Exception {
        try (KeeperProcess keeper = KeeperProcess.start(List.of())) {
            // The stand-in has no S3, so the keeper's signed request fails.
            keeper.await(status -> status.path("code").asString("").equals("OSE-3204"));

            assertThat(((Event.Refusal) keeper.send(new NodeCommand("GET", "/api/v1/refused", null))).code())
                    .isEqualTo("OSE-3213");
            assertThat(((Event.Refusal) keeper.send(new NodeCommand("GET", "/api/v1/broken-off", null))).code())
                    .isEqualTo("OSE-3212");
            Files.writeString(keeper.home().resolve("state/crashes"), "no directory");
            assertThat(((Event.Refusal) keeper.send(Action.CRASHES)).code()).isEqualTo("OSE-3216");
        }
    }

    @Test
    void keeperToldToEndEndsTheNodeItStarted() throws Exception {
        try (KeeperProcess keeper = KeeperProcess.start(List.of())) {
            ProcessIdentity node =
                    ProcessIdentity.of(pid(keeper.awaitState("SERVING"))).orElseThrow();

            keeper.process().destroy();
            keeper.process().waitFor();

            assertThat(node.isAlive()).isFalse();
        }
    }

    @Test
    void stoppedNodeStaysStoppedUntilItIsStarted() throws Exception {
        try (KeeperProcess keeper = KeeperProcess.start(List.of())) {
            keeper.awaitState("SERVING");
            assertThat(keeper.send(Action.STOP)).isInstanceOf(Event.Answer.class);
            keeper.killKeeper();
            keeper.startKeeper();

            keeper.await(status -> true);
            assertThat(((Event.Answer) keeper.send(Action.STATUS))
                            .result()
                            .path("state")
                            .asString())
                    .isEqualTo("STOPPED");
            assertThat(((Event.Refusal) keeper.send(new NodeCommand("GET", "/api/v1/admin/tenants", null))).code())
                    .isEqualTo("OSE-3211");

            Event.Outcome started = keeper.send(Action.START);
            assertThat(((Event.Answer) started).result().path("state").asString())
                    .isEqualTo("SERVING");
        }
    }

    @Test
    void restartMakesAnotherProcess() throws Exception {
        try (KeeperProcess keeper = KeeperProcess.start(List.of())) {
            long before = pid(keeper.awaitState("SERVING"));

            Event.Outcome outcome = keeper.send(Action.RESTART);

            assertThat(pid(((Event.Answer) outcome).result())).isNotEqualTo(before);
            assertThat(keeper.send(Action.CRASHES)).isInstanceOf(Event.Answer.class);
            assertThat(((Event.Answer) keeper.send(Action.CRASHES)).result()).isEmpty();
        }
    }

    @Test
    void nodeThatServesIsNotEndedForOneThatCouldNotStart() throws Exception {
        try (KeeperProcess keeper = KeeperProcess.start(List.of())) {
            long before = pid(keeper.awaitState("SERVING"));
            Files.writeString(keeper.home().resolve("etc/ose.properties"), "server.prot=1");

            Event.Outcome outcome = keeper.send(Action.RESTART);

            assertThat(((Event.Refusal) outcome).code()).isEqualTo("OSE-1001");
            assertThat(((Event.Refusal) outcome).remedy()).contains("keeps its settings");
            assertThat(pid(keeper.awaitState("SERVING"))).isEqualTo(before);
        }
    }

    @Test
    void unreachableDatabaseIsWaitedFor() throws Exception {
        try (KeeperProcess keeper = KeeperProcess.start(List.of("logging.level.root=debug"))) {
            JsonNode waiting = keeper.awaitState("WAITING");
            assertThat(waiting.path("code").asString()).isEqualTo("OSE-1105");
            assertThat(waiting.path("sentence").asString()).startsWith("Waits for the database.");
            assertThat(waiting.path("restarts").asInt()).isZero();

            Files.writeString(keeper.home().resolve("etc/ose.properties"), "");

            keeper.awaitState("SERVING");
        }
    }

    @Test
    void wrongConfigurationIsToldAndNotTriedAgain() throws Exception {
        try (KeeperProcess keeper = KeeperProcess.start(List.of("server.prot=1"))) {
            JsonNode held = keeper.awaitState("HELD");
            assertThat(held.path("code").asString()).isEqualTo("OSE-1001");

            Event.Outcome stillWrong = keeper.send(Action.START);
            assertThat(((Event.Refusal) stillWrong).code()).isEqualTo("OSE-1001");
            Files.writeString(keeper.home().resolve("etc/ose.properties"), "");
            assertThat(keeper.send(Action.START)).isInstanceOf(Event.Answer.class);
        }
    }

    @Test
    void crashingNodeIsToldToWhoeverStartsIt() throws Exception {
        try (KeeperProcess keeper = KeeperProcess.start(List.of("logging.level.root=error"))) {
            keeper.await(status -> status.path("restarts").asInt() >= 2);

            Event.Outcome outcome = keeper.send(Action.START);

            assertThat(((Event.Refusal) outcome).code()).isEqualTo("OSE-3201");
            assertThat(((Event.Refusal) outcome).sentence())
                    .as(Files.readString(keeper.home().resolve("state/log/node.log")))
                    .contains("exit code 7");
        }
    }

    @Test
    void impossibleJvmArgumentsLeaveTheOldOnesInPlace() throws Exception {
        try (KeeperProcess keeper = KeeperProcess.start(List.of())) {
            keeper.awaitState("SERVING");
            Path options = keeper.home().resolve("etc/jvm.options");
            Files.writeString(options, "-Dgood=1\n");
            assertThat(keeper.send(Action.RESTART)).isInstanceOf(Event.Answer.class);

            Files.writeString(options, "-XX:+NoSuchThing\n", StandardOpenOption.TRUNCATE_EXISTING);
            assertThat(keeper.send(Action.RESTART)).isInstanceOf(Event.Answer.class);

            assertThat(keeper.log()).contains("OSE-3205", "NoSuchThing");
            assertThat(Files.readString(keeper.home().resolve("run/server.args")))
                    .contains("-Dgood=1")
                    .doesNotContain("NoSuchThing");
        }
    }

    @Test
    void secondKeeperIsRefused() throws Exception {
        try (KeeperProcess keeper = KeeperProcess.start(List.of())) {
            keeper.awaitState("SERVING");
            Process first = keeper.process();

            keeper.startKeeper();
            Process second = keeper.process();

            assertThat(second.waitFor()).isEqualTo(1);
            assertThat(keeper.log()).contains("OSE-3101");
            keeper.startKeeper("--run-dir=" + keeper.home().resolve("other"));
            assertThat(keeper.process().waitFor()).as("with the same state").isEqualTo(1);
            assertThat(first.isAlive()).isTrue();
            first.destroy();
            first.waitFor();
        }
    }

    @Test
    void keeperWithoutASocketEnds() throws Exception {
        try (KeeperProcess keeper = KeeperProcess.start(List.of())) {
            keeper.awaitState("SERVING");
            keeper.process().destroy();
            keeper.process().waitFor();
            Path socket = keeper.home().resolve("run/keeper.sock");
            Files.createDirectory(socket);

            keeper.startKeeper();

            assertThat(keeper.process().waitFor()).isEqualTo(1);
            assertThat(keeper.log()).contains("OSE-3008");
            Files.delete(socket);
        }
    }

    @Test
    void keeperWithoutItsDirectoriesEnds() throws Exception {
        try (KeeperProcess keeper = KeeperProcess.start(List.of())) {
            keeper.awaitState("SERVING");
            keeper.process().destroy();
            keeper.process().waitFor();
            Path file = Files.writeString(keeper.home().resolve("no-directory"), "");

            keeper.startKeeper("--state-dir=" + file.resolve("state"));

            assertThat(keeper.process().waitFor()).isEqualTo(1);
            assertThat(keeper.log()).contains("OSE-3102", "no-directory");
        }
    }

    @Test
    void whatJavaHasLearnedIsUsedWhateverTheOperatorsArguments() throws Exception {
        Path cache = Files.createTempFile("learned", ".aot");
        try (KeeperProcess keeper = KeeperProcess.start(List.of(), "--aot-cache=" + cache)) {
            Files.writeString(keeper.home().resolve("etc/jvm.options"), "-Dmine=1\n");
            keeper.awaitState("SERVING");
            assertThat(keeper.send(Action.RESTART)).isInstanceOf(Event.Answer.class);

            // An empty file is no valid cache: the JVM ignores it, like one of another machine.
            assertThat(Files.readString(keeper.home().resolve("run/server.args")))
                    .contains("\"-XX:AOTCache=" + cache + "\"", "-Dmine=1");
        } finally {
            Files.delete(cache);
        }
    }

    @Test
    void reloadTellsWhetherARestartIsNeeded() throws Exception {
        try (KeeperProcess keeper = KeeperProcess.start(List.of())) {
            keeper.awaitState("SERVING");
            assertThat(((Event.Answer) keeper.send(Action.RELOAD))
                            .result()
                            .path("restartNeeded")
                            .asBoolean())
                    .isFalse();

            Files.writeString(keeper.home().resolve("etc/jvm.options"), "-Dother=1\n");

            assertThat(((Event.Answer) keeper.send(Action.RELOAD))
                            .result()
                            .path("restartNeeded")
                            .asBoolean())
                    .isTrue();
        }
    }

    @Test
    void loginOfTheLaunchIsNowhereToBeSeen() throws Exception {
        try (KeeperProcess keeper = KeeperProcess.start(List.of())) {
            long pid = pid(keeper.awaitState("SERVING"));
            String login = Files.readString(keeper.home().resolve("run/server.login"));
            String word = login.substring(login.indexOf("\"login\":\"") + 9, login.lastIndexOf('"'));

            assertThat(word).hasSizeGreaterThan(40);
            assertThat(Files.readString(Path.of("/proc/" + pid + "/cmdline"))).doesNotContain(word);
            assertThat(Files.readString(Path.of("/proc/" + pid + "/environ"))).doesNotContain(word);
            assertThat(keeper.log()).doesNotContain(word);
        }
    }

    private static String text(Event.Outcome outcome) {
        return ((Event.Answer) outcome).result().path("text").asString();
    }

    private static long pid(JsonNode status) {
        return status.path("pid").asLong();
    }
}
