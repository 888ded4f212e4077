package dev.ose.server.app.boot;

import dev.ose.adapter.Secret;
import dev.ose.config.Configuration;
import dev.ose.config.DatabaseOptions;
import dev.ose.migrations.SchemaMigrator;
import dev.ose.postgres.EmbeddedPostgres;
import dev.ose.postgres.EmbeddedPostgresConfig;
import dev.ose.postgres.PostgresSource;
import dev.ose.server.app.options.SecretFiles;
import dev.ose.server.database.Database;
import dev.ose.server.database.DatabaseSettings;
import dev.ose.server.runtime.jobs.OperatorEvent;
import dev.ose.server.runtime.jobs.OperatorEvents;
import dev.ose.server.runtime.lifecycle.DataDirectory;
import dev.ose.server.runtime.lifecycle.Parts;
import dev.ose.server.runtime.lifecycle.StartException;
import dev.ose.server.runtime.lifecycle.StartException.Code;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts the embedded PostgreSQL if no other database is configured, and migrates the schema. */
public final class DatabaseFactory {

    private static final Logger LOG = LoggerFactory.getLogger(DatabaseFactory.class);

    /** Connections of the embedded server beyond the pool: committers, the listener, the platform's own, psql. */
    private static final int OTHER_CONNECTIONS = 60;

    private static final int SUPERUSER_RESERVE = 3;

    /** A server that accepts the connection and does not answer must not block a start permanently. */
    private static final int LOGIN_SECONDS = 30;

    private final Configuration configuration;
    private final DataDirectory directory;
    private final Parts parts;
    private final OperatorEvents events;

    DatabaseFactory(Configuration configuration, DataDirectory directory, Parts parts, OperatorEvents events) {
        this.configuration = configuration;
        this.directory = directory;
        this.parts = parts;
        this.events = events;
    }

    /** A database that answers and has the newest schema; closing it stops an embedded server. Blocks. */
    Database start() throws SQLException {
        DatabaseSettings options = options().with(pool(configuration));
        DataSource source = unpooled(options);
        checkConnections(source);
        int steps = SchemaMigrator.migrate(source);
        if (steps > 0) {
            LOG.atInfo().addKeyValue("steps", steps).log("the database schema was brought up to date");
        }
        return parts.add("database connections", new Database(options, this::report));
    }

    private void report(boolean isAway) {
        events.report(isAway ? new OperatorEvent.DatabaseAway() : new OperatorEvent.DatabaseBack());
    }

    public static DatabaseSettings.Pool pool(Configuration configuration) {
        return new DatabaseSettings.Pool(
                configuration.get(DatabaseOptions.POOL_SIZE),
                configuration.get(DatabaseOptions.CONNECTION_TIMEOUT),
                configuration.get(DatabaseOptions.IDLE_TIMEOUT),
                configuration.get(DatabaseOptions.MAX_LIFETIME));
    }

    /** Without the pool's statement timeout: a migration may need longer. */
    private static DataSource unpooled(DatabaseSettings options) {
        PGSimpleDataSource source = PostgresSource.of(options.url());
        source.setUser(options.user());
        source.setPassword(options.passphrase().use(bytes -> new String(bytes, StandardCharsets.UTF_8)));
        source.setApplicationName(options.applicationName());
        source.setLoginTimeout(LOGIN_SECONDS);
        return source;
    }

    /** The configured database, without its pool; empty if the node runs its own. */
    public static Optional<DataSource> external(Configuration configuration) {
        return externalOptions(configuration).map(DatabaseFactory::unpooled);
    }

    private static Optional<DatabaseSettings> externalOptions(Configuration configuration) {
        return configuration
                .find(DatabaseOptions.URL)
                .map(url -> DatabaseSettings.of(
                        url,
                        configuration.find(DatabaseOptions.USERNAME).orElse(System.getProperty("user.name")),
                        configuration
                                .find(DatabaseOptions.PASSWORD_FILE)
                                .map(file -> SecretFiles.firstLine(DatabaseOptions.PASSWORD_FILE, file))
                                .orElse(Secret.of(""))));
    }

    private DatabaseSettings options() {
        Optional<DatabaseSettings> external = externalOptions(configuration);
        if (external.isPresent()) {
            return external.get();
        }
        EmbeddedPostgresConfig config = EmbeddedPostgresConfig.in(directory.resolve("postgres"))
                .withMaxConnections(configuration.get(DatabaseOptions.POOL_SIZE) + OTHER_CONNECTIONS)
                .withProgress(sentence -> LOG.info("{}", sentence));
        EmbeddedPostgres embedded = parts.add("embedded PostgreSQL", EmbeddedPostgres.start(config));
        return DatabaseSettings.of(
                embedded.jdbcUrl(),
                embedded.user(),
                embedded.withPassword(characters -> Secret.of(CharBuffer.wrap(characters))));
    }

    private void checkConnections(DataSource source) throws SQLException {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT current_setting('max_connections')::int")) {
            row.next();
            int offered = row.getInt(1) - SUPERUSER_RESERVE;
            int wanted = configuration.get(DatabaseOptions.POOL_SIZE);
            if (wanted > offered) {
                throw new StartException(
                        Code.DATABASE,
                        "The database offers " + offered + " connections and this node may use " + wanted
                                + ". Raise its max_connections, or lower " + DatabaseOptions.POOL_SIZE.key() + ".");
            }
        }
    }
}
