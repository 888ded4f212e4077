package dev.ose.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/**
 * A command with subcommands. The top of the grammar is declared by calls instead of annotations: loading and reading
 * annotations takes longer than everything else in {@code ose --help}.
 */
final class Group implements Runnable {

    private final CommandSpec spec = CommandSpec.wrapWithoutInspection(this);
    private final List<Object> pending;

    private Group(List<Object> pending) {
        this.pending = new ArrayList<>(pending);
    }

    /**
     * A group whose subcommands are added by {@link #complete}: picocli takes a few milliseconds for each, and only one
     * group is needed.
     *
     * @param commands annotated with their names; a {@link Supplier} creates one when it is needed
     */
    static CommandLine of(String name, String description, Object... commands) {
        Group group = new Group(List.of(commands));
        group.spec.name(name).usageMessage().description(description);
        return new CommandLine(group.spec);
    }

    /**
     * A top-level command; only name and description if it is not wanted.
     *
     * @param command has no annotations for them
     */
    static CommandLine top(
            String name, Predicate<String> isWanted, Supplier<CommandLine> command, String... description) {
        CommandLine line =
                isWanted.test(name) ? command.get() : new CommandLine(CommandSpec.wrapWithoutInspection(name));
        line.getCommandSpec().name(name).usageMessage().description(description);
        return line;
    }

    /** A command without annotations for name and description, created when it is needed. */
    static Supplier<CommandLine> named(String name, Object command, String description) {
        return () -> {
            CommandLine line = new CommandLine(command);
            line.getCommandSpec().name(name).usageMessage().description(description);
            return line;
        };
    }

    /** Adds a group's subcommands, recursively. */
    static void complete(CommandLine command) {
        if (command.getCommandSpec().userObject() instanceof Group group) {
            group.pending.forEach(
                    it -> command.addSubcommand(it instanceof Supplier<?> supplier ? supplier.get() : it));
            group.pending.clear();
            command.getSubcommands().values().forEach(Group::complete);
        }
    }

    /** Accepts and ignores an option that scripts for earlier products pass. */
    static void acceptUnused(CommandLine command, String option, boolean hasValue) {
        command.getCommandSpec()
                .addOption(OptionSpec.builder(option)
                        .arity(hasValue ? "1" : "0")
                        .hidden(true)
                        .description("Taken from scripts; not needed.")
                        .build());
    }

    /** A command that accepts {@code --force}, which scripts for earlier products pass. */
    static Supplier<CommandLine> takingForce(Supplier<?> command) {
        return () -> {
            CommandLine line = new CommandLine(command.get());
            acceptUnused(line, "--force", false);
            return line;
        };
    }

    /** Adds the help option to a command and all its subcommands. */
    static void giveHelp(CommandLine command) {
        command.getCommandSpec()
                .addOption(OptionSpec.builder("-h", "--help")
                        .usageHelp(true)
                        .description("Show this help.")
                        .build());
        command.getSubcommands().values().forEach(Group::giveHelp);
    }

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(),
                "Missing subcommand: " + String.join(", ", spec.subcommands().keySet()) + ".");
    }
}
