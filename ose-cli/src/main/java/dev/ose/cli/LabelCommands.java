package dev.ose.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code ose labels}. */
final class LabelCommands {

    private LabelCommands() {}

    static CommandLine group(Terminal terminal) {
        return Group.of(
                "labels",
                "Content types, tags and user metadata of a bucket's objects, kept for searches.",
                new Show(terminal),
                new Keep(terminal),
                new Drop(terminal));
    }

    /** A command about the labels of one bucket. */
    private abstract static class OfBucket extends BucketCommands.One {

        OfBucket(Terminal terminal) {
            super(terminal);
        }

        final String labels() {
            return path() + "/labels";
        }

        final ExitCode showState() {
            return showOne(get(labels()));
        }
    }

    @Command(name = "show", description = "Show whether labels are kept, and how many objects are still to be read.")
    private static final class Show extends OfBucket {

        Show(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            return showState();
        }
    }

    @Command(
            name = "keep",
            description = "Keep labels from now on. Those of the objects that are there are read from the platform in"
                    + " the background.")
    private static final class Keep extends OfBucket {

        @Mixin
        private DryRun dryRun = new DryRun();

        Keep(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            if (dryRun.isAskedFor()) {
                showState();
                say(DryRun.SAID);
                return ExitCode.DONE;
            }
            return showOne(put(labels(), Json.object()));
        }
    }

    @Command(name = "drop", description = "Keep no labels any more, and delete those that were kept.")
    private static final class Drop extends OfBucket {

        @Mixin
        private DryRun dryRun = new DryRun();

        Drop(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            if (!dryRun.isAskedFor()) {
                delete(labels());
            }
            showState();
            if (dryRun.isAskedFor()) {
                say(DryRun.SAID);
            }
            return ExitCode.DONE;
        }
    }
}
