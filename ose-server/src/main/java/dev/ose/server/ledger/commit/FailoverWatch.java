package dev.ose.server.ledger.commit;

import dev.ose.server.catalog.ObjectAddress;
import dev.ose.server.ledger.journal.JournalRecord;
import dev.ose.server.ledger.journal.RecentWrites;
import dev.ose.server.runtime.jobs.BackgroundThread;
import dev.ose.server.runtime.lifecycle.OwnerOnly;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
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

    private final DatabaseHistory history;
    private final RecentWrites writes;
    private final LedgerTables tables;
    private final Path file;
    private final Runnable beginAnew;
    private final Runnable dirtyAppeared;
    private final LongAdder failovers = new LongAdder();
    private final BackgroundThread thread;
    private DatabaseHistory.@Nullable Point last;

    private FailoverWatch(
            DatabaseHistory history,
            RecentWrites writes,
            LedgerTables tables,
            Path file,
            Runnable beginAnew,
            Runnable dirtyAppeared) {
        this.history = history;
        this.writes = writes;
        this.tables = tables;
        this.file = file;
        this.beginAnew = beginAnew;
        this.dirtyAppeared = dirtyAppeared;
        this.thread = new BackgroundThread("failover-watch", this::watchUntilClosed);
    }

    /**
     * Begins to look. Blocks on the database if no course of history is known yet, so that one is before the first write.
     *
     * @param tables to mark keys by, used by nobody else, and not recorded among the recent writes once more
     * @param file where the course of history is kept
     * @param beginAnew has what this node left open in the database cleared up; called before keys are marked, blocks on the
     *     database
     * @param dirtyAppeared called when keys were marked; must be quick
     */
    public static FailoverWatch start(
            DatabaseHistory history,
            RecentWrites writes,
            LedgerTables tables,
            Path file,
            Runnable beginAnew,
            Runnable dirtyAppeared)
            throws IOException {
        FailoverWatch watch = new FailoverWatch(history, writes, tables, file, beginAnew, dirtyAppeared);
        if (Files.exists(file)) {
            // How far that course had come is not known: any position of it will do.
            watch.last = new DatabaseHistory.Point(Files.readString(file), 0);
        } else {
            watch.look();
        }
        watch.thread.start();
        return watch;
    }

    /** How often the database was another than before. */
    public long failovers() {
        return failovers.sum();
    }

    /** How many recent writes could not be kept, because the disk was full for instance. */
    public long writesNotKept() {
        return writes.lost();
    }

    private void watchUntilClosed() throws InterruptedException {
        do {
            look();
        } while (thread.pause(PERIOD));
    }

    private void look() {
        try {
            DatabaseHistory.Point now = history.read();
            DatabaseHistory.Point before = last;
            if (before != null && now.mayHaveLost(before)) {
                // Writes may be open there that ended, and would keep their keys from being verified.
                beginAnew.run();
                writes.read(this::mark);
                // Its connection is for this moment only.
                tables.close();
                failovers.increment();
                dirtyAppeared.run();
            }
            if (before == null || !now.course().equals(before.course())) {
                keep(now.course());
            }
            last = now;
        } catch (RuntimeException | IOException unknown) {
            // The database is away, or the disk: the next look begins anew, and marking a key twice does no harm.
            assert unknown != null;
        }
    }

    private void mark(List<JournalRecord> records) {
        SortedMap<ObjectAddress, Boolean> dirty = new TreeMap<>();
        records.forEach(record ->
                dirty.merge(record.address(), record.kind() == JournalRecord.Kind.UNSURE, Boolean::logicalOr));
        tables.transact(transaction -> OutageBuffer.mark(transaction, dirty));
    }

    private void keep(String course) throws IOException {
        Path fresh = file.resolveSibling(file.getFileName() + ".new");
        OwnerOnly.write(fresh, course);
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    @Override
    public void close() {
        thread.close();
        tables.close();
    }
}
