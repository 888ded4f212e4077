package dev.ose.server.database;

import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.jobs.ExclusiveWork;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * Exclusive work with PostgreSQL's advisory locks. The lock belongs to a connection, which is held during the work: the
 * server releases it if the node dies.
 */
public final class AdvisoryLocks implements ExclusiveWork {

    /** The class id of OSE's two-part advisory locks. */
    private static final int SPACE = 0x4F5345;

    private static final Duration RETRY_AFTER = Duration.ofSeconds(10);

    private final Database database;

    public AdvisoryLocks(Database database) {
        this.database = database;
    }

    @Override
    public <T> T alone(String name, Supplier<T> work) {
        return database.query(connection -> {
            if (!ask(connection, "SELECT pg_try_advisory_lock(?, hashtext(?))", name)) {
                throw new FailureException(new Failure.Busy(RETRY_AFTER));
            }
            try {
                return work.get();
            } finally {
                ask(connection, "SELECT pg_advisory_unlock(?, hashtext(?))", name);
            }
        });
    }

    private static boolean ask(Connection connection, String sql, String name) throws SQLException {
        return Database.first(connection, sql, row -> row.getBoolean(1), SPACE, name)
                .orElse(false);
    }
}
