package dev.ose.cli;

import dev.ose.client.LabelsApi;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code ose labels}. */
final class LabelCommands {

    private LabelCommands() {}

    static CommandLine group(Terminal terminal) {
        return Group.of(
                "labels",
                "Content types, tags and user metadata of a bucket's objects, stored for searches.",
                new Show(terminal),
                new Enable(terminal),
                new Disable(terminal));
    }

    /** A command about the labels of one bucket. */
    private abstract static class OfBucket extends BucketCommands.One {

        OfBucket(Terminal terminal) {
            super(terminal);
        }

        final ExitCode showState(String tenant) {
            return showOne(LabelsApi.showLabels(tenant, name()));
        }
    }

    @Command(name = "show", description = "Show whether labels are stored, and how many objects are still to be read.")
    private static final class Show extends OfBucket {

        Show(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            return showState(tenantId());
        }
    }

    @Command(
            name = "enable",
            description =
                    "Store the labels of objects from now on, and read those of existing objects in the background.")
    private static final class Enable extends OfBucket {

        @Mixin
        private DryRun dryRun = new DryRun();

        Enable(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            String tenant = tenantId();
            if (dryRun.isAskedFor()) {
                showState(tenant);
                say(DryRun.SAID);
                return ExitCode.DONE;
            }
            return showOne(LabelsApi.enableLabels(tenant, name()));
        }
    }

    @Command(name = "disable", description = "Stop storing labels, and delete the stored ones.")
    private static final class Disable extends OfBucket {

        @Mixin
        private DryRun dryRun = new DryRun();

        Disable(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            String tenant = tenantId();
            if (!dryRun.isAskedFor()) {
                ask(LabelsApi.disableLabels(tenant, name()));
            }
            showState(tenant);
            if (dryRun.isAskedFor()) {
                say(DryRun.SAID);
            }
            return ExitCode.DONE;
        }
    }
}
