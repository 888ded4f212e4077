package dev.ose.server.ledger.jdbc;

import dev.ose.server.database.Database;
import dev.ose.server.ledger.commit.DatabaseHistory;

/**
 * Identifies a timeline by the cluster's system identifier and the WAL timeline, which every promotion of a standby and
 * every point-in-time recovery changes at once; {@code pg_control_checkpoint} reports the change later. The position
 * detects an older copy of the disk, whose timeline is the same.
 *
 * @see <a href="https://www.postgresql.org/docs/current/continuous-archiving.html#BACKUP-TIMELINES">Timelines</a>
 */
public final class JdbcDatabaseHistory implements DatabaseHistory {

    /** The first eight digits of a WAL file's name are its timeline. */
    private static final String READ = """
            SELECT system_identifier || '/' || left(pg_walfile_name(flushed), 8),
                pg_wal_lsn_diff(flushed, '0/0')::bigint
            FROM pg_control_system(), pg_current_wal_flush_lsn() flushed
            """;

    private final Database database;

    public JdbcDatabaseHistory(Database database) {
        this.database = database;
    }

    @Override
    public Point read() {
        return database.first(READ, row -> new Point(row.getString(1), row.getLong(2)))
                .orElseThrow();
    }
}
