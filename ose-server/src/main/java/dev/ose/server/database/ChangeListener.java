package dev.ose.server.database;

import dev.ose.server.database.CacheInvalidationListener.RowKind;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.jobs.Job;
import dev.ose.server.runtime.jobs.JobPlan;
import dev.ose.server.runtime.jobs.Jobs;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/**
 * Keeps this node's caches up to date. It receives each change as a notification within milliseconds and reads the
 * epoch twice a second: an epoch without a notification means that some were missed, and all entries are dropped. While
 * the database is unavailable, nothing is dropped; {@link CacheValidity} limits how long entries remain usable.
 */
public final class ChangeListener implements AutoCloseable {

    private static final int POLL_MILLIS = 500;
    /** A commit is visible a moment before its notification arrives. */
    private static final int GRACE_MILLIS = 200;

    private static final Duration RETRY_AFTER = Duration.ofMillis(200);
    /**
     * The epoch and the server that it belongs to: a promoted standby that lacks the last changes reuses their numbers.
     */
    private static final String EPOCH = "SELECT epoch, pg_postmaster_start_time()::text FROM config_epoch";

    private static final long NO_EPOCH = -1;

    private final Database database;
    private final CacheValidity freshness;
    private final List<CacheInvalidationListener> memories;
    private final Job job;

    /** The newest epoch whose changes were all applied. Confined to the listening thread. */
    private long knownEpoch = NO_EPOCH;
    /** The server of that epoch. Confined to the listening thread. */
    private String server = "";

    private ChangeListener(
            Jobs jobs, Database database, CacheValidity freshness, List<CacheInvalidationListener> memories) {
        this.database = database;
        this.freshness = freshness;
        this.memories = memories;
        this.job = jobs.queue(JobPlan.every("change-listener", RETRY_AFTER), _ -> listenOnce());
    }

    /** Starts listening for these caches. Does not block: until the first contact, lookups query the database. */
    public static ChangeListener start(
            Jobs jobs, Database database, CacheValidity freshness, List<? extends CacheInvalidationListener> memories) {
        ChangeListener listener = new ChangeListener(jobs, database, freshness, List.copyOf(memories));
        listener.job.start();
        return listener;
    }

    /** Listens as long as the connection holds; throws if it could not be opened, or broke. */
    private boolean listenOnce() throws SQLException {
        try (Connection connection = database.openListener()) {
            listen(connection);
            return true;
        } catch (SQLException unreachable) {
            askThroughPool(unreachable);
            throw unreachable;
        }
    }

    private void listen(Connection connection) throws SQLException {
        PGConnection news = connection.unwrap(PGConnection.class);
        try (Statement statement = connection.createStatement()) {
            statement.execute("LISTEN ose_change");
            catchUp(statement);
            job.succeeded();
            long asked = System.nanoTime();
            while (!job.isStopping()) {
                hear(news.getNotifications(POLL_MILLIS));
                if (System.nanoTime() - asked >= TimeUnit.MILLISECONDS.toNanos(POLL_MILLIS)) {
                    asked = System.nanoTime();
                    compare(statement, news);
                    job.succeeded();
                }
            }
        }
    }

    /** After a period without notifications: an epoch different from the last one means missed changes. */
    private void catchUp(Statement statement) throws SQLException {
        long now = freshness.nanos();
        adopt(epoch(statement));
        freshness.inStepAt(now);
    }

    private void compare(Statement statement, PGConnection news) throws SQLException {
        long now = freshness.nanos();
        long epoch = epoch(statement);
        hear(news.getNotifications());
        if (epoch > knownEpoch) {
            hear(news.getNotifications(GRACE_MILLIS));
        }
        if (epoch > knownEpoch) {
            adopt(epoch);
        }
        freshness.inStepAt(now);
    }

    private void adopt(long epoch) {
        if (epoch != knownEpoch) {
            memories.forEach(CacheInvalidationListener::forgetAll);
            knownEpoch = epoch;
        }
    }

    /** Reads the epoch; epochs of different servers are not comparable. */
    private long epoch(Statement statement) throws SQLException {
        try (ResultSet row = statement.executeQuery(EPOCH)) {
            row.next();
            if (!server.equals(row.getString(2))) {
                server = row.getString(2);
                knownEpoch = NO_EPOCH;
            }
            return row.getLong(1);
        }
    }

    private void hear(PGNotification @Nullable [] news) {
        if (news != null) {
            for (PGNotification item : news) {
                hear(item.getParameter());
            }
        }
    }

    private void hear(String item) {
        int colon = item.indexOf(':');
        String kind = item.substring(0, Math.max(colon, 0));
        String key = item.substring(colon + 1);
        if (kind.equals("epoch")) {
            hearOfEpoch(Long.parseLong(key));
            return;
        }
        for (RowKind known : RowKind.values()) {
            if (known.name().toLowerCase(Locale.ROOT).equals(kind)) {
                memories.forEach(memory -> memory.forget(known, key));
            }
        }
    }

    /** Epochs are notified in commit order: a gap means a lost notification. */
    private void hearOfEpoch(long epoch) {
        if (epoch > knownEpoch + 1) {
            adopt(epoch);
        }
        knownEpoch = Math.max(knownEpoch, epoch);
    }

    /** The pool may have a connection although no new one can be opened. */
    private void askThroughPool(SQLException unreachable) {
        try {
            database.query(connection -> {
                try (Statement statement = connection.createStatement()) {
                    catchUp(statement);
                    return knownEpoch;
                }
            });
        } catch (FailureException unavailable) {
            // No change is known; the caches expire by {@link CacheValidity}.
            unreachable.addSuppressed(unavailable);
        }
    }

    /** Stops within half a second and waits for it. */
    @Override
    public void close() {
        job.close();
    }
}
