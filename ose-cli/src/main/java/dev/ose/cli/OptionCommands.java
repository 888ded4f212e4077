package dev.ose.cli;

import dev.ose.adapter.Secret;
import dev.ose.config.DeprecatedOptions;
import dev.ose.config.OptionCatalogue;
import dev.ose.config.SpringKeys;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;

/** {@code ose args}. */
final class OptionCommands {

    private OptionCommands() {}

    static CommandLine group(Terminal terminal) {
        return Group.of(
                "args",
                "Read and change the node's options.",
                new Set(terminal),
                new Get(terminal),
                new Unset(terminal),
                new ListAll(terminal));
    }

    /** The option of a key in the keeper's list; distinguishes unset Spring Boot keys from unknown ones. */
    static JsonNode find(JsonNode listing, String key) {
        String wanted = DeprecatedOptions.mapped(key).orElse(key);
        for (JsonNode option : listing.path("options")) {
            if (option.path("key").asString().equals(wanted)) {
                return option;
            }
        }
        throw CommandFailure.of(
                ExitCode.REFUSED,
                "OSE-1001",
                SpringKeys.isOne(wanted)
                        ? "The property " + wanted + " of Spring Boot is not set."
                        : "There is no option " + key + ".",
                "ose args list --all shows all of them.");
    }

    @Command(
            name = "set",
            description = {
                "Set options; several pairs of -k and -v are set together or not at all.",
                "For a secret, one of them at most, leave -v out and give --secret-file or --secret-stdin."
            })
    private static final class Set extends ConfigChangeCommand {

        @Option(
                names = {"-k", "--k", "--key"},
                required = true,
                paramLabel = "KEY",
                description = "The option; see docs/reference/options.md or ose args list.")
        private List<String> keys = List.of();

        @Option(
                names = {"-v", "--v", "--value"},
                paramLabel = "VALUE",
                description = "Its value.")
        private List<String> values = List.of();

        @Mixin
        private SecretInput secret = new SecretInput();

        Set(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            List<String> kept = keys.stream().filter(this::isSecret).toList();
            if (kept.size() == 1 && values.size() == keys.size() - 1) {
                List<String> others = new ArrayList<>(keys);
                others.removeAll(kept);
                Secret value = secret.read(terminal(), "Secret");
                return change(pairs(others), Map.of(kept.getFirst(), value), List.of());
            }
            if (values.size() != keys.size() || secret.isGiven()) {
                throw CommandFailure.incomplete(
                        "There are " + keys.size() + " keys and " + values.size() + " values.", "Give each -k a -v.");
            }
            return set(pairs(keys));
        }

        /** Those of installed adapters only the keeper knows; it is asked if a value is missing. */
        private boolean isSecret(String key) {
            if (OptionCatalogue.builtIn().secret(key).isPresent()) {
                return true;
            }
            boolean lacksValue = secret.isGiven() || values.size() < keys.size();
            return lacksValue
                    && !SpringKeys.isOne(key)
                    && find(ask("options.list"), key).path("secret").asBoolean();
        }

        private Map<String, String> pairs(List<String> named) {
            Map<String, String> set = new LinkedHashMap<>();
            for (int i = 0; i < named.size(); i++) {
                set.put(named.get(i), values.get(i));
            }
            return set;
        }
    }

    @Command(name = "get", description = "Show the value of one option.")
    private static final class Get extends BaseCommand {

        @Option(
                names = {"-k", "--k", "--key"},
                required = true,
                paramLabel = "KEY",
                description = "The option.")
        private String key = "";

        Get(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            show(find(ask("options.list"), key), option -> Table.text(option.path("value")));
            return ExitCode.DONE;
        }
    }

    @Command(name = "unset", description = "Reset options to their defaults.")
    private static final class Unset extends ConfigChangeCommand {

        @Option(
                names = {"-k", "--k", "--key"},
                required = true,
                paramLabel = "KEY",
                description = "The option; may be given several times.")
        private List<String> keys = List.of();

        Unset(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            return unset(keys);
        }
    }

    /** A command that shows the settings below a prefix, secrets hidden. */
    static Supplier<CommandLine> show(Terminal terminal, String description, boolean all, String prefix) {
        return () -> {
            CommandLine line = new CommandLine(new Show(terminal, all, prefix));
            line.getCommandSpec().name("show").usageMessage().description(description);
            return line;
        };
    }

    @Command
    private static final class Show extends BaseCommand {

        private final boolean all;
        private final String prefix;

        Show(Terminal terminal, boolean all, String prefix) {
            super(terminal);
            this.all = all;
            this.prefix = prefix;
        }

        @Override
        ExitCode perform() {
            show(chosen(ask("options.list"), all, prefix), OptionCommands::table);
            return ExitCode.DONE;
        }
    }

    @Command(name = "list", description = "Show the options that are set, or all of them.")
    private static final class ListAll extends BaseCommand {

        @Option(names = "--all", description = "Also options with their default values.")
        private boolean all;

        @Option(names = "--prefix", paramLabel = "TEXT", description = "Only keys with this prefix.")
        private @Nullable String prefix;

        ListAll(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            show(chosen(ask("options.list"), all, prefix == null ? "" : prefix), OptionCommands::table);
            return ExitCode.DONE;
        }
    }

    /** The options that are set, or all. */
    static JsonNode chosen(JsonNode listing, boolean all, String prefix) {
        List<JsonNode> chosen = new ArrayList<>();
        for (JsonNode option : listing.path("options")) {
            if ((all || option.path("set").asBoolean())
                    && option.path("key").asString().startsWith(prefix)) {
                chosen.add(option);
            }
        }
        ArrayNode array = (ArrayNode) Json.tree(List.of());
        return array.addAll(chosen);
    }

    static Table table(JsonNode options) {
        Table table = new Table("KEY", "VALUE", "DEFAULT", "RESTART");
        for (JsonNode option : options) {
            table.row(
                    option.path("key").asString(),
                    Table.text(option.path("value")),
                    Table.text(option.path("defaultValue")),
                    option.path("restart").asBoolean() ? "yes" : "no");
        }
        return table;
    }
}
