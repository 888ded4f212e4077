package dev.ose.adapter.embedded.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.Executor;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;

/**
 * Runs work on PostgreSQL, with or without a transaction; statements and unresponsive servers time out. Thread-safe;
 * blocks.
 */
public final class StoreDatabase {

    static final int STATEMENT_TIMEOUT_SECONDS = 30;
    private static final int SOCKET_TIMEOUT_MILLIS = 60_000;
    private static final int MAX_ATTEMPTS = 5;
    private static final String SERIALIZATION_FAILURE = "40001";
    private static final String DEADLOCK = "40P01";
    private static final String UNIQUE_VIOLATION = "23505";

    /** First half of the advisory lock numbers of exclusive work: "OSE2" separates them from those of keys. */
    private static final int WORK_SPACE = 0x4F534532;

    /** The driver only uses it to close a socket after a timeout, which does not block. */
    private static final Executor SAME_THREAD = Runnable::run;

    private final DataSource dataSource;
    private final ConnectionTurns turns = new ConnectionTurns(Duration.ofSeconds(STATEMENT_TIMEOUT_SECONDS));

    private StoreDatabase(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    /** Migrates the schema {@code embedded_platform} and uses it. */
    public static StoreDatabase open(DataSource dataSource) {
        Flyway.configure(StoreDatabase.class.getClassLoader())
                .dataSource(dataSource)
                .locations("classpath:dev/ose/adapter/embedded/migration")
                .schemas("embedded_platform")
                .createSchemas(true)
                .table("migration_history")
                .load()
                .migrate();
        return new StoreDatabase(dataSource);
    }

    /** Work on a connection. */
    @FunctionalInterface
    interface Work<T> {

        T on(Connection connection) throws SQLException;
    }

    /** Runs work that only reads; each of its statements sees the newest committed state. */
    <T> T read(Work<T> work) {
        try {
            return turns.take(() -> connected(work));
        } catch (SQLException e) {
            throw new DatabaseException(kindOf(e), e);
        }
    }

    private <T> T connected(Work<T> work) throws SQLException {
        try (Connection connection = connect()) {
            return work.on(connection);
        }
    }

    /** Runs work in a transaction; repeats it if PostgreSQL aborted it to resolve a conflict. */
    <T> T write(Work<T> work) {
        for (int attempt = 1; ; attempt++) {
            try {
                return turns.take(() -> transact(work));
            } catch (SQLException e) {
                if (attempt == MAX_ATTEMPTS || !isConflict(e)) {
                    throw new DatabaseException(kindOf(e), e);
                }
            }
        }
    }

    /**
     * Runs work exclusively among processes that use this database. The lock is held by a connection; PostgreSQL
     * releases it if this process dies.
     *
     * @return false, without running it, if another process holds the lock
     */
    boolean runAlone(int lock, Runnable work) {
        try {
            // Without a turn, which requests would miss for as long as the work takes.
            return connected(connection -> {
                if (!isTrue(connection, "select pg_try_advisory_lock(?, ?)", lock)) {
                    return false;
                }
                try {
                    work.run();
                } finally {
                    isTrue(connection, "select pg_advisory_unlock(?, ?)", lock);
                }
                return true;
            });
        } catch (SQLException e) {
            throw new DatabaseException(kindOf(e), e);
        }
    }

    private static boolean isTrue(Connection connection, String sql, int lock) throws SQLException {
        return Sql.first(connection, sql, row -> row.getBoolean(1), WORK_SPACE, lock)
                .orElse(false);
    }

    private <T> T transact(Work<T> work) throws SQLException {
        try (Connection connection = connect()) {
            connection.setAutoCommit(false);
            T result;
            try {
                result = work.on(connection);
            } catch (SQLException | RuntimeException e) {
                rollBack(connection, e);
                throw e;
            }
            commit(connection);
            connection.setAutoCommit(true);
            return result;
        }
    }

    private static void commit(Connection connection) throws SQLException {
        try {
            connection.commit();
        } catch (SQLException e) {
            if (isConflict(e)) {
                throw e;
            }
            throw new DatabaseException(DatabaseException.Kind.OUTCOME_UNKNOWN, e);
        }
    }

    private static void rollBack(Connection connection, Exception reason) {
        try {
            connection.rollback();
            connection.setAutoCommit(true);
        } catch (SQLException e) {
            reason.addSuppressed(e);
        }
    }

    private Connection connect() throws SQLException {
        Connection connection = dataSource.getConnection();
        try {
            connection.setNetworkTimeout(SAME_THREAD, SOCKET_TIMEOUT_MILLIS);
            return connection;
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }

    static boolean isDuplicate(SQLException e) {
        return UNIQUE_VIOLATION.equals(e.getSQLState());
    }

    private static boolean isConflict(SQLException e) {
        return SERIALIZATION_FAILURE.equals(e.getSQLState()) || DEADLOCK.equals(e.getSQLState());
    }

    /** Class 08: no connection, 53: out of resources, 57: shutting down or timed out, 40: given up after conflicts. */
    private static DatabaseException.Kind kindOf(SQLException e) {
        String state = e.getSQLState();
        boolean unavailable = state == null
                || state.startsWith("08")
                || state.startsWith("53")
                || state.startsWith("57")
                || state.startsWith("40");
        return unavailable ? DatabaseException.Kind.UNAVAILABLE : DatabaseException.Kind.BUG;
    }
}
