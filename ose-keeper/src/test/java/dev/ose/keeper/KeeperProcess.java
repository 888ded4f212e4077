package dev.ose.keeper;

import dev.ose.control.Command;
import dev.ose.control.ControlClient;
import dev.ose.control.Event;
import dev.ose.control.LaunchReport;
import dev.ose.control.ProcessIdentity;
import dev.ose.control.ServiceCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** A keeper process that supervises a {@link StandInNode}. Closing it ends both. */
final class KeeperProcess implements AutoCloseable {

    private static final Duration LIMIT = Duration.ofMinutes(4);

    private final Path home;
    private final List<String> more;
    private Process process;

    private KeeperProcess(Path home, List<String> more) throws IOException {
        this.home = home;
        this.more = more;
        Files.createDirectories(home.resolve("etc"));
        jar(home.resolve("node.jar"));
        this.process = launch(List.of());
    }

    /** Starts in a new directory, with a configuration of these lines. */
    static KeeperProcess start(List<String> options, String... more) throws IOException {
        // Not JUnit's: the path of a socket must be short.
        Path home = Files.createTempDirectory("kp");
        Files.createDirectories(home.resolve("etc"));
        Files.write(home.resolve("etc/ose.properties"), options);
        return new KeeperProcess(home, List.of(more));
    }

    private static void jar(Path file) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, StandInNode.class.getName());
        manifest.getMainAttributes()
                .put(
                        Attributes.Name.CLASS_PATH,
                        Arrays.stream(System.getProperty("java.class.path").split(":", -1))
                                .map(entry -> Path.of(entry).toUri().toString())
                                .collect(Collectors.joining(" ")));
        new JarOutputStream(Files.newOutputStream(file), manifest).close();
    }

    private Process launch(List<String> others) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                // As on most hosts, where a unit file does not say otherwise.
                "sh",
                "-c",
                "umask 022 && exec \"$0\" \"$@\"",
                java().toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                Keeper.class.getName(),
                "--config-dir=" + home.resolve("etc"),
                "--state-dir=" + home.resolve("state"),
                "--run-dir",
                home.resolve("run").toString(),
                "--server-jar=" + home.resolve("node.jar")));
        command.addAll(more);
        command.addAll(others);
        ProcessBuilder keeper = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        home.resolve("keeper.log").toFile()));
        // Its node has them, too: the second compiler would take a fifth of the time of a stand-in that lives shortly.
        keeper.environment().put("JDK_JAVA_OPTIONS", "-XX:TieredStopAtLevel=1");
        return keeper.start();
    }

    static Path java() {
        return Path.of(System.getProperty("java.home"), "bin", "java");
    }

    Path home() {
        return home;
    }

    Process process() {
        return process;
    }

    String log() throws IOException {
        return Files.readString(home.resolve("keeper.log"));
    }

    /** Kills the keeper alone, as a power failure would. */
    void killKeeper() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** Appends arguments, which override the usual ones. */
    void startKeeper(String... others) throws IOException {
        process = launch(List.of(others));
    }

    Event.Outcome send(Command command) {
        return new ControlClient(home.resolve("run/keeper.sock")).send(command, progress -> {});
    }

    Event.Outcome send(ServiceCommand.Action action) {
        return send(new ServiceCommand(action));
    }

    /** Waits until the status matches. */
    JsonNode await(Predicate<JsonNode> wanted) throws IOException {
        long end = System.nanoTime() + LIMIT.toNanos();
        Event.Outcome last;
        do {
            last = send(ServiceCommand.Action.STATUS);
            if (last instanceof Event.Answer answer && wanted.test(answer.result())) {
                return answer.result();
            }
            LockSupport.parkNanos(100_000_000);
        } while (System.nanoTime() < end);
        throw new AssertionError("not in time; last was "
                + (last instanceof Event.Answer answer ? answer.result() : last) + "\n" + log());
    }

    JsonNode awaitState(String state) throws IOException {
        return await(status -> status.path("state").asString().equals(state));
    }

    /** The node of a keeper that was killed, or that ended in vain. */
    private void endNodeLeft() throws IOException {
        LaunchReport.read(home.resolve("run"))
                .map(LaunchReport::process)
                .filter(ProcessIdentity::isAlive)
                .flatMap(node -> ProcessHandle.of(node.pid()))
                .ifPresent(node -> {
                    node.destroyForcibly();
                    node.onExit().join();
                });
    }

    @Override
    public void close() throws IOException {
        if (process.isAlive()) {
            send(ServiceCommand.Action.STOP);
            process.destroy();
            process.onExit().join();
        }
        endNodeLeft();
        try (var files = Files.walk(home)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
