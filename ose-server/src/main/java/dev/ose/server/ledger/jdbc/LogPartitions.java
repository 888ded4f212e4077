package dev.ose.server.ledger.jdbc;

import dev.ose.server.catalog.jdbc.ObjectSql;
import dev.ose.server.catalog.jdbc.RefusedKeys;
import dev.ose.server.database.Database;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** Empties what was applied of the log, and all of it in a database that has other numbers of transactions. */
public final class LogPartitions {

    /** Partitions that are not appended to: truncating takes a lock that appends would wait for. */
    private static final String FULL = """
            SELECT p.part FROM generate_series(0, 3) AS p (part)
            WHERE p.part <> (pg_snapshot_xmax(pg_current_snapshot())::text::bigint >> 16 & 3)
                AND EXISTS (SELECT FROM ledger_log g WHERE g.part = p.part)
            """;

    private static final String IS_ELSEWHERE = """
            SELECT o.system_identifier <> s.system_identifier OR EXISTS (
                SELECT FROM ledger_lane WHERE tx >= pg_snapshot_xmax(pg_current_snapshot())::text::bigint)
            FROM ledger_origin o CROSS JOIN pg_control_system() s
            """;

    private static final List<String> BEGIN_ANEW = List.of(
            "SET LOCAL statement_timeout = 0",
            "LOCK TABLE ledger_log IN ACCESS EXCLUSIVE MODE",
            """
            INSERT INTO object_dirty AS d (bucket_id, key, hold_until)
            SELECT DISTINCT bucket_id, key, now() + %s FROM ledger_log ORDER BY bucket_id, key
            ON CONFLICT (bucket_id, key) DO UPDATE SET ver = excluded.ver, attempts = 0, due_at = now(),
                refusals = %s, hold_until = greatest(d.hold_until, excluded.hold_until)
            """.formatted(ObjectSql.HOLD, RefusedKeys.ASK_ONCE_MORE),
            "TRUNCATE ledger_log",
            "UPDATE ledger_lane SET tx = 0",
            "UPDATE ledger_origin o SET system_identifier = s.system_identifier FROM pg_control_system() s");

    private final Database database;

    public LogPartitions(Database database) {
        this.database = database;
    }

    /** Truncates the partitions of which everything was applied. */
    void truncateApplied() {
        for (int part : database.all(FULL, row -> row.getInt(1))) {
            try {
                database.transact(connection -> truncateIfApplied(connection, "ledger_log_" + part));
            } catch (FailureException busy) {
                if (!(busy.failure() instanceof Failure.MetadataUnavailable)) {
                    throw busy;
                }
                // A statement reads it right now: the next time will do.
            }
        }
    }

    /** Once it is locked no append to it is under way: the statement sees all of its entries. */
    private static boolean truncateIfApplied(Connection connection, String partition) throws SQLException {
        Database.update(
                connection, "SET LOCAL lock_timeout = 200; LOCK TABLE " + partition + " IN ACCESS EXCLUSIVE MODE");
        boolean isApplied = Database.first(connection, """
                        SELECT NOT EXISTS (SELECT FROM ledger_lane l CROSS JOIN LATERAL (
                            SELECT g.tx FROM %s g WHERE g.lane = l.lane AND g.tx > l.tx
                                ORDER BY g.lane, g.tx LIMIT 1) g)
                        """.formatted(partition), row -> row.getBoolean(1))
                .orElse(false);
        if (isApplied) {
            Database.update(connection, "TRUNCATE " + partition);
        }
        return isApplied;
    }

    /**
     * If the database was restored from a dump, its transactions have other numbers than those of the log: entries
     * could count as applied that are not. Their keys are verified instead, and the log begins again. To be called
     * before the first append.
     *
     * @return whether keys were marked
     */
    public boolean beginAnewIfElsewhere() {
        return database.transact(connection -> {
            boolean isElsewhere = Database.first(connection, IS_ELSEWHERE, row -> row.getBoolean(1))
                    .orElse(false);
            if (isElsewhere) {
                for (String statement : BEGIN_ANEW) {
                    Database.update(connection, statement);
                }
            }
            return isElsewhere;
        });
    }
}
