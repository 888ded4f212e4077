package dev.ose.testkit;

import dev.ose.migrations.SchemaMigrator;
import dev.ose.postgres.EmbeddedPostgres;
import dev.ose.postgres.EmbeddedPostgresConfig;
import dev.ose.postgres.EmbeddedPostgresException;
import dev.ose.testkit.fast.StartsServer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A PostgreSQL server whose data may be lost, with a migrated template from which new databases are copied in some 20
 * ms. Keeps its files in the directory for temporary files, so the next run skips initdb; concurrent processes use
 * different directories. Safe for use by several threads.
 */
@StartsServer
public final class PostgresServer implements AutoCloseable {

    private static final int MAX_PARALLEL_RUNS = 16;
    private static final int MAX_CONNECTIONS = 300;
    private static final String TEMPLATE = "ose_template";
    private static final String PREFIX = "test_";

    private final EmbeddedPostgres server;
    private final AtomicInteger created = new AtomicInteger();

    private PostgresServer(EmbeddedPostgres server) {
        this.server = server;
    }

    /** Starts a server and prepares its template. Blocks for 1 to 10 s. */
    public static PostgresServer start() {
        PostgresServer started = new PostgresServer(startInFreeDirectory());
        try {
            started.prepareTemplate();
            return started;
        } catch (SQLException failed) {
            started.close();
            throw new IllegalStateException("the template database cannot be made", failed);
        } catch (RuntimeException failed) {
            started.close();
            throw failed;
        }
    }

    private static EmbeddedPostgres startInFreeDirectory() {
        for (int run = 0; run < MAX_PARALLEL_RUNS; run++) {
            try {
                return EmbeddedPostgres.start(EmbeddedPostgresConfig.in(home().resolve("postgres-" + run))
                        .throwaway()
                        .withMaxConnections(MAX_CONNECTIONS));
            } catch (EmbeddedPostgresException refused) {
                if (!refused.isDirectoryInUse()) {
                    throw refused;
                }
            }
        }
        throw new IllegalStateException(MAX_PARALLEL_RUNS + " test runs already use " + home());
    }

    /** Where servers and what they begin with are kept, for one run or several. */
    static Path home() {
        return Path.of(System.getProperty("java.io.tmpdir"), "ose-test-" + System.getProperty("user.name"));
    }

    /** Recreated in each run, because a migration under development changes; also drops databases of a killed run. */
    private void prepareTemplate() throws SQLException {
        for (String left : databases()) {
            drop(left);
        }
        execute("CREATE DATABASE " + TEMPLATE);
        SchemaMigrator.migrate(new TestDatabase(server, TEMPLATE).unpooled());
    }

    private List<String> databases() throws SQLException {
        try (Connection connection = admin();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT datname FROM pg_database WHERE datname = '" + TEMPLATE
                        + "' OR starts_with(datname, '" + PREFIX + "')")) {
            List<String> names = new ArrayList<>();
            while (rows.next()) {
                names.add(rows.getString(1));
            }
            return names;
        }
    }

    /**
     * A new database with the newest schema and only the rows that migrations insert. Its files are copied: in 12 ms of
     * processors instead of the 42 that PostgreSQL needs to log each page, which nothing here ever reads.
     */
    public TestDatabase createMigrated() {
        return create(" TEMPLATE " + TEMPLATE + " STRATEGY FILE_COPY");
    }

    /** A new database with nothing in it. */
    public TestDatabase createEmpty() {
        return create("");
    }

    private TestDatabase create(String options) {
        String name = PREFIX + created.incrementAndGet();
        try {
            execute("CREATE DATABASE " + name + options);
        } catch (SQLException failed) {
            throw new IllegalStateException("database " + name + " cannot be made", failed);
        }
        return new TestDatabase(server, name);
    }

    /** Closes the database's pool and removes it, even while others are connected. */
    public void remove(TestDatabase database) {
        database.close();
        try {
            drop(database.name());
        } catch (SQLException failed) {
            throw new IllegalStateException("database " + database.name() + " cannot be removed", failed);
        }
    }

    private void drop(String name) throws SQLException {
        execute("DROP DATABASE " + name + " WITH (FORCE)");
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = admin();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private Connection admin() throws SQLException {
        return new TestDatabase(server, "postgres").unpooled().getConnection();
    }

    /** Stops the server. Its files remain for the next run. */
    @Override
    public void close() {
        server.close();
    }
}
