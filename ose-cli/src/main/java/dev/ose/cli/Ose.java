package dev.ose.cli;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The program. */
@Command(
        name = "ose",
        description =
                "Sets up and looks after the OSE node of this host. Run it as root or as a member of the group ose.",
        subcommandsRepeatable = false)
public final class Ose implements Runnable {

    @Spec
    private @Nullable CommandSpec spec;

    private Ose() {}

    /** Ends with one of {@link ExitCode}. */
    public static void main(String[] arguments) {
        System.exit(run(Terminal.ofProcess(), arguments));
    }

    static int run(Terminal terminal, String... arguments) {
        return commandLine(terminal).execute(arguments);
    }

    /** The whole grammar. */
    static CommandLine commandLine(Terminal terminal) {
        CommandLine ose = new CommandLine(new Ose());
        Grammar.commands(terminal).forEach(ose::addSubcommand);
        Group.giveHelp(ose);
        ose.setCaseInsensitiveEnumValuesAllowed(true);
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
        throw new ParameterException(
                Objects.requireNonNull(spec, "picocli sets it").commandLine(), "Say what to do.");
    }
}
