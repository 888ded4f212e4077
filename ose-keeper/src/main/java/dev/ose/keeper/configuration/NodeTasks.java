package dev.ose.keeper.configuration;

import dev.ose.config.ConfigurationException;
import dev.ose.control.Event;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Runs one-off tasks of the node's own program in a separate process, so that checks of a database or a platform find
 * what a node would find. Thread-safe.
 */
public final class NodeTasks {

    static final String FAILED = "OSE-1331";

    /** By name: the keeper's class path has none of the node's classes. */
    private static final String PROGRAM = "dev.ose.server.app.NodeTask";

    private static final int TIMEOUT_SECONDS = 170;
    private static final int MAX_FINDINGS = 1_000;

    private final ConfigurationStore store;
    private final Path run;
    private final Path dataDirectory;
    private final Path java;
    private final Path server;

    /**
     * @param run where secrets are handed over, see {@link NodeArguments#prepare}
     * @param dataDirectory the node's data directory if the configuration names none
     * @param java the node's Java
     * @param server the node's jar
     */
    public NodeTasks(ConfigurationStore store, Path run, Path dataDirectory, Path java, Path server) {
        this.store = store;
        this.run = run;
        this.dataDirectory = dataDirectory;
        this.java = java;
        this.server = server;
    }

    /** The node's data directory if the configuration names none. */
    Path dataDirectory() {
        return dataDirectory;
    }

    /** The installation directory of this release. */
    Path installation() {
        return Objects.requireNonNull(server.toAbsolutePath().getParent(), "a file is in a directory");
    }

    /**
     * Runs a task and returns its findings, a JSON object each. Blocks for seconds, at most three minutes.
     *
     * @throws ConfigurationException if the task does not run to completion
     */
    List<JsonNode> run(String task, Consumer<Event.Progress> progress) {
        List<String> command = new ArrayList<>(List.of(
                java.toString(),
                "-Xmx256m",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xshare:auto",
                "--enable-native-access=ALL-UNNAMED"));
        command.addAll(JvmArguments.properties(store.read().jvmArgumentList()));
        command.addAll(List.of("-cp", server.toString(), PROGRAM, task));
        command.addAll(NodeArguments.prepare(store, run, dataDirectory));
        progress.accept(Event.Progress.of("asking the node's program"));
        try {
            Path words = Files.createTempFile(run, "task", ".log");
            try {
                return run(command, words, progress);
            } finally {
                Files.delete(words);
            }
        } catch (IOException e) {
            throw failed("it cannot be started: " + e.getMessage());
        }
    }

    private static List<JsonNode> run(List<String> command, Path words, Consumer<Event.Progress> progress)
            throws IOException {
        Process process =
                new ProcessBuilder(command).redirectError(words.toFile()).start();
        Thread deadline = Thread.ofVirtual().start(() -> endInTime(process));
        List<JsonNode> findings = new ArrayList<>();
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            process.getOutputStream().close();
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (findings.size() < MAX_FINDINGS) {
                    JsonNode finding = JsonMapper.shared().readTree(line);
                    findings.add(finding);
                    progress.accept(Event.Progress.of(finding.path("name").asString("")));
                }
            }
            int code = process.waitFor();
            if (code != 0) {
                throw failed(reason(words, code));
            }
            return findings;
        } catch (JacksonException e) {
            throw failed("its output is not what the keeper expects; keeper and node must be of the same release");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failed("it was interrupted");
        } finally {
            process.destroyForcibly();
            deadline.interrupt();
        }
    }

    private static void endInTime(Process process) {
        try {
            if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static String reason(Path words, int code) throws IOException {
        return Files.readString(words)
                .lines()
                .filter(line -> line.startsWith("OSE-"))
                .findFirst()
                .orElse("it ended with code " + code + ", or took longer than " + TIMEOUT_SECONDS + " s");
    }

    private static ConfigurationException failed(String why) {
        return ConfigurationErrors.of(
                FAILED,
                "The node's program failed: " + why + (why.endsWith(".") ? "" : "."),
                "the node's program",
                "Look at ose config show and the node's log.");
    }
}
