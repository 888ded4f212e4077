package dev.ose.cli;

import picocli.CommandLine.Option;

/** The option of commands that can report what they would change. */
final class DryRun {

    static final String SAID = "Nothing was changed: this was a dry run.";

    @Option(names = "--dry-run", description = "Check and show what would change, and change nothing.")
    private boolean isAskedFor;

    boolean isAskedFor() {
        return isAskedFor;
    }
}
