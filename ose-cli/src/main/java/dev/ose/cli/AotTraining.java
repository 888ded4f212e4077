package dev.ose.cli;

import java.util.List;

/**
 * Runs what commands have in common, against a keeper that is not there, so that a Java runtime that keeps what it learns
 * ({@code -XX:AOTCacheOutput}) starts {@code ose} faster. Prints what these commands print.
 */
public final class AotTraining {

    private static final List<String> COMMANDS = List.of(
            "--help",
            "args --help",
            "args list --socket /nonexistent",
            "service status -o json --socket /nonexistent",
            "doctor --socket /nonexistent",
            "doctor -o json --socket /nonexistent");

    private AotTraining() {}

    /** Ends normally, whatever came of the commands. */
    public static void main(String[] arguments) {
        for (String command : COMMANDS) {
            Ose.run(Terminal.ofProcess(), command.split(" "));
        }
    }
}
