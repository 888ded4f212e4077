package dev.ose.testkit;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.ose.postgres.EmbeddedPostgres;
import dev.ose.postgres.PostgresSource;
import dev.ose.testkit.fast.StartsServer;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;

/** One database of a {@link PostgresServer}. Safe for use by several threads. */
@StartsServer
public final class TestDatabase implements AutoCloseable {

    private static final int POOL_SIZE = 10;
    private static final long POOL_WAIT_MILLIS = 10_000;

    private final EmbeddedPostgres server;
    private final String name;
    private @Nullable HikariDataSource pool;

    TestDatabase(EmbeddedPostgres server, String name) {
        this.server = server;
        this.name = name;
    }

    /** Its name on the server. */
    public String name() {
        return name;
    }

    /** Its address, without user and password. */
    public String jdbcUrl() {
        return server.jdbcUrl(name);
    }

    /** Its server, for user, password and port. Must not be closed. */
    public EmbeddedPostgres server() {
        return server;
    }

    /** A pool of up to ten connections, created at the first call. */
    public synchronized DataSource dataSource() {
        HikariDataSource made = pool;
        if (made == null) {
            HikariConfig config = new HikariConfig();
            config.setDataSource(unpooled());
            config.setMaximumPoolSize(POOL_SIZE);
            config.setMinimumIdle(0);
            config.setConnectionTimeout(POOL_WAIT_MILLIS);
            made = new HikariDataSource(config);
            pool = made;
        }
        return made;
    }

    /** A new connection at each call: for LISTEN, or for a pool of the test's own. */
    public PGSimpleDataSource unpooled() {
        PGSimpleDataSource source = PostgresSource.of(jdbcUrl());
        source.setUser(server.user());
        source.setPassword(server.withPassword(String::new));
        return source;
    }

    /** Closes the pool; the database stays. */
    @Override
    public synchronized void close() {
        if (pool != null) {
            pool.close();
            pool = null;
        }
    }
}
