package dev.ose.server.ledger.jdbc;

import dev.ose.server.bucket.BucketId;
import dev.ose.server.catalog.jdbc.CatchUp;
import dev.ose.server.catalog.jdbc.ObjectSql;
import dev.ose.server.database.Database;
import dev.ose.server.database.RowMappers;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * Applies what the log has of the moment of a question before the question is answered: the asking thread does the work
 * if it was not done. Thread-safe.
 */
public final class LogFollower implements CatchUp {

    /** A moment, and the lanes with entries of before it that are not applied. */
    private static final String BEHIND = """
            SELECT pg_snapshot_xmax(pg_current_snapshot())::text::bigint, (
                SELECT coalesce(array_agg(l.lane::text), '{}') FROM ledger_lane l CROSS JOIN LATERAL (
                    SELECT g.tx FROM ledger_log g WHERE g.lane = l.lane AND g.tx > l.tx ORDER BY g.lane, g.tx LIMIT 1) g
                WHERE l.lane = ANY (?::smallint[]) AND g.tx < ?)
            """;

    private static final List<Integer> ALL =
            IntStream.range(0, LogCodec.LANES).boxed().toList();

    /** Shorter than clients wait for an answer. */
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private static final Duration PAUSE = Duration.ofMillis(2);

    private final Database database;
    private final JdbcLogApplier applier;
    private final Duration patience;

    public LogFollower(Database database, JdbcLogApplier applier) {
        this(database, applier, TIMEOUT);
    }

    LogFollower(Database database, JdbcLogApplier applier, Duration patience) {
        this.database = database;
        this.applier = applier;
        this.patience = patience;
    }

    @Override
    public void of(BucketId bucket) {
        follow(this::ask, List.of(LogCodec.laneOf(bucket)));
    }

    @Override
    public void ofAll() {
        follow(this::ask, ALL);
    }

    /** The question is put on the caller's connection: with another one for each caller, the pool could run dry. */
    @Override
    public void ofAll(Connection connection) throws SQLException {
        follow((lanes, before) -> ask(connection, lanes, before), ALL);
    }

    /** Waits no longer than a few seconds for appends of before that are still under way. */
    private <E extends Exception> void follow(Question<E> question, List<Integer> lanes) throws E {
        Behind first = question.ask(lanes, Long.MAX_VALUE);
        long deadline = System.nanoTime() + patience.toNanos();
        List<Integer> left = first.lanes();
        while (!left.isEmpty()) {
            boolean isAny = apply(left, lane -> applier.apply(lane, first.moment()));
            if (System.nanoTime() - deadline > 0) {
                throw new FailureException(new Failure.MetadataUnavailable());
            }
            if (!isAny) {
                LockSupport.parkNanos(PAUSE.toNanos());
            }
            left = question.ask(left, first.moment()).lanes();
        }
    }

    /** Applies what there is now and no other node is applying, without waiting. */
    Progress followNow() {
        Behind first = ask(ALL, Long.MAX_VALUE);
        List<Integer> left = first.lanes();
        boolean isAny = !left.isEmpty();
        while (!left.isEmpty() && apply(left, lane -> applier.applyIfFree(lane, first.moment()))) {
            left = ask(left, first.moment()).lanes();
        }
        return new Progress(isAny, left.isEmpty());
    }

    private static boolean apply(List<Integer> lanes, IntUnaryOperator step) {
        int applied = 0;
        for (int lane : lanes) {
            applied += step.applyAsInt(lane);
        }
        return applied > 0;
    }

    private Behind ask(List<Integer> lanes, long before) {
        return database.query(connection -> ask(connection, lanes, before));
    }

    private static Behind ask(Connection connection, List<Integer> lanes, long before) throws SQLException {
        return Database.first(
                        connection,
                        BEHIND,
                        row -> new Behind(
                                row.getLong(1),
                                RowMappers.texts(row, 2).stream()
                                        .map(Integer::valueOf)
                                        .toList()),
                        connection.createArrayOf("smallint", lanes.toArray()),
                        before)
                .orElseThrow();
    }

    @Override
    public void hold(ObjectSql sql, BucketId bucket) throws SQLException {
        sql.add("SELECT pg_advisory_xact_lock_shared(" + JdbcLogApplier.SPACE + ", lane) FROM unnest(?::int[]) lane");
        sql.addArray("int", new int[] {LogCodec.laneOf(bucket)});
    }

    /**
     * The result of an attempt to apply the log.
     *
     * @param isAny whether there were entries that had not been applied
     * @param isWhole whether none is left of before the attempt
     */
    record Progress(boolean isAny, boolean isWhole) {}

    /**
     * What is not applied.
     *
     * @param moment a number that no transaction had reached when the question was put
     */
    private record Behind(long moment, List<Integer> lanes) {}

    /** Asks which of some lanes have entries of transactions before a number. */
    @FunctionalInterface
    private interface Question<E extends Exception> {
        Behind ask(List<Integer> lanes, long before) throws E;
    }
}
