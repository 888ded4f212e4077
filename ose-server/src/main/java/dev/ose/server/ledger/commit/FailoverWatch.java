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
 * Detects that the database was replaced by a standby, which may lack the last commits, or by a backup. All recent
 * writes of this node are then marked for verification against the platform. The last known timeline is kept in a file,
 * so that a change is detected across restarts.
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
     * What is watched, and where keys are marked.
     *
     * @param tables used to mark keys; for the exclusive use of the watch, and not wrapped by a {@link
     *     RecentWriteRecorder}
     * @param file holds the last known timeline
     */
    public record Sources(DatabaseHistory history, RecentWrites writes, LedgerTables tables, Path file) {}

    /**
     * Starts the watch. Blocks on the database if no timeline is known yet, so that one is known before the first
     * write.
     *
     * @param beginAnew clears up what this node left open in the database; called before keys are marked, blocks on the
     *     database
     * @param dirtyAppeared called after keys were marked; must be quick
     */
    public static FailoverWatch start(Jobs jobs, Sources sources, Runnable beginAnew, Runnable dirtyAppeared)
            throws IOException {
        FailoverWatch watch = new FailoverWatch(jobs, sources, beginAnew, dirtyAppeared);
        if (Files.exists(sources.file())) {
            // The position on that timeline is unknown: any will do.
            watch.last = new DatabaseHistory.Point(Files.readString(sources.file()), 0);
        } else {
            watch.lookFirst();
        }
        watch.job.start();
        return watch;
    }

    /** The number of detected failovers. */
    public long failovers() {
        return failovers.sum();
    }

    /** The number of recent writes that could not be recorded, for instance because the disk was full. */
    public long writesNotKept() {
        return sources.writes().lost();
    }

    /** If the database does not answer, the first run of the job reads the timeline instead. */
    private void lookFirst() {
        try {
            look();
        } catch (RuntimeException | IOException unknown) {
            job.failed(unknown);
        }
    }

    /** If this fails, the next run starts over: marking a key twice is harmless. */
    private void look() throws IOException {
        DatabaseHistory.Point now = sources.history().read();
        DatabaseHistory.Point before = last;
        if (before != null && now.mayHaveLost(before)) {
            // The database may list writes as open that have ended; they would keep their keys from being verified.
            beginAnew.run();
            sources.writes().read(this::mark);
            // The connection is needed only for this.
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
