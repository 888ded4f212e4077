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
 * A word that wants another one after it. What stands at the top of the grammar is told picocli by calls and not by annotations:
 * reading those, and loading what reads them, takes longer than all else that {@code ose --help} does.
 */
final class Group implements Runnable {

    private final CommandSpec spec = CommandSpec.wrapWithoutInspection(this);
    private final List<Object> pending;

    private Group(List<Object> pending) {
        this.pending = new ArrayList<>(pending);
    }

    /**
     * A group whose commands come with {@link #complete}: picocli takes a few milliseconds for each, and of all groups one is
     * needed.
     *
     * @param commands each knows its own name; a {@link Supplier} makes one when it is needed
     */
    static CommandLine of(String name, String description, Object... commands) {
        Group group = new Group(List.of(commands));
        group.spec.name(name).usageMessage().description(description);
        return new CommandLine(group.spec);
    }

    /**
     * A command at the top of the grammar; where nobody wants it, its name and description alone.
     *
     * @param command knows neither
     */
    static CommandLine top(
            String name, Predicate<String> isWanted, Supplier<CommandLine> command, String... description) {
        CommandLine line =
                isWanted.test(name) ? command.get() : new CommandLine(CommandSpec.wrapWithoutInspection(name));
        line.getCommandSpec().name(name).usageMessage().description(description);
        return line;
    }

    /** A command that knows neither its own name nor what it is for, made when it is needed. */
    static Supplier<CommandLine> named(String name, Object command, String description) {
        return () -> {
            CommandLine line = new CommandLine(command);
            line.getCommandSpec().name(name).usageMessage().description(description);
            return line;
        };
    }

    /** Gives a command, if it is a group, its commands, and theirs to those. */
    static void complete(CommandLine command) {
        if (command.getCommandSpec().userObject() instanceof Group group) {
            group.pending.forEach(
                    it -> command.addSubcommand(it instanceof Supplier<?> supplier ? supplier.get() : it));
            group.pending.clear();
            command.getSubcommands().values().forEach(Group::complete);
        }
    }

    /** Lets a command take an option that scripts for earlier products give, and that has nothing to say here. */
    static void acceptUnused(CommandLine command, String option, boolean hasValue) {
        command.getCommandSpec()
                .addOption(OptionSpec.builder(option)
                        .arity(hasValue ? "1" : "0")
                        .hidden(true)
                        .description("Taken from scripts; not needed.")
                        .build());
    }

    /** A command that takes {@code --force}, which scripts for earlier products give it. */
    static Supplier<CommandLine> takingForce(Supplier<?> command) {
        return () -> {
            CommandLine line = new CommandLine(command.get());
            acceptUnused(line, "--force", false);
            return line;
        };
    }

    /** Gives a command and all below it the option that shows their help. */
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
