package dev.ose.cli;

import dev.ose.config.AdapterView;
import dev.ose.control.ConfigurationCommand;
import dev.ose.control.ControlClient;
import dev.ose.control.Event;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Adapters that the keeper knows of, and this command by the keeper's words only. */
final class InstalledAdapters {

    static final String VERB = "adapters.list";

    private static final String KIND = "[a-z][a-z0-9]{1,30}";
    private static final String SOCKET = "--socket";

    private InstalledAdapters() {}

    /** Those of an answer to {@link #VERB}. */
    static List<AdapterView> read(JsonNode answer) {
        List<AdapterView> views = new ArrayList<>();
        answer.path("adapters")
                .forEach(adapter -> views.add(JsonMapper.shared().treeToValue(adapter, AdapterView.class)));
        return views;
    }

    /** Why files of the directory of adapters are not used, a line each, by an answer to {@link #VERB}. */
    static List<String> refused(JsonNode answer) {
        List<String> lines = new ArrayList<>();
        for (JsonNode problem : answer.path("problems")) {
            lines.add(problem.path("code").asString() + ": "
                    + problem.path("happened").asString() + " "
                    + problem.path("remedy").asString());
        }
        return lines;
    }

    /**
     * The adapter that the first argument names, if the grammar has no such command and the keeper is there to be
     * asked. Blocks until it answers.
     */
    static Optional<AdapterView> wanted(CommandLine ose, String... arguments) {
        if (arguments.length == 0 || !arguments[0].matches(KIND) || isKnown(ose, arguments[0])) {
            return Optional.empty();
        }
        ConfigurationCommand command = new ConfigurationCommand(VERB, Map.of(), Map.of(), false);
        return switch (new ControlClient(socket(arguments)).send(command, _ -> {})) {
            case Event.Answer answer -> {
                Optional<AdapterView> found = read(answer.result()).stream()
                        .filter(view -> view.kind().equals(arguments[0]) && view.commands() != null)
                        .findFirst();
                if (found.isEmpty()) {
                    refused(answer.result()).forEach(line -> ose.getErr().println("ose: " + line));
                }
                yield found;
            }
            // The grammar then says that there is no such command.
            case Event.Refusal _ -> Optional.empty();
        };
    }

    /** Commands that the grammar hides are only refused. */
    private static boolean isKnown(CommandLine ose, String name) {
        return Optional.ofNullable(ose.getSubcommands().get(name))
                .map(command -> !command.getCommandSpec().usageMessage().hidden())
                .orElse(false);
    }

    /** The grammar, which knows of this option, is not there yet. */
    private static Path socket(String... arguments) {
        for (int i = 1; i < arguments.length; i++) {
            if (arguments[i].startsWith(SOCKET + '=')) {
                return Path.of(arguments[i].substring(SOCKET.length() + 1));
            }
            if (arguments[i - 1].equals(SOCKET)) {
                return Path.of(arguments[i]);
            }
        }
        return Optional.ofNullable(System.getenv("OSE_SOCKET")).map(Path::of).orElse(ControlClient.STANDARD_SOCKET);
    }
}
