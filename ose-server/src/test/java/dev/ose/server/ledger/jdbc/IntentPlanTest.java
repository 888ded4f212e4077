package dev.ose.server.ledger.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.server.catalog.jdbc.ObjectStatements;
import dev.ose.server.database.Database;
import dev.ose.server.database.StoreFixture;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * How intents, marks and tombstones are looked up if PostgreSQL's statistics say that there are none, while their
 * indexes are full of dead ones.
 */
class IntentPlanTest {

    @RegisterExtension
    static final PostgresFixture postgres = PostgresFixture.migrated();

    /** Each index scan of these tables in a plan, with its condition, if it has one. */
    private static final Pattern SCAN = Pattern.compile(
            "Scan using (?:op_intent|object_dirty|object_tombstone)\\w* .*(?:\\R\\s+Index Cond: (.*))?");

    private static StoreFixture stores;
    private static Database database;

    @BeforeAll
    static void fillAndEmpty() {
        stores = new StoreFixture(postgres.database());
        database = stores.database;
        fillAndEmpty("op_intent", "op_id, node_id", "n, 1");
        fillAndEmpty("object_dirty", "ver", "n");
        fillAndEmpty("object_tombstone", "size_bytes", "n");
    }

    private static void fillAndEmpty(String table, String columns, String values) {
        database.update("ALTER TABLE " + table + " SET (autovacuum_enabled = false)");
        database.update("INSERT INTO " + table + " (bucket_id, key, " + columns + ")"
                + " SELECT 1, repeat('k', 500) || n, " + values + " FROM generate_series(1, 5000) n");
        database.update("DELETE FROM " + table);
        database.update("ANALYZE " + table);
    }

    @AfterAll
    static void close() {
        stores.close();
    }

    @ParameterizedTest
    @MethodSource
    void rowsAreFoundByTheirKeys(String statement, int scans) {
        String plan = plan(statement);

        assertThat(SCAN.matcher(plan).results().map((MatchResult scan) -> String.valueOf(scan.group(1))))
                .as(plan)
                .hasSize(scans)
                .allSatisfy(condition -> assertThat(condition).contains("key = "));
    }

    static Stream<Arguments> rowsAreFoundByTheirKeys() {
        return Stream.of(
                Arguments.of(ObjectStatements.WRITE_ALONE, 3),
                Arguments.of(ObjectStatements.DELETE_ALONE, 3),
                Arguments.of(ObjectStatements.LOCK_INTENTS, 1),
                Arguments.of(ObjectStatements.LOCK_DIRTY, 1),
                Arguments.of(ObjectStatements.LOCK_MARK, 1),
                Arguments.of(ObjectStatements.FIND_INTENT, 1),
                Arguments.of(ObjectStatements.DELETE_INTENTS, 1),
                Arguments.of(ObjectStatements.FIND_FOLDED, 1),
                Arguments.of(ObjectStatements.LOCATE_FOLDED, 1),
                Arguments.of(ObjectStatements.WRITE_OVER_FOLDED, 1),
                Arguments.of(ObjectStatements.DELETE_WITH_FOLDED, 1),
                Arguments.of(ObjectStatements.HIDE_WITH_FOLDED, 1),
                Arguments.of(JdbcDirtyKeys.UNMARK, 1),
                Arguments.of(JdbcDirtyKeys.RELEASE, 1));
    }

    /** By the place that the look-up by keys found, without a second one. */
    @Test
    void segmentsAreReadAtTheirPlace() {
        for (String statement : List.of(ObjectStatements.FIND_FOLDED, ObjectStatements.LOCATE_FOLDED)) {
            assertThat(plan(statement)).contains("Tid Scan on object_segment").doesNotContain("Seq Scan");
        }
    }

    /** The generic plan, as cached by connections of committers. */
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
