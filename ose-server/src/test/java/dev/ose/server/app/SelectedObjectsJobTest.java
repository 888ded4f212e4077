package dev.ose.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.ose.server.job.JobParts;
import dev.ose.server.job.JobRequests;
import dev.ose.server.job.JobRunner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Jobs on objects that were selected one by one, moves, and deletions that are taken back. */
@Timeout(300)
class SelectedObjectsJobTest extends OnJobNode {

    @Test
    void onlySelectedKeysAreDeletedWithTheirVersionsOrWithout() throws Exception {
        fill("a/", 12, 2);

        try (JobRunner _ = runner()) {
            JsonNode hidden = job(kind("DELETE_OBJECTS") + ",\"keys\":[\"a/1\",\"a/2\",\"a/none\",\"a/1\"]}");
            assertThat(hidden.get("keyCount").asInt()).isEqualTo(3);
            assertThat(hidden.get("total").asInt()).isEqualTo(3);
            awaitState(hidden, "COMPLETED");
            awaitCount("objects", 10);
            assertThat(keys()).contains("a/10", "a/11").doesNotContain("a/1<", "a/2<");

            JsonNode purged = job(kind("DELETE_OBJECTS") + ",\"keys\":[\"a/1\",\"a/3\",\"a/none\"],\"versions\":true}");
            awaitState(purged, "COMPLETED");
            // Two versions and a marker, two versions, and the marker of a key that never was an object's.
            assertThat(shown(purged).get("done").asLong()).isEqualTo(6);
            awaitCount("objects", 9);
        }
        withUser(user -> assertThat(user.ok("GET", '/' + bucket, "versions=", ""))
                .contains(">a/10<", ">a/2<")
                .doesNotContain(">a/1<", ">a/3<"));
    }

    @Test
    void movedObjectsHaveTheirNewKeysAlone() throws Exception {
        fill("old/", 230, 1);
        withUser(user -> user.ok("PUT", '/' + bucket + "/older", "", "other"));

        try (JobRunner _ = runner()) {
            JsonNode folder = job(kind("MOVE_OBJECTS") + ",\"prefix\":\"old/\",\"targetPrefix\":\"new/\"}");
            awaitState(folder, "COMPLETED");
            assertThat(shown(folder).get("done").asLong()).isEqualTo(230);
            JsonNode one = job(kind("MOVE_OBJECTS")
                    + ",\"prefix\":\"new/7\",\"keys\":[\"new/7\"],\"targetPrefix\":\"new/seven\"}");
            awaitState(one, "COMPLETED");
            JsonNode absent = job(kind("MOVE_OBJECTS") + ",\"keys\":[\"old/1\",\"older\"],\"targetPrefix\":\"was/\"}");
            awaitState(absent, "COMPLETED_WITH_ERRORS");
            assertThat(failure(absent).get("key").asString()).isEqualTo("old/1");
            assertThat(failure(absent).get("code").asString()).isEqualTo("NoSuchKey");
        }
        assertThat(keys())
                .contains("new/0<", "new/70<", "new/seven<", "was/older<")
                .doesNotContain("old/", "new/7<");
        withUser(user ->
                assertThat(user.ok("GET", '/' + bucket + "/new/seven", "", "")).isEqualTo("body0"));
        awaitCount("objects", 231);
    }

    @Test
    void objectThatIsOverwrittenDuringItsMoveStaysUntilTheRetry() throws Exception {
        fill("k", 3, 1);
        AtomicBoolean isOverwritten = new AtomicBoolean();
        JobRequests meanwhile = OtherRequests.before(node.bean(JobParts.class).requests(), _ -> {
            if (isOverwritten.compareAndSet(false, true)) {
                overwrite("k1", "newer");
            }
        });

        try (JobRunner _ = runner(meanwhile)) {
            JsonNode job = job(kind("MOVE_OBJECTS") + ",\"prefix\":\"k\",\"targetPrefix\":\"moved/\"}");
            awaitState(job, "COMPLETED_WITH_ERRORS");
            assertThat(failure(job).get("key").asString()).isEqualTo("k1");
            assertThat(failure(job).get("code").asString()).isEqualTo("PreconditionFailed");
            withUser(user ->
                    assertThat(user.ok("GET", '/' + bucket + "/k1", "", "")).isEqualTo("newer"));

            assertThat(node.post(path(job) + "/retry", "").statusCode()).isEqualTo(200);
            awaitState(job, "COMPLETED");
            assertThat(shown(job).get("done").asLong()).isEqualTo(3);
        }
        withUser(user ->
                assertThat(user.ok("GET", '/' + bucket + "/moved/1", "", "")).isEqualTo("newer"));
        assertThat(keys()).doesNotContain(">k");
    }

