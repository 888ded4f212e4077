package dev.ose.cli;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A word that wants another one after it. */
@Command
final class Group implements Runnable {

    @Spec
    private @Nullable CommandSpec spec;

    /** A group with its commands, each of which knows its own name. */
    static CommandLine of(String name, String description, Object... commands) {
        CommandLine group = new CommandLine(new Group());
        group.getCommandSpec().name(name).usageMessage().description(description);
        for (Object command : commands) {
            group.addSubcommand(command);
        }
        return group;
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
        CommandLine line = Objects.requireNonNull(spec, "picocli sets it").commandLine();
        throw new ParameterException(
                line,
                "Say what to do with it: "
                        + String.join(", ", line.getSubcommands().keySet()) + ".");
    }
}
