package dev.ose.migrations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/** Guarantees of the newest schema: order, constraints, and notifications of changes. */
class SchemaTest {

    private static final int NOTIFICATION_MILLIS = 5000;
    private static final String TENANT = "11111111-1111-1111-1111-111111111111";
    private static final String USER = "22222222-2222-2222-2222-222222222222";

    private static Databases databases;
    private static DataSource database;

    @BeforeAll
    static void start(@TempDir Path directory) throws SQLException {
        databases = Databases.start(directory);
        database = databases.migrated("schema_test");
        Databases.execute(database, """
                INSERT INTO platform (id, name, kind, s3_endpoint, region)
                    VALUES (1, 'main', 'embedded', 'http://127.0.0.1:1', 'default');
                INSERT INTO tenant (id, name, platform_id, canonical_id)
                    VALUES ('%1$s', 'acme', 1, repeat('a', 64));
                INSERT INTO tenant_user (id, tenant_id, name, canonical_id, platform_id)
                    VALUES ('%2$s', '%1$s', 'ann', repeat('b', 64), 1);
                """.formatted(TENANT, USER));
    }

    @AfterAll
    static void stop() {
        databases.close();
    }

    @Test
    void keysSortByTheBytesOfTheirUtf8() throws Exception {
        List<String> keys = List.of(
                "b", "a", "B", "A", "a/", "a0", "é", "e", "\uFFFD", "\uFFFF", "\uD83D\uDE00", "\uD800\uDC00", "~", " ");
        try (Connection connection = database.getConnection();
                PreparedStatement insert = connection.prepareStatement(
                        "INSERT INTO object_info (bucket_id, key, size_bytes, modified_at, etag)"
                                + " VALUES (7, ?, 0, now(), '')")) {
            for (String key : keys) {
                insert.setString(1, key);
                insert.executeUpdate();
            }
        }

        List<String> listed =
                Databases.column(database, "SELECT key FROM object_info WHERE bucket_id = 7 ORDER BY key");

        List<String> byBytes = new ArrayList<>(keys);
        byBytes.sort((left, right) ->
                Arrays.compareUnsigned(left.getBytes(StandardCharsets.UTF_8), right.getBytes(StandardCharsets.UTF_8)));
        assertThat(listed)
                .isEqualTo(byBytes)
                .isNotEqualTo(keys.stream().sorted().toList());
    }

    @Test
    void everyNameAndKeyHasByteOrder() throws Exception {
        List<String> others = Databases.column(database, """
                SELECT c.table_name || '.' || c.column_name FROM information_schema.columns c
                WHERE c.table_schema = 'public' AND c.data_type = 'text' AND c.collation_name IS DISTINCT FROM 'C'
                    AND c.table_name <> 'schema_history'
                """);

        assertThat(others).containsExactly("credential.description");
    }

    @Test
    void rowsOfOneBucketStayInOnePartition() throws Exception {
        Databases.execute(
                database,
                "INSERT INTO object_info (bucket_id, key, size_bytes, modified_at, etag)"
                        + " SELECT 8, 'k' || n, n, now(), '' FROM generate_series(1, 100) n");

        assertThat(Databases.column(database, "SELECT count(DISTINCT tableoid) FROM object_info WHERE bucket_id = 8"))
                .containsExactly("1");
    }

    @Test
    void changesAreToldWithTheirCommit() throws Exception {
        try (Connection listener = listen();
                Connection writer = database.getConnection()) {
            long before = epoch();
            writer.setAutoCommit(false);
            Databases.execute(writer, credential("AKIATOLD", "USER"));
            Databases.execute(writer, "UPDATE tenant_user SET role = 'TENANT_ADMIN' WHERE id = '" + USER + "'");

            assertThat(heard(listener, 1)).isEmpty();
            assertThat(epoch()).isEqualTo(before);

            writer.commit();
            assertThat(heard(listener, NOTIFICATION_MILLIS))
                    .contains("credential:AKIATOLD", "user:" + USER, "epoch:" + (before + 1));
            assertThat(epoch()).isEqualTo(before + 1);
        }
    }

