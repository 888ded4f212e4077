package dev.ose.server.ledger.jdbc;

import dev.ose.server.catalog.ObjectAddress;
import dev.ose.server.catalog.jdbc.ObjectSql;
import dev.ose.server.database.Database;
import dev.ose.server.ledger.WriteOutcome;
import dev.ose.server.ledger.log.LogChange;
import dev.ose.server.ledger.log.LogEntry;
import dev.ose.server.ledger.log.LogResolution;
import dev.ose.server.runtime.failure.FailureException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * Applies the log: rows, counters, older versions, labels, events, open writes and marks, together with the position in
 * one transaction, so exactly once. Any thread of any node may do so at any time, one for each lane at once. Blocks on
 * the database. Thread-safe.
 */
public final class JdbcLogApplier implements AutoCloseable {

    /** More than one append has, so that each step applies at least one. */
    private static final int MAX_ENTRIES = 5_000;

    /** One applier of a lane excludes others, and those that {@link LogFollower#hold hold} it. */
    private static final String LANE = "SELECT pg_advisory_xact_lock(?, ?) IS NOT NULL";

    private static final String FREE_LANE = "SELECT pg_try_advisory_xact_lock(?, ?)";

    /** The class id of these two-part advisory locks, the other part of which is the lane. */
    static final int SPACE = 0x4F534C;

    /** Whether each change of a key is to be reported, rather than the last one only. */
    private static final String IS_REPORTED = "SELECT EXISTS (SELECT FROM webhook WHERE deleted_at IS NULL)";

    /**
     * The first transaction that may still append. Numbers become visible in another order than they are taken; but an
     * append has locked the log before it takes its number, and keeps the lock until its rows are visible. So a
     * transaction that was running when the snapshot was taken, and is running after the locks were read, without a
     * lock of its own among them, does not append. One that ended meanwhile may have appended: the next snapshot
     * shows it.
     *
     * <p>The activity must be read after the locks, hence the useless parameter.
     */
    private static final String HORIZON = """
            WITH appending AS MATERIALIZED (
                SELECT coalesce(array_agg(pid), '{}') AS pids FROM pg_locks
                WHERE locktype = 'relation' AND relation = 'ledger_log'::regclass AND mode = 'RowExclusiveLock'
            ), unconcerned AS MATERIALIZED (
                SELECT a.backend_xid AS tx
                FROM appending l CROSS JOIN LATERAL pg_stat_get_activity(CASE WHEN l.pids IS NULL THEN 0 END) a
                WHERE a.backend_xid IS NOT NULL AND a.pid <> ALL (l.pids)
            )
            SELECT coalesce(min(tx::text::bigint), pg_snapshot_xmax(pg_current_snapshot())::text::bigint)
            FROM pg_snapshot_xip(pg_current_snapshot()) tx
            WHERE NOT EXISTS (SELECT FROM unconcerned u WHERE u.tx = tx.tx::xid)
            """;

    private static final String ENTRIES = """
            SELECT %s, tx FROM ledger_log
            WHERE lane = ? AND tx > (SELECT tx FROM ledger_lane WHERE lane = ?) AND tx < (%s)
            ORDER BY lane, tx, ordinal LIMIT ?
            """.formatted(LogCodec.COLUMNS, HORIZON);

    private static final String ADVANCE = "UPDATE ledger_lane l SET tx = k.tx"
            + " FROM unnest(?::smallint[], ?::bigint[]) AS k (lane, tx) WHERE l.lane = k.lane";

    private final Committer committer;
    private final Runnable dirtyAppeared;
    private final ReentrantLock turn = new ReentrantLock(true);

    /** @param dirtyAppeared called after keys were marked; must be quick */
    public JdbcLogApplier(Database database, Runnable dirtyAppeared) {
        this(new Committer(database), dirtyAppeared);
    }

    JdbcLogApplier(Committer committer, Runnable dirtyAppeared) {
        this.committer = committer;
        this.dirtyAppeared = dirtyAppeared;
    }

