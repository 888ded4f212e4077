package dev.ose.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.ose.server.job.JobParts;
import dev.ose.server.job.JobRequests;
import dev.ose.server.job.JobRunner;
import java.net.http.HttpResponse;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

/** Jobs on many objects, from their start to their end. */
@Timeout(300)
class TenantJobsTest extends OnJobNode {

    @Test
    void emptiedBucketHasNoVersionsMarkersUploadsAndCounters() throws Exception {
        // Three pages of versions, and two of keys.
        fill("k/", 1_010, 2);
        withUser(user -> {
            for (int i = 0; i < 20; i++) {
                user.ok("DELETE", '/' + bucket + "/k/" + i, "", "");
                user.ok("POST", '/' + bucket + "/up/" + i, "uploads=", "");
            }
        });
        JsonNode job = emptying();

        try (JobRunner _ = runner()) {
            awaitState(job, "COMPLETED");
        }

        assertThat(shown(job).get("done").asLong()).isEqualTo(2_060);
        assertThat(shown(job).get("total").asLong()).isEqualTo(2_040);
        awaitNothingCounted();
        withUser(user -> user.ok("DELETE", '/' + bucket, "", ""));
    }

    @Test
    void jobOfADeadNodeIsContinuedByAnother() throws Exception {
        fill("k", 510, 2);
        JsonNode job = emptying();
        CountDownLatch died = new CountDownLatch(1);
        AtomicInteger deletions = new AtomicInteger();
        JobRequests mortal = OtherRequests.after(node.bean(JobParts.class).requests(), request -> {
            if (deletions.incrementAndGet() > 1) {
                died.countDown();
                throw new IllegalStateException("the node dies after the platform's answer");
            }
        });

        try (JobRunner _ = runner(mortal)) {
            assertThat(died.await(1, TimeUnit.MINUTES)).isTrue();
        }
        node.database().update("UPDATE job SET due_at = now() WHERE state = 'RUNNING'");
        try (JobRunner _ = runner()) {
            awaitState(job, "COMPLETED");
        }

        // What the dead node deleted last it has not recorded; the other one did not find it.
        assertThat(shown(job).get("done").asLong()).isBetween(1_000L, 1_020L);
        assertThat(shown(job).get("failed").asLong()).isZero();
        awaitNothingCounted();
    }

    @Test
    void lockedVersionsAreListedAndRetriedOnceTheLockIsLifted() throws Exception {
        fill("k", 20, 2);
        withUser(user -> {
            user.ok("PUT", '/' + bucket + "/%3Dsum%28%22a%22%2C1%29", "", "locked");
            hold(user, "%3Dsum%28%22a%22%2C1%29", "ON");
            hold(user, "k3", "ON");
        });
        JsonNode job = emptying();

        try (JobRunner _ = runner()) {
            awaitState(job, "COMPLETED_WITH_ERRORS");

            JsonNode failures =
                    AdminNode.json(node.get(path(job) + "/failures")).get("items");
            assertThat(failures.size()).isEqualTo(2);
            assertThat(failures.get(0).get("code").asString()).isEqualTo("AccessDenied");
            assertThat(failures.get(0).get("version").asString()).isNotEmpty();
            assertThat(shown(job).get("failed").asLong()).isEqualTo(2);
            HttpResponse<String> csv = node.get(path(job) + "/failures.csv");
            assertThat(csv.headers().firstValue("Content-Type"))
                    .hasValueSatisfying(it -> assertThat(it).startsWith("text/csv"));
            assertThat(csv.body()).startsWith("key,version,upload,code,message,at\r\n\"'=sum(\"\"a\"\",1)\",");

            withUser(user -> hold(user, "k3", "OFF"));
            assertThat(node.post(path(job) + "/retry", "").statusCode()).isEqualTo(200);
            await().atMost(LONG)
                    .untilAsserted(
                            () -> assertThat(shown(job).get("failed").asLong()).isEqualTo(1));
            awaitState(job, "COMPLETED_WITH_ERRORS");
        }
        assertThat(AdminNode.json(node.get(path(job) + "/failures"))
                        .get("items")
                        .size())
                .isEqualTo(1);
        assertThat(shown(job).get("done").asLong()).isEqualTo(40);
    }

    @Test
    void pausedJobWaitsAndACancelledOneStops() throws Exception {
        fill("k", 10, 1);
        JsonNode paused = emptying();
        JsonNode cancelled = job("{\"kind\":\"DELETE_OBJECTS\",\"bucket\":\"" + bucket + "\",\"prefix\":\"k\"}");
        assertThat(node.post(path(paused) + "/pause", "").statusCode()).isEqualTo(200);
        assertThat(node.post(path(cancelled) + "/cancel", "").statusCode()).isEqualTo(200);
        assertThat(node.post(path(cancelled) + "/resume", "").statusCode()).isEqualTo(409);
        assertThat(node.post(path(cancelled) + "/retry", "").statusCode()).isEqualTo(409);
        JsonNode other = job("{\"kind\":\"DELETE_OBJECTS\",\"bucket\":\"" + bucket + "\",\"prefix\":\"none\"}");

        try (JobRunner _ = runner()) {
            awaitState(other, "COMPLETED");
            assertThat(shown(paused).get("state").asString()).isEqualTo("PAUSED");
            assertThat(shown(paused).get("done").asLong()).isZero();
            assertThat(shown(cancelled).get("state").asString()).isEqualTo("CANCELLED");
            assertThat(counted("objects")).isEqualTo(10);

            assertThat(node.post(path(paused) + "/resume", "").statusCode()).isEqualTo(200);
            awaitState(paused, "COMPLETED");
        }
        awaitNothingCounted();
    }

