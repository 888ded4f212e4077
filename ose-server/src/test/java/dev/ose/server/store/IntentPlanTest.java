package dev.ose.server.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.testkit.PostgresFixture;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collections;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** How intents are looked up where PostgreSQL believes that there are none, while their indexes are full of dead ones. */
class IntentPlanTest {

    @RegisterExtension
    static final PostgresFixture postgres = PostgresFixture.migrated();

    /** What follows on each use of the index in a plan: its condition, if it has one. */
    private static final Pattern CONDITION = Pattern.compile("Scan using (?:op_intent|object_dirty).*\\R(.*)");

    private static StoreFixture stores;
    private static Database database;

    @BeforeAll
    static void fillAndEmpty() {
        stores = new StoreFixture(postgres.database());
        database = stores.database;
        database.update("ALTER TABLE op_intent SET (autovacuum_enabled = false)");
        database.update("INSERT INTO op_intent (bucket_id, op_id, node_id, key)"
                + " SELECT 1, n, 1, repeat('k', 500) || n FROM generate_series(1, 5000) n");
        database.update("DELETE FROM op_intent");
        database.update("ANALYZE op_intent");
    }

    @AfterAll
    static void close() {
        stores.close();
    }

    @ParameterizedTest
    @MethodSource
    void intentsAreFoundByTheirKeys(String statement) {
        assertThat(conditions(statement)).isNotEmpty().allSatisfy(IntentPlanTest::findsOneRow);
    }

    static Stream<String> intentsAreFoundByTheirKeys() {
        return Stream.of(
                ObjectStatements.WRITE_ALONE,
                ObjectStatements.DELETE_ALONE,
                ObjectStatements.LOCK_INTENTS,
                ObjectStatements.DELETE_INTENTS);
    }

    private static void findsOneRow(String condition) {
        assertThat(condition).contains("key = ");
    }

    private static List<String> conditions(String statement) {
        return CONDITION
                .matcher(plan(statement))
                .results()
                .map((MatchResult found) -> found.group(1))
                .toList();
    }

    /** The plan for any values, as connections of committers keep it. */
    private static String plan(String statement) {
        try (Connection connection = database.openCommitter()) {
            int values = statement.length() - statement.replace("?", "").length();
            String numbered = statement;
            for (int i = 1; i <= values; i++) {
                numbered = numbered.replaceFirst("\\?", "\\$" + i);
            }
            Database.update(connection, "PREPARE asked AS " + numbered);
            String nothing = String.join(", ", Collections.nCopies(values, "NULL"));
            return String.join(
                    "\n", Database.all(connection, "EXPLAIN EXECUTE asked (" + nothing + ")", row -> row.getString(1)));
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
