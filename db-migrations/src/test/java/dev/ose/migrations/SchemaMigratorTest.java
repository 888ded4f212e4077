package dev.ose.migrations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.ds.PGSimpleDataSource;

class SchemaMigratorTest {

    /** The files of the first release. */
    private static final int BASELINE = 9;

    /** Numbers below released ones that no step has, so that none may get one of them. */
    private static final List<Integer> PASSED_OVER = List.of(26, 28, 29, 31, 32, 33, 42, 47, 51);

    private static Databases databases;

    @BeforeAll
    static void start(@TempDir Path directory) {
        databases = Databases.start(directory);
    }

    @AfterAll
    static void stop() {
        databases.close();
    }

    @Test
    void emptyDatabaseBecomesNewest() throws Exception {
        DataSource database = databases.create("fresh", "");

        int applied = SchemaMigrator.migrate(database);

        assertThat(applied).isPositive();
        assertThat(Databases.column(database, "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"))
                .contains("platform", "tenant", "tenant_user", "credential", "bucket", "account", "node")
                .contains("object_info", "object_info_00", "object_info_15", "op_intent", "object_dirty")
                .contains("usage_delta", "usage_bucket");
    }

    /** A released step must never be edited: databases that applied it keep its former result. */
    @Test
    void stepsAreAsTheyWereReleased() throws Exception {
        DataSource database = databases.migrated("released");

        List<String> steps = Databases.column(
                database,
                "SELECT version || ' ' || checksum || ' ' || script FROM schema_history ORDER BY installed_rank");

        assertThat(steps).isEqualTo(released());
    }

    /**
     * The lines are in the order of release. Nodes refuse a database whose newest step is above one that it lacks, so
     * that a step is never added below those that were released.
     */
    @Test
    void eachStepIsAboveAllThatWereReleasedBeforeIt() throws Exception {
        List<Integer> steps = released().stream()
                .map(line -> Integer.parseInt(line.split(" ", -1)[0]))
                .toList();

        assertThat(steps).isSorted().doesNotHaveDuplicates();
        assertThat(IntStream.rangeClosed(1, steps.getLast()).boxed().filter(number -> !steps.contains(number)))
                .as("numbers below a released step, which no later step may have")
                .isEqualTo(PASSED_OVER);
    }

    @Test
    void stepBelowTheNewestOfADatabaseIsRefused() throws Exception {
        DataSource database = databases.migrated("newer");
        Databases.execute(database, "DELETE FROM schema_history WHERE version = '36'");

        assertThatThrownBy(() -> SchemaMigrator.migrate(database)).isInstanceOf(SchemaException.class);
    }

    /** Upgrade: data stored by an earlier release survive the newest step. */
    @Test
    void populatedDatabaseOfThePreviousStepKeepsItsRows() throws Exception {
        DataSource database = databases.create("populated", "");
        // The baseline is the oldest schema with data; with later steps it is the last but one.
        int previous = Math.max(BASELINE, released().size() - 1);
        migrateTo(database, released().get(previous - 1).split(" ", -1)[0]);
        Databases.execute(database, """
                INSERT INTO platform (id, name, kind, s3_endpoint, region)
                    VALUES (1, 'main', 'embedded', 'http://127.0.0.1:1', 'default');
                INSERT INTO tenant (id, name, platform_id, canonical_id)
                    VALUES ('11111111-1111-1111-1111-111111111111', 'acme', 1, repeat('a', 64));
                INSERT INTO tenant_user (id, tenant_id, name, canonical_id, platform_id) VALUES
                    ('22222222-2222-2222-2222-222222222222', '11111111-1111-1111-1111-111111111111', 'ann',
                        repeat('b', 64), 1);
                INSERT INTO bucket (tenant_id, platform_id, name, owner_id, region)
                    VALUES ('11111111-1111-1111-1111-111111111111', 1, 'full', '22222222-2222-2222-2222-222222222222',
                        'r');
                INSERT INTO object_info (bucket_id, key, size_bytes, modified_at, etag)
                    SELECT b.id, 'k' || n, n, now(), '' FROM bucket b, generate_series(1, 1000) n;
                """);

        int applied = SchemaMigrator.migrate(database);

        assertThat(applied).isEqualTo(released().size() - previous);
        assertThat(Databases.column(database, """
                        SELECT t.name || ' ' || u.name || ' ' || b.name || ' ' || count(*) || ' ' || sum(o.size_bytes)
                        FROM tenant t JOIN tenant_user u ON u.tenant_id = t.id JOIN bucket b ON b.owner_id = u.id
                            JOIN object_info o ON o.bucket_id = b.id
                        GROUP BY t.name, u.name, b.name
                        """)).containsExactly("acme ann full 1000 500500");
    }

