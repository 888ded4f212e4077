package dev.ose.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * Writes the documents generated from the grammar: the reference page of all commands, their man pages, and shell
 * completions.
 */
public final class CommandReference {

    private CommandReference() {}

    /**
     * Writes the reference page to the file named by the first argument; with a second one, also man pages and
     * completions into that directory.
     */
    public static void main(String[] arguments) throws IOException {
        Files.writeString(Path.of(arguments[0]), markdown());
        if (arguments.length > 1) {
            Path directory = Files.createDirectories(Path.of(arguments[1]));
            CommandLine ose = grammar();
            for (CommandLine command : topics(ose)) {
                CommandSpec spec = command.getCommandSpec();
                Files.writeString(
                        directory.resolve(spec.qualifiedName("-") + ".1"),
                        ManPage.of(command, VersionCommand.version()));
            }
            Files.writeString(
                    directory.resolve("ose.bash"), CompletionCommand.script(CompletionCommand.Shell.BASH, ose));
            Files.writeString(directory.resolve("_ose"), CompletionCommand.script(CompletionCommand.Shell.ZSH, ose));
            Files.writeString(
                    directory.resolve("ose.fish"), CompletionCommand.script(CompletionCommand.Shell.FISH, ose));
        }
    }

    /** The page in Markdown. */
    static String markdown() {
        StringBuilder page = new StringBuilder("""
                # Commands

                This page is generated from the grammar of `ose`; do not edit it.

                `ose` sends commands to the keeper of its host over `/run/ose/keeper.sock` and changes no file itself.
                It is for root and the members of the group `ose`. Data is written to stdout, messages to stderr.
                Prompts are shown on a terminal only; every prompt has an option that answers it.

                Each command that shows or changes something takes `-o json`, which prints one line of JSON with fields
                that are stable between releases (tables may change), `--socket PATH` for another keeper, and `--help`.
                Commands that change the configuration take `--dry-run`.

                A refusal is one line on stderr: a stable code, what happened, and the remedy. With `-o json` it is an
                object with `code`, `happened` and `remedy`.

                | Exit code | Meaning |
                | --- | --- |
                """);
        for (ExitCode code : ExitCode.values()) {
            page.append("| ")
                    .append(code.number())
                    .append(" | ")
                    .append(code.meaning())
                    .append(" |\n");
        }
        for (CommandLine topic : topics(grammar())) {
            if (topic.getParent() != null) {
                page.append("\n## ")
                        .append(topic.getCommandSpec().qualifiedName())
                        .append("\n\n");
                page.append(String.join(
                                " ", topic.getCommandSpec().usageMessage().description()))
                        .append('\n');
                leaves(topic).forEach(leaf -> command(page, leaf));
            }
        }
        return page.toString();
    }

    /** The command itself and those directly below it: one man page each. */
    private static List<CommandLine> topics(CommandLine ose) {
        List<CommandLine> topics = new ArrayList<>(List.of(ose));
        for (CommandLine topic : ose.getSubcommands().values()) {
            if (!topic.getCommandSpec().usageMessage().hidden()) {
                topics.add(topic);
            }
        }
        return topics;
    }

    /** All executable commands below a topic, including the topic itself if it is one. */
    static List<CommandLine> leaves(CommandLine topic) {
        List<CommandLine> leaves = new ArrayList<>();
        if (topic.getCommandSpec().userObject() instanceof BaseCommand) {
            leaves.add(topic);
        }
        topic.getSubcommands().values().forEach(child -> leaves.addAll(leaves(child)));
        return leaves;
    }

    private static void command(StringBuilder page, CommandLine leaf) {
        CommandSpec spec = leaf.getCommandSpec();
        page.append("\n### ").append(spec.qualifiedName()).append("\n\n");
        page.append(String.join(" ", spec.usageMessage().description())).append('\n');
        StringBuilder rows = new StringBuilder();
        for (PositionalParamSpec parameter : spec.positionalParameters()) {
            if (!parameter.hidden()) {
                row(rows, parameter.paramLabel(), parameter);
            }
        }
        for (OptionSpec option : spec.options()) {
            if (!option.hidden() && !isEverywhere(option)) {
                String value = option.arity().max() == 0 ? "" : " " + option.paramLabel();
                row(rows, String.join(", ", option.names()) + value, option);
            }
        }
        if (!rows.isEmpty()) {
            page.append("\n| Argument | Needed | What it says |\n| --- | --- | --- |\n")
                    .append(rows);
        }
    }

    private static void row(StringBuilder rows, String name, ArgSpec argument) {
        boolean needed = argument.required();
        rows.append("| `")
                .append(name)
                .append("` | ")
                .append(needed ? "yes" : "no")
                .append(" | ");
        rows.append(description(argument)).append(" |\n");
    }

    static String description(ArgSpec argument) {
        Object initial = argument.isOption() && argument.initialValue() != null ? argument.initialValue() : "";
        return String.join(" ", argument.description()).replace("${DEFAULT-VALUE}", String.valueOf(initial));
    }

    static boolean isEverywhere(OptionSpec option) {
        return option.usageHelp()
                || option.longestName().equals("--output")
                || option.longestName().equals("--socket");
    }

    static CommandLine grammar() {
        PrintWriter nowhere = new PrintWriter(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        return Ose.commandLine(new Terminal(InputStream.nullInputStream(), nowhere, nowhere, null));
    }
}
