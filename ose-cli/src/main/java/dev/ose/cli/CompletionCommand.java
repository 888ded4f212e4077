package dev.ose.cli;

import java.util.Map;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Parameters;

/** {@code ose completion}: the completion scripts for shells. */
@Command
final class CompletionCommand extends BaseCommand {

    /** A supported shell. */
    enum Shell {
        BASH,
        ZSH,
        FISH
    }

    @Parameters(paramLabel = "SHELL", description = "bash, zsh or fish.")
    private Shell shell = Shell.BASH;

    private CompletionCommand(Terminal terminal) {
        super(terminal);
    }

    static CommandLine line(Terminal terminal) {
        return new CommandLine(new CompletionCommand(terminal));
    }

    @Override
    ExitCode perform() {
        terminal().out().print(script(shell, Ose.commandLine(terminal())));
        terminal().out().flush();
        return ExitCode.DONE;
    }

    static String script(Shell shell, CommandLine ose) {
        return switch (shell) {
            case BASH -> AutoComplete.bash("ose", ose);
            case ZSH -> ZshCompletion.script(ose);
            case FISH -> fish(ose);
        };
    }

    private static String fish(CommandLine ose) {
        StringBuilder script = new StringBuilder("complete -c ose -f\n");
        commands(ose, "", script);
        return script.toString();
    }

    /** A line for each word and option that may follow {@code path}. */
    private static void commands(CommandLine line, String path, StringBuilder script) {
        CommandSpec spec = line.getCommandSpec();
        String condition = path.isEmpty()
                ? "__fish_use_subcommand"
                : "__fish_seen_subcommand_from " + path.substring(path.lastIndexOf(' ') + 1);
        for (Map.Entry<String, CommandLine> child : line.getSubcommands().entrySet()) {
            if (child.getValue().getCommandSpec().usageMessage().hidden()) {
                continue;
            }
            script.append("complete -c ose -n '")
                    .append(condition)
                    .append("' -a ")
                    .append(child.getKey());
            script.append(" -d '")
                    .append(first(child.getValue().getCommandSpec()).replace("'", ""))
                    .append("'\n");
            commands(child.getValue(), (path + " " + child.getKey()).strip(), script);
        }
        for (OptionSpec option : spec.options()) {
            if (!option.hidden() && !path.isEmpty()) {
                script.append("complete -c ose -n '").append(condition).append("' -l ");
                script.append(option.longestName().replaceFirst("^-+", ""));
                script.append(option.arity().max() > 0 ? " -r\n" : "\n");
            }
        }
    }

    static String first(CommandSpec spec) {
        String[] description = spec.usageMessage().description();
        return description.length == 0 ? "" : description[0];
    }
}
