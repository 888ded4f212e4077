package dev.ose.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;

/** A command of the reference product that OSE lacks: prints the reason, whatever its arguments. */
@Command
final class UnsupportedCommand extends BaseCommand {

    private final String why;
    private final String remedy;

    private UnsupportedCommand(Terminal terminal, String why, String remedy) {
        super(terminal);
        this.why = why;
        this.remedy = remedy;
    }

    /** @param why a sentence; the description is its short form */
    static CommandLine line(String name, String description, Terminal terminal, String why, String remedy) {
        CommandLine line = new CommandLine(new UnsupportedCommand(terminal, why, remedy));
        CommandSpec spec = line.getCommandSpec().name(name);
        spec.usageMessage().description(description);
        spec.parser().unmatchedArgumentsAllowed(true);
        return line;
    }

    @Override
    ExitCode perform() {
        throw CommandFailure.absent(why, remedy);
    }
}
