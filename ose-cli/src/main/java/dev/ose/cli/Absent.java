package dev.ose.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;

/** A command of the interface that this version does not have: it says so, whatever comes after it. */
@Command
final class Absent extends Leaf {

    private final String what;
    private final String remedy;

    private Absent(Terminal terminal, String what, String remedy) {
        super(terminal);
        this.what = what;
        this.remedy = remedy;
    }

    static CommandLine line(String name, String description, Terminal terminal, String what, String remedy) {
        CommandLine line = new CommandLine(new Absent(terminal, what, remedy));
        CommandSpec spec = line.getCommandSpec().name(name);
        spec.usageMessage().description(description);
        spec.parser().unmatchedArgumentsAllowed(true);
        return line;
    }

    @Override
    ExitCode perform() {
        throw CommandFailure.notInThisVersion(what, remedy);
    }
}
