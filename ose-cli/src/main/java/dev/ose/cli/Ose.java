package dev.ose.cli;

import dev.ose.config.AdapterView;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** The main class. */
public final class Ose implements Runnable {

    private final CommandSpec spec = CommandSpec.wrapWithoutInspection(this);

    private Ose() {
        spec.name("ose")
                .usageMessage()
                .description(
                        "Sets up and supervises the OSE node of this host. Run it as root or as a member of the group"
                                + " ose.");
    }

    /** Exits with one of {@link ExitCode}. */
    public static void main(String[] arguments) {
        System.exit(run(Terminal.ofProcess(), arguments));
    }

    static int run(Terminal terminal, String... arguments) {
        Predicate<String> isWanted = List.of(arguments)::contains;
        CommandLine ose = commandLine(terminal, isWanted, Optional.empty());
        Optional<AdapterView> installed = InstalledAdapters.wanted(ose, arguments);
        return (installed.isEmpty() ? ose : commandLine(terminal, isWanted, installed)).execute(arguments);
    }

    /** The whole grammar. */
    static CommandLine commandLine(Terminal terminal) {
        return commandLine(terminal, name -> true, Optional.empty());
    }

    private static CommandLine commandLine(
            Terminal terminal, Predicate<String> isWanted, Optional<AdapterView> installed) {
        CommandLine ose = new CommandLine(new Ose().spec);
        CommandTree.commands(terminal, isWanted, installed).forEach(ose::addSubcommand);
        Group.giveHelp(ose);
        ose.setCaseInsensitiveEnumValuesAllowed(true);
        // Secrets may begin with an @; options of their own read secrets from files.
        ose.setExpandAtFiles(false);
        ose.setUsageHelpAutoWidth(terminal.isInteractive());
        ose.setUsageHelpLongOptionsMaxWidth(28);
        ose.setColorScheme(CommandLine.Help.defaultColorScheme(
                terminal.isInteractive() ? CommandLine.Help.Ansi.AUTO : CommandLine.Help.Ansi.OFF));
        ose.setOut(terminal.out());
        ose.setErr(terminal.err());
        ose.setExitCodeExceptionMapper(e -> ExitCode.FAILED.number());
        ose.setParameterExceptionHandler(Ose::explain);
        return ose;
    }

    private static int explain(ParameterException e, String[] arguments) {
        CommandLine line = e.getCommandLine();
        line.getErr().println("ose: " + e.getMessage());
        if (!CommandLine.UnmatchedArgumentException.printSuggestions(e, line.getErr())) {
            line.getErr().println("Try '" + line.getCommandSpec().qualifiedName() + " --help'.");
        }
        return ExitCode.USAGE.number();
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Missing subcommand.");
    }
}