    @Test
    void changesThatAreRolledBackAreNotTold() throws Exception {
        try (Connection listener = listen();
                Connection writer = database.getConnection()) {
            long before = epoch();
            writer.setAutoCommit(false);
            Databases.execute(writer, "UPDATE tenant SET status = 'DISABLED'");
            Databases.execute(writer, "SET CONSTRAINTS ALL IMMEDIATE");
            writer.rollback();
            // Notifications arrive in the order of commits: an earlier one would be received before this.
            Databases.execute(database, "NOTIFY ose_change, 'end'");

            assertThat(heard(listener, NOTIFICATION_MILLIS)).containsExactly("end");
            assertThat(epoch()).isEqualTo(before);
        }
    }

    @Test
    void everyKindOfChangeIsTold() throws Exception {
        try (Connection listener = listen()) {
            Databases.execute(database, "UPDATE platform SET region = 'other' WHERE id = 1");
            Databases.execute(database, "UPDATE tenant SET name = 'acme2' WHERE id = '" + TENANT + "'");
            Databases.execute(
                    database,
                    "INSERT INTO bucket (tenant_id, platform_id, name, owner_id, region) VALUES ('" + TENANT
                            + "', 1, 'photos', '" + USER + "', 'r')");
            Databases.execute(database, "UPDATE bucket SET name = 'pictures' WHERE name = 'photos'");
            Databases.execute(database, "DELETE FROM bucket WHERE name = 'pictures'");
            Databases.execute(database, "UPDATE tenant SET name = name");
            Databases.execute(database, "NOTIFY ose_change, 'end'");

            List<String> heard = new ArrayList<>();
            while (!heard.contains("end")) {
                heard.addAll(heard(listener, NOTIFICATION_MILLIS));
            }
            assertThat(heard.removeIf(news -> news.startsWith("epoch:"))).isTrue();
            assertThat(heard)
                    .containsExactly(
                            "platform:1",
                            "tenant:" + TENANT,
                            "bucket:photos",
                            "bucket:photos",
                            "bucket:pictures",
                            "bucket:pictures",
                            "end");
        }
    }

    @Test
    void secondReservedCredentialOfAUserIsRefused() throws Exception {
        Databases.execute(database, credential("AKIARESERVED1", "RESERVED"));

        assertThatThrownBy(() -> Databases.execute(database, credential("AKIARESERVED2", "RESERVED")))
                .hasMessageContaining("credential_one_reserved");
    }

    @Test
    void applicationCredentialWithoutPolicyIsRefused() {
        assertThatThrownBy(() -> Databases.execute(database, credential("AKIAAPP", "APPLICATION")))
                .hasMessageContaining("application_is_limited");
    }

    @Test
    void credentialOfAnotherTenantsUserIsRefused() throws Exception {
        Databases.execute(
                database,
                "INSERT INTO tenant (id, name, platform_id, canonical_id) VALUES"
                        + " ('33333333-3333-3333-3333-333333333333', 'rival', 1, repeat('c', 64))");

        assertThatThrownBy(() -> Databases.execute(
                        database,
                        credential("AKIACROSS", "USER").replace(TENANT, "33333333-3333-3333-3333-333333333333")))
                .hasMessageContaining("foreign key");
    }

    @Test
    void nodeNumbersFitFifteenBits() throws Exception {
        assertThat(Databases.column(
                        database,
                        "SELECT max_value || ' ' || cycle FROM pg_sequences WHERE sequencename = 'node_id_seq'"))
                .containsExactly("32767 true");
    }

    private static String credential(String accessKey, String kind) {
        return "INSERT INTO credential (access_key, tenant_id, user_id, kind, secret) VALUES ('" + accessKey + "', '"
                + TENANT + "', '" + USER + "', '" + kind + "', '\\x00')";
    }

    private static Connection listen() throws SQLException {
        Connection listener = database.getConnection();
        Databases.execute(listener, "LISTEN ose_change");
        return listener;
    }

    private static List<String> heard(Connection listener, int millis) throws SQLException {
        PGNotification[] news = listener.unwrap(PGConnection.class).getNotifications(millis);
        return news == null
                ? List.of()
                : Arrays.stream(news).map(PGNotification::getParameter).toList();
    }

    private static long epoch() throws SQLException {
        return Long.parseLong(
                Databases.column(database, "SELECT epoch FROM config_epoch").getFirst());
    }
}
