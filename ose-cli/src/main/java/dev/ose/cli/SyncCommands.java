package dev.ose.cli;

import dev.ose.client.BucketsApi;
import dev.ose.client.SyncApi;
import dev.ose.client.SyncRunView;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ose sync}. */
final class SyncCommands {

    private static final String OPTIONS = "oss.sync.";

    private SyncCommands() {}

    static CommandLine group(Terminal terminal) {
        return Group.of(
                "sync",
                "Synchronization with objects that were written to the platform without OSE.",
                new Start(terminal),
                new Status(terminal),
                new Schedule(terminal));
    }

    @Command(name = "start", description = "Compare a bucket with its platform, on any node; shows the run.")
    private static final class Start extends BucketCommands.One {

        @Option(names = "--dry-run", description = "Only check that the bucket exists.")
        private boolean dryRun;

        Start(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            String tenant = tenantId();
            if (!dryRun) {
                return showOne(SyncApi.syncBucket(tenant, name()));
            }
            showOne(BucketsApi.getBucket(tenant, name()));
            say("Nothing was started: this was a dry run.");
            return ExitCode.DONE;
        }
    }

    @Command(name = "status", description = "Show the runs of a bucket, newest first.")
    private static final class Status extends BucketCommands.One {

        @Option(
                names = "--limit",
                paramLabel = "NUMBER",
                description = "Maximum number, up to 1000 (default: ${DEFAULT-VALUE}).")
        private int limit = 20;

        Status(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            return showAll(
                    ask(SyncApi.listSyncRuns(tenantId(), name()).limit(limit)).items(),
                    new Columns<SyncRunView>()
                            .with("RUN", SyncRunView::id)
                            .with("STATE", SyncRunView::state)
                            .with("REQUESTED", SyncRunView::requestedAt)
                            .with("FINISHED", SyncRunView::finishedAt)
                            .with("LISTED", SyncRunView::listed)
                            .with("MISSING", SyncRunView::missing)
                            .with("EXTRA", SyncRunView::extra)
                            .with("DIFFERING", SyncRunView::differing)
                            .with("PROBLEM", SyncRunView::problem));
        }
    }

    @Command(
            name = "schedule",
            description = "Set how often buckets are compared automatically; without options shows the schedule.")
    private static final class Schedule extends ConfigChangeCommand {

        @Option(names = "--interval", paramLabel = "TIME", description = "How often, such as 24h; 0s for never.")
        private @Nullable String interval;

        @Option(names = "--tenants", paramLabel = "NAMES", description = "Only these tenants, separated by commas.")
        private @Nullable String tenants;

        @Option(names = "--all-tenants", description = "All tenants again.")
        private boolean allTenants;

        @Option(
                names = "--threshold",
                paramLabel = "OBJECTS",
                description = "Skip buckets with more objects; 0 for no limit.")
        private @Nullable String threshold;

        @Option(names = "--pages-per-second", paramLabel = "NUMBER", description = "Maximum rate of a node's listings.")
        private @Nullable String pages;

        Schedule(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            if (allTenants && tenants != null) {
                throw CommandFailure.incomplete("--tenants and --all-tenants contradict.", "Give one of them.");
            }
            Map<String, String> set = new LinkedHashMap<>();
            put(set, "interval", interval);
            put(set, "tenants", tenants);
            put(set, "threshold", threshold);
            put(set, "pages-per-second", pages);
            List<String> unset = new ArrayList<>();
            if (allTenants) {
                unset.add(OPTIONS + "tenants");
            }
            if (set.isEmpty() && unset.isEmpty()) {
                show(OptionCommands.chosen(ask("options.list"), true, OPTIONS), OptionCommands::table);
                return ExitCode.DONE;
            }
            return change(set, Map.of(), unset);
        }

        private static void put(Map<String, String> set, String name, @Nullable String value) {
            if (value != null) {
                set.put(OPTIONS + name, value);
            }
        }
    }
}
