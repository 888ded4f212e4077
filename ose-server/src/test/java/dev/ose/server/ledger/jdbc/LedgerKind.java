package dev.ose.server.ledger.jdbc;

import dev.ose.server.catalog.jdbc.CatchUp;
import dev.ose.server.catalog.jdbc.CompactionLock;
import dev.ose.server.database.Database;
import dev.ose.server.ledger.commit.LedgerTables;
import dev.ose.server.runtime.jobs.RecordedJobs;

/** The ways in which nodes keep the ledger, as the option names them. */
public enum LedgerKind {
    TABLES {
        @Override
        LedgerTables tables(Database database) {
            return new JdbcLedgerTables(database);
        }

        @Override
        Follower follower(Database database) {
            return new Follower(CatchUp.NOT_NEEDED, () -> {});
        }

        @Override
        Follower keeper(Database database) {
            return follower(database);
        }

        @Override
        void cutCommitters(Database database) {
            database.all(CUT + "locktype = 'advisory' AND mode = 'ShareLock' AND classid = ?" + HERE, row -> 1, SPACE);
        }
    },
    LOG {
        @Override
        LedgerTables tables(Database database) {
            return new JdbcLogTables(database);
        }

        @Override
        Follower follower(Database database) {
            JdbcLogApplier applier = new JdbcLogApplier(database, () -> {});
            return new Follower(new LogFollower(database, applier), applier::close);
        }

        @Override
        Follower keeper(Database database) {
            JdbcLogApplier applier = new JdbcLogApplier(database, () -> {});
            LogFollower follower = new LogFollower(database, applier);
            LogKeeper keeper = LogKeeper.start(RecordedJobs.jobs(), follower, new LogPartitions(database), () -> {});
            return new Follower(follower, () -> {
                keeper.close();
                applier.close();
            });
        }

        @Override
        void cutCommitters(Database database) {
            database.all(
                    CUT + "(relation = 'ledger_log'::regclass AND mode = 'RowExclusiveLock'"
                            + " OR locktype = 'advisory' AND mode = 'ExclusiveLock' AND classid = ?)" + HERE,
                    row -> 1,
                    JdbcLogApplier.SPACE);
        }
    };

    private static final int SPACE = CompactionLock.SPACE;
    private static final String CUT = "SELECT DISTINCT pg_terminate_backend(pid) FROM pg_locks WHERE ";
    private static final String HERE =
            " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";

    abstract LedgerTables tables(Database database);

    abstract Follower follower(Database database);

    /** As a node has it: it does not wait for questions. */
    abstract Follower keeper(Database database);

    /** Cuts connections in the middle of a commit, and of what else changes rows. */
    abstract void cutCommitters(Database database);

    /** What brings rows up to date, and what it opened for that. */
    record Follower(CatchUp catchUp, Runnable closing) implements AutoCloseable {

        @Override
        public void close() {
            closing.run();
        }
    }
}
