package dev.ose.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class PostgresFixtureTest {

    @RegisterExtension
    static final PostgresFixture migrated = PostgresFixture.migrated();

    @RegisterExtension
    static final PostgresFixture empty = PostgresFixture.empty();

    @Test
    void migratedDatabaseHasTheSchema() throws Exception {
        assertThat(query(migrated.dataSource(), "SELECT epoch FROM config_epoch"))
                .isEqualTo("1");
    }

    @Test
    void emptyDatabaseHasNoTable() throws Exception {
        assertThat(query(empty.dataSource(), "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'"))
                .isEqualTo("0");
    }

    @Test
    void databasesAreApart() throws Exception {
        try (Connection connection = empty.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE SCHEMA apart");
        }

        assertThat(query(migrated.dataSource(), "SELECT to_regnamespace('apart') IS NULL"))
                .isEqualTo("t");
    }

    @Test
    void secondServerOfTheSameRunTakesAnotherDirectory() throws Exception {
        try (PostgresServer second = PostgresServer.start()) {
            TestDatabase database = second.createMigrated();

            assertThat(database.server().port())
                    .isNotEqualTo(migrated.database().server().port());
            assertThat(query(database.unpooled(), "SELECT 1")).isEqualTo("1");
            second.remove(database);
        }
    }

    private static String query(DataSource source, String sql) throws SQLException {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getString(1);
        }
    }
}
