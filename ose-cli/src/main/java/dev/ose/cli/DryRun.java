package dev.ose.cli;

import picocli.CommandLine.Option;

/** What a command takes that can show what it would change. */
final class DryRun {

    static final String SAID = "Nothing was changed: this was a dry run.";

    @Option(names = "--dry-run", description = "Check and show what would change, and change nothing.")
    private boolean isAskedFor;

    boolean isAskedFor() {
        return isAskedFor;
    }
}