    private void overwrite(String key, String content) {
        try {
            withUser(user -> user.ok("PUT", '/' + bucket + '/' + key, "", content));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void deletedObjectsAreRestoredWithTheirNewestVersion() throws Exception {
        fill("a/", 1_020, 1);
        fill("b/", 3, 2);

        try (JobRunner _ = runner()) {
            awaitState(job(kind("DELETE_OBJECTS") + '}'), "COMPLETED");
            awaitCount("objects", 0);
            JsonNode one = job(kind("RESTORE_OBJECTS") + ",\"keys\":[\"b/2\",\"b/none\"]}");
            awaitState(one, "COMPLETED");
            assertThat(shown(one).get("done").asLong()).isEqualTo(1);
            withUser(user ->
                    assertThat(user.ok("GET", '/' + bucket + "/b/2", "", "")).isEqualTo("body1"));
            JsonNode folder = job(kind("RESTORE_OBJECTS") + ",\"prefix\":\"a/\"}");
            awaitState(folder, "COMPLETED");
            assertThat(shown(folder).get("done").asLong()).isEqualTo(1_020);
        }
        awaitCount("objects", 1_021);
        withUser(user -> assertThat(user.ok("GET", '/' + bucket, "versions=&prefix=a", ""))
                .doesNotContain("<DeleteMarker>"));
    }

    /** Deleted while versions are suspended, an object has a marker whose id the next upload has as well. */
    @Test
    void markerWithoutAnIdOfItsOwnStaysAndSoDoesWhatIsWrittenInItsPlace() throws Exception {
        makeOwnBucket();
        withUser(user -> {
            user.ok("PUT", '/' + bucket, "versioning=", versioning("Enabled"));
            user.ok("PUT", '/' + bucket + "/k", "", "old");
            user.ok("PUT", '/' + bucket, "versioning=", versioning("Suspended"));
            user.ok("DELETE", '/' + bucket + "/k", "", "");
        });

        try (JobRunner _ = runner()) {
            JsonNode job = job(kind("RESTORE_OBJECTS") + '}');
            awaitState(job, "COMPLETED_WITH_ERRORS");
            assertThat(failure(job).get("code").asString()).isEqualTo("InvalidRequest");

            overwrite("k", "new");
            assertThat(node.post(path(job) + "/retry", "").statusCode()).isEqualTo(200);
            awaitState(job, "COMPLETED_WITH_ERRORS");
        }
        withUser(user -> assertThat(user.ok("GET", '/' + bucket + "/k", "", "")).isEqualTo("new"));
    }

    private static String versioning(String status) {
        return "<VersioningConfiguration><Status>" + status + "</Status></VersioningConfiguration>";
    }

    /** Each would take what the other has copied for what it has listed, and delete both. */
    @Test
    void oppositeMovesAreNotOpenAtATime() throws Exception {
        fill("a/", 2, 1);
        String there = move("a/", "b/");
        JsonNode first = job(there);

        assertThat(node.post(house.jobs(), move("b/", "a/")).statusCode()).isEqualTo(409);
        assertThat(node.post(house.jobs(), move("", "z/").replace("MOVE", "COPY"))
                        .statusCode())
                .isEqualTo(400);
        assertThat(node.post(house.jobs(), move("x/", "a/1").replace("MOVE", "COPY"))
                        .statusCode())
                .isEqualTo(409);
        JsonNode beside = job(move("c/", "d/"));
        try (JobRunner _ = runner()) {
            awaitState(first, "COMPLETED");
            awaitState(beside, "COMPLETED");
            awaitState(job(move("b/", "a/")), "COMPLETED");
        }
        assertThat(keys()).contains("a/0<", "a/1<").doesNotContain("b/");
    }

    private String move(String prefix, String targetPrefix) {
        return kind("MOVE_OBJECTS") + ",\"prefix\":\"" + prefix + "\",\"targetPrefix\":\"" + targetPrefix + "\"}";
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            EMPTY_BUCKET    | "keys":["a"]                                              | keys
            EMPTY_BUCKET    | "versions":true                                           | versions
            RESTORE_OBJECTS | "versions":true                                           | versions
            RESTORE_OBJECTS | "target":"elsewhere"                                      | target
            DELETE_OBJECTS  | "keys":[]                                                 | keys
            DELETE_OBJECTS  | "keys":[""]                                               | keys
            DELETE_OBJECTS  | "keys":[null]                                             | keys
            DELETE_OBJECTS  | "prefix":"b","keys":["a"]                                 | keys
            MOVE_OBJECTS    | "prefix":"a"                                              | targetPrefix
            MOVE_OBJECTS    | "prefix":"a","targetPrefix":"ab"                          | targetPrefix
            MOVE_OBJECTS    | "keys":["a","ab"],"prefix":"a","targetPrefix":"ab"        | targetPrefix
            COPY_OBJECTS    | "keys":["a"]                                              | targetPrefix
            """)
    void unfitSelectionsAreRefusedByTheirField(String kind, String parameters, String field) throws Exception {
        HttpResponse<String> answer = node.post(house.jobs(), kind(kind) + ',' + parameters + '}');

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
        assertThat(AdminNode.json(answer).get("errors").get(0).get("field").asString())
                .isEqualTo(field);
    }

    @Test
    void bucketOfAnotherUserIsNotMovedFrom() throws Exception {
        String foreign = bucket;
        String tenant = house.tenant();
        JsonNode user = node.created(tenant + "/users", "{\"name\":\"bob\",\"role\":\"TENANT_USER\"}");
        String path = tenant + "/users/" + user.get("id").asString();
        house = new House(tenant, path, node.created(path + "/credentials", "{}"));
        makeOwnBucket();

        HttpResponse<String> answer = node.post(
                house.jobs(),
                "{\"kind\":\"MOVE_OBJECTS\",\"bucket\":\"" + foreign + "\",\"target\":\"" + bucket + "\"}");

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(403);
    }

    private void makeOwnBucket() throws IOException {
        bucket = "bucket-" + NAMES.incrementAndGet();
        withUser(user -> user.ok("PUT", '/' + bucket, "", ""));
    }

    private String kind(String kind) {
        return "{\"kind\":\"" + kind + "\",\"bucket\":\"" + bucket + '"';
    }

    /** The first page of the bucket's keys, each in its element. */
    private String keys() throws IOException {
        StringBuilder list = new StringBuilder();
        withUser(user -> list.append(user.ok("GET", '/' + bucket, "list-type=2", "")));
        return list.toString();
    }

    private JsonNode failure(JsonNode job) throws Exception {
        return AdminNode.json(node.get(path(job) + "/failures")).get("items").get(0);
    }

    private void awaitCount(String what, long count) {
        await().atMost(LONG).untilAsserted(() -> assertThat(counted(what)).isEqualTo(count));
    }
}
