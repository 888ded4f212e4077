package dev.ose.cli;

import java.util.List;

/**
 * Training run for the JVM's AOT cache ({@code -XX:AOTCacheOutput}): runs typical commands without a keeper, so that
 * {@code ose} starts faster with the cache. Prints the output of these commands.
 */
public final class CommandTraining {

    private static final List<String> COMMANDS = List.of(
            "--help",
            "args --help",
            "args list --socket /nonexistent",
            "service status -o json --socket /nonexistent",
            "doctor --socket /nonexistent",
            "doctor -o json --socket /nonexistent");

    private CommandTraining() {}

    /** Exits normally, whatever the results of the commands. */
    public static void main(String[] arguments) {
        for (String command : COMMANDS) {
            Ose.run(Terminal.ofProcess(), command.split(" "));
        }
    }
}
