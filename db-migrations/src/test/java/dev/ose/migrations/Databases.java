package dev.ose.migrations;

import dev.ose.postgres.EmbeddedPostgres;
import dev.ose.postgres.EmbeddedPostgresConfig;
import dev.ose.postgres.PostgresSource;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/** A throwaway server with any number of databases. */
final class Databases implements AutoCloseable {

    private final EmbeddedPostgres server;

    private Databases(EmbeddedPostgres server) {
        this.server = server;
    }

    static Databases start(Path directory) {
        return new Databases(EmbeddedPostgres.start(EmbeddedPostgresConfig.in(directory.resolve("database"))
                .withBinaries(Path.of("target/programs"))
                .throwaway()));
    }

    /** A new database; {@code options} as after CREATE DATABASE. */
    DataSource create(String name, String options) throws SQLException {
        execute(open("postgres"), "CREATE DATABASE " + name + " " + options);
        return open(name);
    }

    DataSource migrated(String name) throws SQLException {
        DataSource database = create(name, "");
        SchemaMigrator.migrate(database);
        return database;
    }

    private DataSource open(String name) {
        PGSimpleDataSource source = PostgresSource.of(server.jdbcUrl(name));
        source.setUser(server.user());
        source.setPassword(server.withPassword(String::new));
        return source;
    }

    static void execute(DataSource database, String sql) throws SQLException {
        try (Connection connection = database.getConnection()) {
            execute(connection, sql);
        }
    }

    static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** The first column of all rows, as text. */
    static List<String> column(DataSource database, String sql) throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            List<String> values = new ArrayList<>();
            while (rows.next()) {
                values.add(String.valueOf(rows.getString(1)));
            }
            return values;
        }
    }

    @Override
    public void close() {
        server.close();
    }
}
