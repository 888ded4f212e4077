package dev.ose.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;

/** A command that scripts for the reference product may give and that is not here: it says why, whatever comes after it. */
@Command
final class UnsupportedCommand extends BaseCommand {

    private final String why;
    private final String remedy;

    private UnsupportedCommand(Terminal terminal, String why, String remedy) {
        super(terminal);
        this.why = why;
        this.remedy = remedy;
    }

    /** @param why a sentence, of which the description is the short form */
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
