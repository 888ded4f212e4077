package dev.ose.server.ledger.commit;

import dev.ose.adapter.file.PrivateFiles;
import dev.ose.server.catalog.ObjectAddress;
import dev.ose.server.ledger.journal.JournalRecord;
import dev.ose.server.ledger.journal.RecentWrites;
import dev.ose.server.runtime.jobs.Job;
import dev.ose.server.runtime.jobs.JobPlan;
import dev.ose.server.runtime.jobs.Jobs;
import dev.ose.server.runtime.jobs.OperatorEvent;
import dev.ose.server.runtime.jobs.OperatorEvents;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Notices when the database is another than before: a standby that took over and may lack the last commits, or a backup. All
 * recent writes of this node are then marked for verification, so that the platform is asked what became of them. Which course
 * of history the node was last sure of is kept in a file, so that it is noticed after a restart as well.
 */
public final class FailoverWatch implements AutoCloseable {

    private static final Duration PERIOD = Duration.ofSeconds(2);

    private final Sources sources;
    private final Runnable beginAnew;
    private final Runnable dirtyAppeared;
    private final LongAdder failovers = new LongAdder();
    private final OperatorEvents events;
    private final Job job;
    private DatabaseHistory.@Nullable Point last;

    private FailoverWatch(Jobs jobs, Sources sources, Runnable beginAnew, Runnable dirtyAppeared) {
        this.sources = sources;
        this.beginAnew = beginAnew;
        this.dirtyAppeared = dirtyAppeared;
        this.events = jobs.events();
        this.job = jobs.periodic(JobPlan.every("failover-watch", PERIOD), _ -> look());
        jobs.metrics().count("ose.database.failovers", failovers::sum);
        jobs.metrics().count("ose.recent.writes.lost", this::writesNotKept);
    }

    /**
     * What is looked at, and marked.
     *
     * @param tables to mark keys by, used by nobody else, and not recorded among the recent writes once more
     * @param file where the course of history is kept
     */
    public record Sources(DatabaseHistory history, RecentWrites writes, LedgerTables tables, Path file) {}

    /**
     * Begins to look. Blocks on the database if no course of history is known yet, so that one is before the first write.
     *
     * @param beginAnew has what this node left open in the database cleared up; called before keys are marked, blocks on the
     *     database
     * @param dirtyAppeared called when keys were marked; must be quick
     */
    public static FailoverWatch start(Jobs jobs, Sources sources, Runnable beginAnew, Runnable dirtyAppeared)
            throws IOException {
        FailoverWatch watch = new FailoverWatch(jobs, sources, beginAnew, dirtyAppeared);
        if (Files.exists(sources.file())) {
            // How far that course had come is not known: any position of it will do.
            watch.last = new DatabaseHistory.Point(Files.readString(sources.file()), 0);
        } else {
            watch.lookFirst();
        }
        watch.job.start();
        return watch;
    }

    /** How often the database was another than before. */
    public long failovers() {
        return failovers.sum();
    }

    /** How many recent writes could not be kept, because the disk was full for instance. */
    public long writesNotKept() {
        return sources.writes().lost();
    }

    /** Without a database the first run looks for the first time. */
    private void lookFirst() {
        try {
            look();
        } catch (RuntimeException | IOException unknown) {
            job.failed(unknown);
        }
    }

    /** If this fails the next look begins anew: marking a key twice does no harm. */
    private void look() throws IOException {
        DatabaseHistory.Point now = sources.history().read();
        DatabaseHistory.Point before = last;
        if (before != null && now.mayHaveLost(before)) {
            // Writes may be open there that ended, and would keep their keys from being verified.
            beginAnew.run();
            sources.writes().read(this::mark);
            // Its connection is for this moment only.
            sources.tables().close();
            failovers.increment();
            events.report(new OperatorEvent.FailedOver());
            dirtyAppeared.run();
        }
        if (before == null || !now.course().equals(before.course())) {
            keep(now.course());
        }
        last = now;
    }

    private void mark(List<JournalRecord> records) {
        SortedMap<ObjectAddress, Boolean> dirty = new TreeMap<>();
        records.forEach(record ->
                dirty.merge(record.address(), record.kind() == JournalRecord.Kind.UNSURE, Boolean::logicalOr));
        sources.tables().transact(transaction -> OutageBuffer.mark(transaction, dirty));
    }

    private void keep(String course) throws IOException {
        PrivateFiles.replace(sources.file(), course);
    }

    @Override
    public void close() {
        job.close();
        sources.tables().close();
    }
}
