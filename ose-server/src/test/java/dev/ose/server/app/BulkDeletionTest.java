package dev.ose.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.s3.checksum.Digester;
import dev.ose.server.app.dataplane.S3Listeners;
import dev.ose.server.http.WireClient;
import dev.ose.server.job.JobRunner;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Deletions over S3 of more than a request names, with all kinds of keys. */
@Timeout(300)
class BulkDeletionTest extends OnJobNode {

    private static final String ALL = "{\"removeAll\":true}";
    private static final String ALL_BY_A_TASK = "{\"removeAll\":true,\"deleteVersion\":true,\"tryAsync\":true}";

    private WireClient.Answer delete(S3User user, String document) throws IOException {
        byte[] digest = Digester.md5().digest(document.getBytes(StandardCharsets.UTF_8));
        return user.send(
                "POST",
                '/' + bucket,
                "delete=",
                document,
                "content-md5: " + Base64.getEncoder().encodeToString(digest),
                "content-type: application/json",
                "accept: application/json");
    }

    private static JsonNode tree(WireClient.Answer answer) {
        return JsonMapper.shared().readTree(answer.body());
    }

    private S3User with(JsonNode key) throws IOException {
        return new S3User(node.bean(S3Listeners.class).port(), key);
    }

    /** A key of the application that may do everything with objects of that prefix. */
    private JsonNode application(String prefix) throws Exception {
        return node.created(
                house.user() + "/credentials",
                "{\"scope\":{\"buckets\":[\"" + bucket + "\"],\"prefix\":\"" + prefix + "\"}}");
    }

    /** One that may list the bucket, and delete what is below the prefix. */
    private JsonNode sweeper(String prefix) throws Exception {
        return node.created(house.user() + "/credentials", """
                {"policy": {"Version": "2012-10-17", "Statement": [
                  {"Effect": "Allow", "Action": ["s3:ListBucket*", "s3:AbortMultipartUpload"], "Resource": "*"},
                  {"Effect": "Allow", "Action": "s3:DeleteObject*", "Resource": "arn:aws:s3:::%s/%s*"}]}}
                """.formatted(bucket, prefix));
    }

    private String versions() throws IOException {
        try (S3User user = with(house.key())) {
            return user.ok("GET", '/' + bucket, "versions=", "");
        }
    }

