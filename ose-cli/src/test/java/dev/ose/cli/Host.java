package dev.ose.cli;

import dev.ose.control.Command;
import dev.ose.control.CommandHandler;
import dev.ose.control.ConfigurationCommand;
import dev.ose.control.ControlException;
import dev.ose.control.ControlServer;
import dev.ose.control.Event;
import dev.ose.control.NodeCommand;
import dev.ose.control.PeerRule;
import dev.ose.control.ServiceCommand;
import dev.ose.keeper.configuration.ConfigurationCommands;
import dev.ose.keeper.configuration.ConfigurationStore;
import dev.ose.keeper.configuration.NodeTasks;
import dev.ose.keeper.configuration.StoredConfiguration;
import dev.ose.keeper.probe.EndpointCheck;
import dev.ose.keeper.probe.KeyPairFile;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A host with a configuration directory, the keeper's half of {@code ose} on a real socket, and scripted answers of a
 * node.
 */
final class Host implements AutoCloseable {

    private final Path directory;
    private final Path socket;
    private final ControlServer server;
    private final List<NodeCommand> toNode = Collections.synchronizedList(new ArrayList<>());
    private final List<ServiceCommand.Action> actions = Collections.synchronizedList(new ArrayList<>());
    private final Map<String, Event.Outcome> answers = new ConcurrentHashMap<>();

    /** Output and exit code of a command. */
    record Ran(int exitCode, String out, String err) {}

    Host(Path root) throws IOException, ControlException {
        directory = Files.createDirectory(root.resolve("etc"));
        socket = root.resolve("s");
        Path run = Files.createDirectory(root.resolve("run"));
        Path javaHome = Path.of(System.getProperty("java.home"));
        ConfigurationStore store = store();
        ConfigurationCommands commands = ConfigurationCommands.of(
                store,
                new NodeTasks(
                        store, run, root.resolve("data"), javaHome.resolve("bin/java"), root.resolve("no-server.jar")),
                javaHome,
                Clock.fixed(Instant.parse("2026-11-21T20:00:00Z"), ZoneOffset.UTC),
                new SecureRandom(),
                new EndpointCheck(new KeyPairFile(root.resolve("probe.keys")), () -> "us-east-1", Clock.systemUTC()));
        CommandHandler handler = (command, progress) -> handle(command, progress, commands);
        server = ControlServer.open(socket, PeerRule.standard(), handler, Throwable::printStackTrace);
    }

    private Event.Outcome handle(Command command, Consumer<Event.Progress> progress, ConfigurationCommands commands) {
        return switch (command) {
            case ConfigurationCommand it -> commands.handle(it, progress);
            case ServiceCommand it -> {
                actions.add(it.action());
                yield answers.getOrDefault(
                        it.action().name(), new Event.Refusal("OSE-3211", "The node does not run.", "Start it."));
            }
            case NodeCommand it -> {
                toNode.add(it);
                String request = it.method() + " " + it.path();
                yield answers.getOrDefault(
                        request + " " + it.body(),
                        answers.getOrDefault(request, new Event.Refusal("OSE-2204", "Not scripted.", "Script it.")));
            }
        };
    }

    void answer(String request, Object result) {
        answers.put(request, new Event.Answer(Json.tree(result)));
    }

    /** Answers the request only if it has this body. */
    void answer(String request, String body, Object result) {
        answer(request + " " + body, result);
    }

    List<NodeCommand> toNode() {
        return List.copyOf(toNode);
    }

    List<ServiceCommand.Action> actions() {
        return List.copyOf(actions);
    }

    Path directory() {
        return directory;
    }

    ConfigurationStore store() {
        return new ConfigurationStore(directory);
    }

    StoredConfiguration stored() {
        return store().read();
    }

    /** Runs the command as a script would, without a terminal. */
    Ran ose(String... arguments) {
        return oseWithInput("", arguments);
    }

    Ran oseWithInput(String input, String... arguments) {
        return run(input, null, arguments);
    }

    /** Runs the command with an operator who gives these answers. */
    Ran oseByPerson(Terminal.Asker person, String... arguments) {
        return run("", person, arguments);
    }

    private Ran run(String input, Terminal.@Nullable Asker person, String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        Terminal terminal = new Terminal(
                new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
                new PrintWriter(out, true),
                new PrintWriter(err, true),
                person);
        List<String> all = new ArrayList<>(Arrays.asList(arguments));
        all.addAll(List.of("--socket", socket.toString()));
        int code = Ose.run(terminal, all.toArray(String[]::new));
        return new Ran(code, out.toString(), err.toString());
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
