package dev.ose.server.database;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.ose.postgres.PostgresSource;
import dev.ose.server.runtime.failure.FailureException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;
import org.postgresql.jdbc.AutoSave;

/**
 * The connections to PostgreSQL, all with timeouts. Every method blocks, but fails at once if the database is known to
 * be unavailable ({@link Presence}); failures are {@link FailureException}s, translated by {@link SqlFailures}.
 * Thread-safe.
 */
public final class Database implements AutoCloseable {

    /**
     * Server-side timeouts, shorter than that of the socket, so that the server cancels and the connection survives.
     * And no bitmap scans: they read a whole range and sort it, which is cheapest if the range has few rows, as
     * statistics from before a bucket was filled claim; a page of a listing would read the whole bucket.
     */
    private static final String LIMITS = "-c statement_timeout=5000 -c lock_timeout=2000"
            + " -c idle_in_transaction_session_timeout=10000 -c enable_bitmapscan=off";

    /**
     * The tables of intents and dirty keys vary between empty and thousands of rows within a second, so statistics are
     * always wrong; index scans are always right. And since each statement has only one good plan, it is planned once:
     * planning a write of rows over all partitions takes a millisecond, three times as long as executing it.
     */
    private static final List<String> BY_INDEX = List.of(
            "enable_seqscan=off", "enable_hashjoin=off", "enable_mergejoin=off", "plan_cache_mode=force_generic_plan");

    /** A statement after which the rest of the transaction is planned as on the connection of a committer. */
    public static final String PLAN_BY_INDEX = BY_INDEX.stream()
            .map(each -> "set_config('" + each.replace("=", "', '") + "', true)")
            .collect(Collectors.joining(", ", "SELECT ", ""));

    private static final int MAX_ATTEMPTS = 3;

    /** For the check whether the database is available. */
    private static final Duration ATTEMPT = Duration.ofSeconds(1);

    private final DatabaseSettings options;
    private final HikariDataSource pool;
    private final Presence presence;

    /** Creates the pool without connecting, so that a node can start while the database is unavailable. */
    public Database(DatabaseSettings options) {
        this(options, isAway -> {});
    }

    /**
     * Creates the pool with a listener.
     *
     * @param listener receives whether the database is unavailable, on each change; must be quick
     */
    public Database(DatabaseSettings options, Consumer<Boolean> listener) {
        this.options = options;
        DataSource attempts = source(ATTEMPT, ATTEMPT, "");
        this.presence = Presence.start(() -> attempts.getConnection().close(), listener);
        HikariConfig config = new HikariConfig();
        config.setPoolName("store");
        DataSource pooled = source(options.answerTimeout(), "");
        config.setDataSource(new GivenConnections(() -> presence.openWhenHere(pooled::getConnection)));
        limit(config, options.pool());
        config.setInitializationFailTimeout(-1);
        this.pool = new HikariDataSource(config);
    }

    /** Applies the limits to the pool's configuration. */
    public static void limit(HikariConfig config, DatabaseSettings.Pool pool) {
        config.setMaximumPoolSize(pool.maximumSize());
        config.setMinimumIdle(Math.min(2, pool.maximumSize()));
        config.setConnectionTimeout(pool.waiting().toMillis());
        config.setValidationTimeout(Math.min(1000, pool.waiting().toMillis()));
        config.setIdleTimeout(pool.idle().toMillis());
        config.setMaxLifetime(pool.lifetime().toMillis());
    }

    /** The shared pool, for components with JDBC code of their own (migrations, the embedded platform). */
    public DataSource dataSource() {
        return new GivenConnections(this::take);
    }

    /** Whether the database is known to be unavailable, so that every other method fails at once. Never blocks. */
    public boolean isAway() {
        return presence.isAway();
    }

    private Connection take() throws SQLException {
        return presence.take(pool::getConnection);
    }

    /** Reports that a connection broke or timed out, to trigger a check. Never blocks. */
    public void suspect() {
        presence.suspect();
    }

