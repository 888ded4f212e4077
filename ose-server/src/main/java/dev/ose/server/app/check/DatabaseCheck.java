package dev.ose.server.app.check;

import dev.ose.config.Configuration;
import dev.ose.config.DatabaseOptions;
import dev.ose.config.NodeOptions;
import dev.ose.control.Finding;
import dev.ose.migrations.SchemaMigrator;
import dev.ose.server.app.boot.DatabaseFactory;
import dev.ose.server.app.boot.StartFailures;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import javax.sql.DataSource;

/** Checks that the database answers and fulfils the requirements of nodes. */
public final class DatabaseCheck {

    private static final String NAME = "Database";

    /** Collations that sort text by its bytes. */
    private static final Set<String> BY_BYTES = Set.of("c", "posix", "c.utf-8", "c.utf8");

    /** Tolerance for the duration of an answer; synchronised clocks differ by less. */
    private static final Duration KEPT = Duration.ofSeconds(5);

    private static final int VERSIONS_PER_MAJOR = 10_000;

    /** Counts the nodes with a session, and this one if it has none yet. */
    private static final String FACTS = """
            SELECT current_setting('server_version_num')::int, current_setting('server_version'),
                   current_setting('server_encoding'), d.datcollate,
                   current_setting('max_connections')::int
                     - current_setting('superuser_reserved_connections')::int,
                   (SELECT count(DISTINCT client_addr) FROM pg_stat_activity
                     WHERE application_name = 'ose-server' AND pid <> pg_backend_pid()),
                   pg_size_pretty(pg_database_size(d.datname)), clock_timestamp()
              FROM pg_database d WHERE d.datname = current_database()
            """;

    private final Configuration configuration;
    private final Clock clock;

    public DatabaseCheck(Configuration configuration, Clock clock) {
        this.configuration = configuration;
        this.clock = clock;
    }

    public void run(Consumer<Finding> report) {
        Optional<DataSource> external = DatabaseFactory.external(configuration);
        if (external.isEmpty()) {
            report.accept(Finding.valid(
                    NAME,
                    "embedded, in "
                            + configuration.get(NodeOptions.DATA_DIRECTORY).resolve("postgres")));
            return;
        }
        try (Connection connection = external.get().getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(FACTS)) {
            row.next();
            judge(row, report);
        } catch (SQLException e) {
            report.accept(Finding.failed(
                    NAME,
                    "does not let nodes in (SQLSTATE " + e.getSQLState() + ")",
                    String.valueOf(StartFailures.explain(e).getMessage())));
        }
    }

    private void judge(ResultSet row, Consumer<Finding> report) throws SQLException {
        boolean isOld = row.getInt(1) < SchemaMigrator.OLDEST_MAJOR_VERSION * VERSIONS_PER_MAJOR;
        String version = "PostgreSQL " + row.getString(2) + ", " + row.getString(7);
        report.accept(
                isOld
                        ? Finding.failed(
                                NAME,
                                version,
                                "Upgrade the server to " + SchemaMigrator.OLDEST_MAJOR_VERSION + " or later.")
                        : Finding.valid(NAME, version));
        report.accept(encoding(row.getString(3)));
        report.accept(collation(row.getString(4)));
        report.accept(
                clock(Duration.between(row.getObject(8, OffsetDateTime.class).toInstant(), clock.instant())));
        report.accept(connections(row.getInt(5), Math.max(1, row.getInt(6))));
    }

    static Finding encoding(String encoding) {
        return encoding.equals("UTF8")
                ? Finding.valid("Database encoding", encoding)
                : Finding.failed(
                        "Database encoding",
                        encoding + ", in which not every object key can be written",
                        "Make a database with ENCODING 'UTF8' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0 and use"
                                + " that.");
    }

    static Finding collation(String collation) {
        return BY_BYTES.contains(collation.toLowerCase(Locale.ROOT))
                ? Finding.valid("Database collation", collation)
                : Finding.warning(
                        "Database collation",
                        collation + "; OSE's own key columns sort by bytes all the same",
                        "Nothing must be done. For a new database take LC_COLLATE 'C'; it is faster, too.");
    }

    /** @param ahead by how much this host's clock is ahead of the database's */
    static Finding clock(Duration ahead) {
        Duration apart = ahead.abs();
        String seen = apart.toSeconds() + " s " + (ahead.isNegative() ? "behind" : "ahead of") + " the database";
        return apart.compareTo(KEPT) > 0
                ? Finding.warning(
                        "Database clock", seen, "Synchronise the clocks of this host and of the database by NTP.")
                : Finding.valid("Database clock", seen);
    }

    Finding connections(int offered, int nodes) {
        int pool = configuration.get(DatabaseOptions.POOL_SIZE);
        String seen = offered + " offered, " + nodes + " x " + pool + " wanted by the pools of " + nodes
                + (nodes == 1 ? " node" : " nodes");
        return offered >= pool * nodes
                ? Finding.valid("Database connections", seen)
                : Finding.failed(
                        "Database connections",
                        seen,
                        "Raise the server's max_connections, or lower " + DatabaseOptions.POOL_SIZE.key() + ".");
    }
}
