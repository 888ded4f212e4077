package dev.ose.migrations;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;

/** Checks a database and migrates its schema to the newest step. */
public final class SchemaMigrator {

    /**
     * The oldest PostgreSQL major version with all features that the steps use, among them {@code gen_random_uuid} and
     * {@code xid8}.
     */
    public static final int OLDEST_MAJOR_VERSION = 13;

    private static final int VERSIONS_PER_MAJOR = 10_000;

    private SchemaMigrator() {}

    /**
     * Applies the missing steps, each in a transaction of its own. Blocks. Safe to call from several nodes at once: one
     * migrates, the others wait and find nothing to do.
     *
     * @param database whose search path starts with the schema, which need not exist
     * @return the number of steps applied; 0 if the schema was up to date
     * @throws SchemaException if the server is too old, the encoding is not UTF8, or a step fails; a failed step is
     *     rolled back
     */
    public static int migrate(DataSource database) {
        check(database);
        try {
            return Flyway.configure(SchemaMigrator.class.getClassLoader())
                    .dataSource(database)
                    .locations("classpath:db/ose")
                    .table("schema_history")
                    .failOnMissingLocations(true)
                    .validateMigrationNaming(true)
                    .cleanDisabled(true)
                    .load()
                    .migrate()
                    .migrationsExecuted;
        } catch (FlywayException failed) {
            throw new SchemaException(
                    "The database schema could not be brought up to date. Nothing of the failed step remains; after the"
                            + " cause below is removed, start again. A schema that was changed by hand must be restored"
                            + " from a backup. Cause: " + failed.getMessage(),
                    failed);
        }
    }

    private static void check(DataSource database) {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT current_setting('server_version_num')::int,"
                        + " current_setting('server_version'), current_setting('server_encoding'),"
                        + " current_database()")) {
            row.next();
            if (row.getInt(1) < OLDEST_MAJOR_VERSION * VERSIONS_PER_MAJOR) {
                throw new SchemaException("The database server is PostgreSQL " + row.getString(2) + "; OSE needs "
                        + OLDEST_MAJOR_VERSION + " or later. Upgrade the server.");
            }
            if (!row.getString(3).equals("UTF8")) {
                throw new SchemaException("The database " + row.getString(4) + " has the encoding " + row.getString(3)
                        + ", in which not every object key can be written. Make a new one and use that: CREATE DATABASE"
                        + " ose ENCODING 'UTF8' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0;");
            }
        } catch (SQLException unreachable) {
            throw new SchemaException(
                    "The database does not answer (SQLSTATE " + unreachable.getSQLState()
                            + "). Check its address, user and that it runs.",
                    unreachable);
        }
    }
}