    @Test
    void jobThatIsPausedWithinAStepKeepsWhatTheStepDid() throws Exception {
        fill("k", 10, 1);
        JsonNode job = job("{\"kind\":\"DELETE_OBJECTS\",\"bucket\":\"" + bucket + "\"}");
        CountDownLatch paused = new CountDownLatch(1);
        JobRequests slow = OtherRequests.after(node.bean(JobParts.class).requests(), request -> {
            try {
                node.post(path(job) + "/pause", "");
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
            paused.countDown();
        });

        try (JobRunner _ = runner(slow)) {
            assertThat(paused.await(1, TimeUnit.MINUTES)).isTrue();
            await().atMost(LONG)
                    .untilAsserted(
                            () -> assertThat(shown(job).get("done").asLong()).isEqualTo(10));
            assertThat(shown(job).get("state").asString()).isEqualTo("PAUSED");
        }
        withUser(user ->
                assertThat(user.ok("GET", '/' + bucket, "versions=", "")).contains("<DeleteMarker>"));
    }

    @Test
    void deletionByPrefixLeavesVersionsUnlessTheyAreWanted() throws Exception {
        fill("a/", 5, 1);
        fill("b/", 5, 1);

        try (JobRunner _ = runner()) {
            awaitState(
                    job("{\"kind\":\"DELETE_OBJECTS\",\"bucket\":\"" + bucket + "\",\"prefix\":\"a/\"}"), "COMPLETED");
            await().atMost(LONG)
                    .untilAsserted(() -> assertThat(counted("objects")).isEqualTo(5));
            assertThat(counted("olderVersions")).isEqualTo(10);

            JsonNode job = job(
                    "{\"kind\":\"DELETE_OBJECTS\",\"bucket\":\"" + bucket + "\",\"prefix\":\"a/\",\"versions\":true}");
            awaitState(job, "COMPLETED");
            assertThat(shown(job).get("done").asLong()).isEqualTo(10);
            await().atMost(LONG)
                    .untilAsserted(() -> assertThat(counted("olderVersions")).isZero());
        }
        assertThat(counted("objects")).isEqualTo(5);
    }

    @Test
    void copiesAreCountedAndMayExceedNoQuota() throws Exception {
        fill("a/", 250, 1);
        String source = bucket;
        bucket = "copies-" + NAMES.incrementAndGet();
        withUser(user -> user.ok("PUT", '/' + bucket, "", ""));
        String body = "{\"kind\":\"COPY_OBJECTS\",\"bucket\":\"" + source + "\",\"prefix\":\"a/\",\"target\":\""
                + bucket + "\",\"targetPrefix\":\"b/\"}";

        try (JobRunner _ = runner()) {
            JsonNode job = job(body);
            awaitState(job, "COMPLETED");
            assertThat(shown(job).get("done").asLong()).isEqualTo(250);
            await().atMost(LONG)
                    .untilAsserted(() -> assertThat(counted("objects")).isEqualTo(250));
            assertThat(counted("storedBytes")).isEqualTo(1_250);
            withUser(user ->
                    assertThat(user.ok("GET", '/' + bucket + "/b/249", "", "")).isEqualTo("body0"));

            assertThat(node.send(
                                    "PUT",
                                    house.tenant() + "/buckets/" + bucket + "/quota",
                                    "{\"maxObjects\":260}",
                                    node.admin())
                            .statusCode())
                    .isLessThan(300);
            JsonNode tooMany = job(body.replace("\"b/\"", "\"c/\""));
            awaitState(tooMany, "COMPLETED_WITH_ERRORS");
            assertThat(shown(tooMany).get("done").asLong()).isLessThanOrEqualTo(10);
            assertThat(AdminNode.json(node.get(path(tooMany) + "/failures"))
                            .get("items")
                            .get(0)
                            .get("code")
                            .asString())
                    .isEqualTo("QuotaExceeded");
        }
    }

    @Test
    void jobOfADisabledUserStops() throws Exception {
        fill("k", 3, 1);
        JsonNode job = emptying();
        assertThat(node.post(house.user() + "/disable", "").statusCode()).isEqualTo(200);

        try (JobRunner _ = runner()) {
            awaitState(job, "FAILED");
            assertThat(shown(job).get("problem").asString()).contains("disabled");
            assertThat(counted("objects")).isEqualTo(3);

            assertThat(node.post(house.user() + "/enable", "").statusCode()).isEqualTo(200);
            assertThat(node.post(path(job) + "/retry", "").statusCode()).isEqualTo(200);
            awaitState(job, "COMPLETED");
        }
        awaitNothingCounted();
    }
}
