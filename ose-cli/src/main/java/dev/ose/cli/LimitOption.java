package dev.ose.cli;

import picocli.CommandLine.Option;

/** The option of commands that show the newest of many entries. */
final class LimitOption {

    @Option(
            names = "--limit",
            paramLabel = "NUMBER",
            description = "Maximum number, up to 1000 (default: ${DEFAULT-VALUE}).")
    private int number = 50;

    int number() {
        return number;
    }
}