    /**
     * Applies what one step can of a lane, after waiting for the applier that is at it; returns the number of entries.
     *
     * @param before nothing is done if no transaction before this one is left
     */
    int apply(int lane, long before) {
        return apply(new Step(lane, LANE, before));
    }

    /** As {@link #apply} unless another node is at it. */
    int applyIfFree(int lane, long before) {
        return apply(new Step(lane, FREE_LANE, before));
    }

    private int apply(Step step) {
        turn.lock();
        try {
            return applyOrDoubt(step);
        } finally {
            turn.unlock();
        }
    }

    /**
     * If the database refuses what entries change, it must not refuse all that follow: their keys are verified instead.
     */
    private int applyOrDoubt(Step step) {
        try {
            return apply(step, UnaryOperator.identity());
        } catch (FailureException unavailable) {
            throw unavailable;
        } catch (RuntimeException refused) {
            return apply(step, JdbcLogApplier::inDoubt);
        }
    }

    private static LogEntry inDoubt(LogEntry entry) {
        boolean isEnd = entry.outcome() != null && !(entry.outcome() instanceof WriteOutcome.Refused);
        return isEnd ? new LogEntry(entry.intent(), new WriteOutcome.Unknown()) : entry;
    }

    private int apply(Step step, UnaryOperator<LogEntry> view) {
        int[] applied = {0};
        boolean[] leavesDirty = {false};
        committer.repeat(connection -> {
            LogBatch batch = read(connection, step);
            applied[0] = batch.entries().size();
            ObjectSql sql = new ObjectSql(connection);
            if (!batch.entries().isEmpty()) {
                List<LogEntry> entries = batch.entries().stream().map(view).toList();
                leavesDirty[0] = add(sql, connection, entries, batch.isEachReported());
                sql.add(ADVANCE);
                sql.addArray("smallint", new short[] {(short) step.lane()});
                sql.addArray("bigint", new long[] {batch.position()});
            }
            return sql;
        });
        if (leavesDirty[0]) {
            dirtyAppeared.run();
        }
        return applied[0];
    }

    /** Locks the lane and reads what comes next; nothing if another node has it and is not to be waited for. */
    private static LogBatch read(Connection connection, Step step) throws SQLException {
        boolean isOurs = Database.first(connection, step.lock(), row -> row.getBoolean(1), SPACE, step.lane())
                .orElse(false);
        if (!isOurs) {
            return LogBatch.NOTHING;
        }
        List<LogBatch.Row> rows =
                Database.all(connection, ENTRIES, LogBatch.Row::read, step.lane(), step.lane(), MAX_ENTRIES);
        if (rows.isEmpty() || rows.getFirst().transaction() >= step.before()) {
            return LogBatch.NOTHING;
        }
        boolean isEachReported = Database.first(connection, IS_REPORTED, row -> row.getBoolean(1))
                .orElse(true);
        return LogBatch.of(rows, rows.size() == MAX_ENTRIES, isEachReported);
    }

    /** Adds what the entries change; returns whether a key is dirty after them. */
    private static boolean add(ObjectSql sql, Connection connection, List<LogEntry> entries, boolean isEachReported)
            throws SQLException {
        SortedSet<ObjectAddress> addresses =
                entries.stream().map(LogEntry::address).collect(Collectors.toCollection(TreeSet::new));
        LockedKeys keys = LockedKeys.lock(connection, addresses);
        LogChange change = LogResolution.resolve(
                entries, keys.locked().intents(), keys.locked().dirty(), isEachReported);
        if (!change.dirty().isEmpty()) {
            sql.markDirty(change.dirty());
        }
        // Before what is open: a write may have ended and begun once more.
        if (!change.ended().isEmpty()) {
            sql.deleteIntents(change.ended());
        }
        if (!change.open().isEmpty()) {
            sql.insertIntents(change.open());
        }
        RowChanges.add(sql, change.steps(), keys.folded());
        return !change.dirty().isEmpty();
    }

    /**
     * What is to be done.
     *
     * @param lock the statement that locks the lane
     */
    private record Step(int lane, String lock, long before) {}

    @Override
    public void close() {
        turn.lock();
        try {
            committer.close();
        } finally {
            turn.unlock();
        }
    }
}