    @Test
    void renamedColumnsKeepTheirValuesAndNothingHasAFormerName() throws Exception {
        DataSource database = databases.create("renamed", "");
        migrateTo(database, "17");
        Databases.execute(database, """
                INSERT INTO platform (id, name, kind, s3_endpoint, region)
                    VALUES (1, 'main', 'embedded', 'http://127.0.0.1:1', 'default');
                INSERT INTO platform_probe (platform_id, trials, verdicts, trouble)
                    VALUES (1, 3, '{"TAGGING": "YES"}', 'left behind');
                INSERT INTO tenant (name, platform_id, canonical_id, pose_as)
                    VALUES ('acme', 1, repeat('a', 64), 'DISALLOW');
                INSERT INTO bucket_gone (id, name) VALUES (7, 'photos');
                INSERT INTO upload (bucket_id, upload_id, key, unsure_until) VALUES (7, 'u', 'k', 'infinity');
                INSERT INTO event (webhook_id, bucket, key, etag, given_up) VALUES (1, 'photos', 'k', '', true);
                INSERT INTO object_hole (bucket_id, key, size_bytes) VALUES (7, 'gone', 5);
                """);

        SchemaMigrator.migrate(database);

        assertThat(Databases.column(database, """
                        SELECT p.checks_version || ' ' || p.results || ' ' || p.problem || ' ' || t.impersonation || ' '
                            || d.name || ' ' || u.hold_until || ' ' || e.is_dead_letter || ' ' || o.key
                        FROM platform_probe p, tenant t, deleted_bucket d, upload u, event e, object_tombstone o
                        """))
                .containsExactly("3 {\"TAGGING\": \"YES\"} left behind DISALLOW photos infinity true gone");
        // Since PostgreSQL 18 NOT NULL is a constraint with a name, which does not follow the column's.
        assertThat(Databases.column(database, """
                        SELECT name FROM (
                            SELECT relname FROM pg_class
                            UNION ALL SELECT attname FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
                                AND c.relkind <> 'i'
                            UNION ALL SELECT conname FROM pg_constraint WHERE contype <> 'n'
                            UNION ALL SELECT tgname FROM pg_trigger UNION ALL SELECT proname FROM pg_proc) AS n (name)
                        WHERE name::text ~ '^(tell_nodes|claimed|is_marker|trials|verdicts|trouble|passed_over)$'
                            OR name::text ~ 'pose_as|unsure|asked_at|doubt|by_question|mourned|heir|bucket_gone'
                            OR name::text ~ 'most_users|longest_seconds|opener|given_up|object_hole'
                            OR name::text ~ '^(deletion|made)$'
                        """)).isEmpty();
    }

    private static List<String> released() throws IOException {
        try (InputStream file = SchemaMigratorTest.class.getResourceAsStream("released-steps.txt")) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        }
    }

    private static void migrateTo(DataSource database, String version) {
        Flyway.configure()
                .dataSource(database)
                .locations("classpath:db/ose")
                .table("schema_history")
                .target(version)
                .load()
                .migrate();
    }

    @Test
    void migratingTwiceDoesNothing() throws Exception {
        DataSource database = databases.migrated("twice");

        assertThat(SchemaMigrator.migrate(database)).isZero();
    }

    @Test
    void nodesStartingTogetherApplyEachStepOnce() throws Exception {
        DataSource database = databases.create("together", "");
        try (ExecutorService nodes = Executors.newFixedThreadPool(4)) {
            Callable<Integer> start = () -> SchemaMigrator.migrate(database);

            int applied = 0;
            for (Future<Integer> node :
                    nodes.invokeAll(IntStream.range(0, 4).mapToObj(i -> start).toList())) {
                applied += node.get();
            }

            assertThat(Databases.column(database, "SELECT count(*) FROM schema_history WHERE type = 'SQL'"))
                    .containsExactly(String.valueOf(applied));
        }
    }

    @Test
    void databaseInAnotherEncodingIsRefusedWithTheFix() throws Exception {
        DataSource database =
                databases.create("latin", "ENCODING 'LATIN1' LOCALE_PROVIDER libc LOCALE 'C' TEMPLATE template0");

        assertThatThrownBy(() -> SchemaMigrator.migrate(database))
                .isInstanceOf(SchemaException.class)
                .hasMessageContaining("encoding LATIN1")
                .hasMessageContaining("CREATE DATABASE ose ENCODING 'UTF8'");
    }

    @Test
    void namedFixMakesAFitDatabase() throws Exception {
        DataSource database =
                databases.create("fixed", "ENCODING 'UTF8' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0");

        assertThat(SchemaMigrator.migrate(database)).isPositive();
    }

    @Test
    void foreignSchemaIsRefused() throws Exception {
        DataSource database = databases.create("foreign_schema", "");
        Databases.execute(database, "CREATE TABLE tenant (somebody_elses int)");

        assertThatThrownBy(() -> SchemaMigrator.migrate(database)).isInstanceOf(SchemaException.class);
    }

    @Test
    void absentServerIsNamed() {
        PGSimpleDataSource nowhere = new PGSimpleDataSource();
        nowhere.setUrl("jdbc:postgresql://127.0.0.1:1/none");

        assertThatThrownBy(() -> SchemaMigrator.migrate(nowhere))
                .isInstanceOf(SchemaException.class)
                .hasMessageContaining("does not answer (SQLSTATE 08001)");
    }
}