    /** A job as its user's node shows it. */
    private JsonNode jobOf(WireClient.Answer answer) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(202);
        return tree(answer);
    }

    @Test
    void fewObjectsAreDeletedAtOnceAndTheirVersionsIfWanted() throws Exception {
        fill("k", 3, 2);

        withUser(user -> {
            WireClient.Answer hidden = delete(user, ALL);
            assertThat(hidden.status()).as(hidden.body()).isEqualTo(200);
            assertThat(tree(hidden).get("deleted").findValuesAsString("key")).containsExactly("k0", "k1", "k2");
            assertThat(user.ok("GET", '/' + bucket, "versions=", "")).contains("<DeleteMarker>", "<Version>");
            user.ok("POST", '/' + bucket + "/upload", "uploads=", "");

            WireClient.Answer purged = delete(user, "{\"removeAll\":true,\"deleteVersion\":true,\"quiet\":true}");
            assertThat(purged.body()).isEqualTo("{\"deleted\":[],\"errors\":[]}");
            user.ok("DELETE", '/' + bucket, "", "");
        });
    }

    @Test
    void manyObjectsAreDeletedByAJobOfTheUser() throws Exception {
        fill("k", 1_001, 1);

        withUser(user -> {
            JsonNode task = jobOf(delete(user, "{\"removeAll\":true,\"deleteVersion\":true}"));
            assertThat(task.get("status").asString()).isEqualTo("NOT_STARTED");
            assertThat(task.get("owner").asString()).isEqualTo("ann");
            assertThat(task.get("resourceType").asString()).isEqualTo("BUCKET");
            try (JobRunner _ = runner()) {
                awaitState(task, "COMPLETED");
            }
            assertThat(user.ok("GET", '/' + bucket, "versions=", "")).doesNotContain("<Version>");
        });
        assertThat(node.get("/api/v1/admin/audit?filter=operation%3D%3DStartJob%3Bsource%3D%3DS3%3Bbucket%3D%3D"
                                + bucket)
                        .body())
                .contains("\"status\":202");
    }

    @ParameterizedTest
    @CsvSource({
        "a, folder=true, a/1 a/2 b/1",
        "a/, folder=, a/1 a/2 b/1",
        "a, folder=true&include-descendants=true, b/1",
        "a/, delete-version=true&folder=true&include-descendants=true, b/1",
        "a/1, delete-version=true, a/ a/2 b/1",
    })
    void folderIsDeletedAloneOrWithItsContent(String key, String query, String left) throws Exception {
        withUser(user -> {
            for (String each : new String[] {"a/", "a/1", "a/2", "b/1"}) {
                user.ok("PUT", '/' + bucket + '/' + each, "", "x");
            }

            WireClient.Answer answer = user.send("DELETE", '/' + bucket + '/' + key, query, "");

            assertThat(answer.status()).as(answer.body()).isEqualTo(200);
            assertThat(answer.body()).contains("<DeleteResult").doesNotContain("<Error>");
            String listed = user.ok("GET", '/' + bucket, "", "");
            assertThat(Pattern.compile("<Key>(.*?)</Key>")
                            .matcher(listed)
                            .results()
                            .map(found -> found.group(1)))
                    .containsExactly(left.split(" ", -1));
        });
    }

    @Test
    void applicationDeletesWhatIsInItsScopeAlone() throws Exception {
        fill("in/", 2, 2);
        fill("out/", 2, 2);

        try (S3User user = with(sweeper("in/"))) {
            JsonNode answer = tree(delete(user, "{\"removeAll\":true,\"deleteVersion\":true}"));
            assertThat(answer.get("deleted").findValuesAsString("key")).containsExactly("in/0", "in/0", "in/1", "in/1");
            assertThat(answer.get("errors").findValuesAsString("code"))
                    .hasSize(4)
                    .containsOnly("AccessDenied");
        }
        assertThat(versions()).doesNotContain(">in/").contains(">out/0<", ">out/1<");
        try (S3User user = with(application("in/"))) {
            // It may not list what is outside.
            assertThat(delete(user, ALL).status()).isEqualTo(403);
            assertThat(delete(user, ALL_BY_A_TASK).status()).isEqualTo(403);
        }
    }

    @Test
    void jobOfAnApplicationKeepsToItsScope() throws Exception {
        fill("in/", 2, 2);
        fill("out/", 2, 2);

        try (S3User user = with(sweeper("in/"));
                JobRunner _ = runner()) {
            JsonNode task = jobOf(delete(user, ALL_BY_A_TASK));
            awaitState(task, "COMPLETED_WITH_ERRORS");
            assertThat(shown(task).get("done").asLong()).isEqualTo(4);
            assertThat(shown(task).get("failed").asLong()).isEqualTo(4);
        }
        assertThat(versions()).doesNotContain(">in/").contains(">out/0<", ">out/1<");
    }

    @ParameterizedTest
    @CsvSource({"DELETE, ", "POST, /disable"})
    void jobStopsWithItsKey(String method, String path) throws Exception {
        fill("k", 3, 1);
        JsonNode key = sweeper("");
        JsonNode task;
        try (S3User user = with(key)) {
            task = jobOf(delete(user, ALL_BY_A_TASK));
        }
        String credential =
                house.user() + "/credentials/" + key.get("accessKey").asString();
        assertThat(node.send(method, credential + (path == null ? "" : path), "", node.admin())
                        .statusCode())
                .isLessThan(300);

        try (JobRunner _ = runner()) {
            awaitState(task, "FAILED");
        }

        assertThat(shown(task).get("problem").asString()).contains("access key");
        assertThat(counted("objects")).isEqualTo(3);
    }

    @Test
    void bucketOfAnotherUserAndOfAnotherTenantStays() throws Exception {
        fill("k", 2, 1);
        JsonNode colleague = node.created(house.tenant() + "/users", "{\"name\":\"bea\",\"role\":\"TENANT_ADMIN\"}");
        JsonNode herKey =
                node.created(house.tenant() + "/users/" + colleague.get("id").asString() + "/credentials", "{}");

        for (String document : new String[] {ALL, ALL_BY_A_TASK}) {
            try (S3User user = with(herKey)) {
                assertThat(tree(delete(user, document)).get("code").asString()).isEqualTo("AccessDenied");
            }
            try (S3User user = with(house().key())) {
                assertThat(tree(delete(user, document)).get("code").asString()).isEqualTo("NoSuchBucket");
                assertThat(user.send("DELETE", '/' + bucket + "/k", "delete-version=true", "")
                                .status())
                        .isEqualTo(404);
            }
        }
        assertThat(counted("objects")).isEqualTo(2);
    }
}