    /** Runs {@code work} in autocommit mode: for a single statement. */
    public <T> T query(SqlWork<T> work) {
        try (Connection connection = take()) {
            return work.on(connection);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    /** The first row of a query with these parameters. */
    public <T> Optional<T> first(String sql, RowMappers.Reader<T> reader, @Nullable Object... parameters) {
        return query(connection -> first(connection, sql, reader, parameters));
    }

    /** All rows of a query with these parameters; the query must bound them. */
    public <T> List<T> all(String sql, RowMappers.Reader<T> reader, @Nullable Object... parameters) {
        return query(connection -> all(connection, sql, reader, parameters));
    }

    /** Executes a statement and returns the number of rows changed. */
    public int update(String sql, @Nullable Object... parameters) {
        return query(connection -> update(connection, sql, parameters));
    }

    public static <T> Optional<T> first(
            Connection connection, String sql, RowMappers.Reader<T> reader, @Nullable Object... parameters)
            throws SQLException {
        try (PreparedStatement statement = RowMappers.bind(connection.prepareStatement(sql), parameters)) {
            return RowMappers.first(statement, reader);
        }
    }

    public static <T> List<T> all(
            Connection connection, String sql, RowMappers.Reader<T> reader, @Nullable Object... parameters)
            throws SQLException {
        try (PreparedStatement statement = RowMappers.bind(connection.prepareStatement(sql), parameters)) {
            return RowMappers.all(statement, reader);
        }
    }

    public static int update(Connection connection, String sql, @Nullable Object... parameters) throws SQLException {
        try (PreparedStatement statement = RowMappers.bind(connection.prepareStatement(sql), parameters)) {
            return statement.executeUpdate();
        }
    }

    /** Runs {@code work} in one transaction; repeats it a few times after a deadlock or serialization failure. */
    public <T> T transact(SqlWork<T> work) {
        for (int attempt = 1; ; attempt++) {
            try (Connection connection = take()) {
                return inTransaction(connection, work);
            } catch (SQLException e) {
                if (attempt == MAX_ATTEMPTS || !SqlFailures.isWorthRepeating(e)) {
                    throw failed(e);
                }
            }
        }
    }

    private RuntimeException failed(SQLException e) {
        if (SqlFailures.isAway(e)) {
            suspect();
        }
        return SqlFailures.translate(e);
    }

    /** Runs {@code work}, which only reads, in one snapshot. */
    public <T> T snapshot(SqlWork<T> work) {
        return query(connection -> {
            connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            connection.setReadOnly(true);
            // The pool resets both.
            return inTransaction(connection, work);
        });
    }

    private <T> T inTransaction(Connection connection, SqlWork<T> work) throws SQLException {
        connection.setAutoCommit(false);
        boolean done = false;
        try {
            T result = work.on(connection);
            connection.commit();
            done = true;
            return result;
        } finally {
            if (!done) {
                rollBack(connection);
            }
            restore(connection);
        }
    }

    private void rollBack(Connection connection) {
        try {
            connection.rollback();
        } catch (SQLException broken) {
            // The server rolls back the transaction of a broken connection.
            suspect();
        }
    }

    private void restore(Connection connection) {
        try {
            connection.setAutoCommit(true);
        } catch (SQLException broken) {
            // The pool drops a broken connection.
            suspect();
        }
    }

    /** A connection outside the pool for one committer, without autocommit. */
    public Connection openCommitter() throws SQLException {
        String byIndex = " -c " + String.join(" -c ", BY_INDEX);
        Connection connection = presence.open(source(options.commitAnswerTimeout(), byIndex)::getConnection);
        connection.setAutoCommit(false);
        return connection;
    }

    /** A connection outside the pool that may wait for notifications. */
    public Connection openListener() throws SQLException {
        return presence.open(source(options.commitAnswerTimeout(), "")::getConnection);
    }

    private DataSource source(Duration answerTimeout, String more) {
        return source(options.connectTimeout(), answerTimeout, more);
    }

    private DataSource source(Duration connectTimeout, Duration answerTimeout, String more) {
        PGSimpleDataSource source = PostgresSource.of(options.url());
        source.setUser(options.user());
        source.setPassword(options.passphrase().use(bytes -> new String(bytes, StandardCharsets.UTF_8)));
        source.setConnectTimeout((int) seconds(connectTimeout));
        source.setLoginTimeout((int) seconds(connectTimeout) + 1);
        source.setSocketTimeout((int) seconds(answerTimeout));
        source.setTcpKeepAlive(true);
        source.setTargetServerType("primary");
        source.setApplicationName(options.applicationName());
        source.setReWriteBatchedInserts(true);
        source.setAutosave(AutoSave.NEVER);
        source.setOptions(LIMITS + more);
        return source;
    }

    private static long seconds(Duration duration) {
        return Math.max(1, duration.toSeconds());
    }

    /** Closes all connections of the pool. */
    @Override
    public void close() {
        presence.close();
        pool.close();
    }

    /** Statements on one connection. */
    @FunctionalInterface
    public interface SqlWork<T extends @Nullable Object> {
        T on(Connection connection) throws SQLException;
    }
}
