package dev.ose.cli;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** {@code ose jvmargs}: without arguments it shows the JVM arguments, with {@code -v} it sets them. */
@Command
final class JvmCommands extends ConfigChangeCommand {

    @Option(
            names = {"-v", "--v", "--value"},
            paramLabel = "ARGUMENTS",
            description = "The arguments, separated by blanks; empty for none.")
    private @Nullable String value;

    private JvmCommands(Terminal terminal) {
        super(terminal);
    }

    static CommandLine group(Terminal terminal) {
        CommandLine line = new CommandLine(new JvmCommands(terminal));
        line.addSubcommand(new Show(terminal)).addSubcommand(new Unset(terminal));
        return line;
    }

    @Override
    ExitCode perform() {
        if (value == null) {
            show(ask("jvm.show"), JvmCommands::lines);
            return ExitCode.DONE;
        }
        List<String> arguments = Arrays.stream(value.strip().split("\\s+"))
                .filter(argument -> !argument.isEmpty())
                .toList();
        String text = String.join("\n", arguments);
        String whole = text.isEmpty() || text.startsWith("-") ? text : "-" + text;
        return showChange(ask("jvm.change", Map.of("arguments", whole), Map.of(), isDryRun()));
    }

    private static String lines(JsonNode arguments) {
        return arguments.isEmpty() ? "none" : Table.text(arguments).replace(", ", "\n");
    }

    @Command(name = "show", description = "Show the arguments.")
    private static final class Show extends BaseCommand {

        Show(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            show(ask("jvm.show"), JvmCommands::lines);
            return ExitCode.DONE;
        }
    }

    @Command(name = "unset", description = "Remove all arguments.")
    private static final class Unset extends ConfigChangeCommand {

        Unset(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            return showChange(ask("jvm.change", Map.of("arguments", ""), Map.of(), isDryRun()));
        }
    }
}
