package dev.ose.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.ose.server.job.JobStore;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

/** What the admin API says of jobs and to whom. */
@Timeout(120)
class TenantJobApiTest extends OnJobNode {

    @Test
    void bucketsOfOthersAreRefused() throws Exception {
        House owner = house;
        String colleague = house.tenant() + "/users/"
                + node.created(house.tenant() + "/users", "{\"name\":\"bob\"}")
                        .get("id")
                        .asString();
        String body = "{\"kind\":\"EMPTY_BUCKET\",\"bucket\":\"" + bucket + "\"}";
        JsonNode job = emptying();

        assertThat(node.post(colleague + "/jobs", body).statusCode()).isEqualTo(403);
        house = house();
        assertThat(node.post(house.jobs(), body).statusCode()).isEqualTo(404);
        assertThat(node.post(
                                house.jobs(),
                                "{\"kind\":\"COPY_OBJECTS\",\"bucket\":\"" + bucket + "\",\"target\":\"none\"}")
                        .statusCode())
                .isEqualTo(404);
        for (String path : new String[] {"", "/failures", "/failures.csv", "/events"}) {
            assertThat(node.get(path(job) + path).statusCode()).as(path).isEqualTo(404);
        }
        for (String change : new String[] {"pause", "resume", "cancel", "retry"}) {
            assertThat(node.post(path(job) + '/' + change, "").statusCode())
                    .as(change)
                    .isEqualTo(404);
        }
        assertThat(AdminNode.json(node.get(owner.jobs()))
                        .get("items")
                        .get(0)
                        .get("state")
                        .asString())
                .isEqualTo("QUEUED");
    }

    @Test
    void requestIsCheckedAndStartsOneJobForEachIdempotencyKey() throws Exception {
        String emptied = "{\"kind\":\"EMPTY_BUCKET\",\"bucket\":\"" + bucket + "\"}";
        for (String bad : new String[] {
            "{}",
            "{\"kind\":\"EMPTY_BUCKET\"}",
            "{\"kind\":\"EMPTY_BUCKET\",\"bucket\":\"" + bucket + "\",\"prefix\":\"a\"}",
            "{\"kind\":\"SHREDDING\",\"bucket\":\"" + bucket + "\"}",
            "{\"kind\":\"COPY_OBJECTS\",\"bucket\":\"" + bucket + "\",\"prefix\":\"a/\",\"targetPrefix\":\"a/b\"}",
            "{\"kind\":\"COPY_OBJECTS\",\"bucket\":\"" + bucket + "\",\"targetPrefix\":\"copy/\"}"
        }) {
            assertThat(node.post(house.jobs(), bad).statusCode()).as(bad).isEqualTo(400);
        }

        String first = once("\"a-key\"", emptied);
        assertThat(once("\"a-key\"", emptied)).isEqualTo(first);
        assertThat(once("another", emptied)).isNotEqualTo(first);
        JsonNode page = AdminNode.json(node.get(house.jobs() + "?limit=1&state=queued"));
        assertThat(page.get("items").size()).isEqualTo(1);
        assertThat(AdminNode.json(node.get(
                                house.jobs() + "?after=" + page.get("next").asString()))
                        .get("items")
                        .get(0)
                        .get("id")
                        .asString())
                .isEqualTo(first);
        assertThat(AdminNode.json(node.get(house.tenant() + "/jobs"))
                        .get("items")
                        .size())
                .isEqualTo(2);
        assertThat(node.get("/api/v1/admin/jobs?state=strange").statusCode()).isEqualTo(400);
        assertThat(node.get("/api/v1/admin/jobs?limit=1").body()).contains("\"next\"");
    }

    /** A bucket that was emptied is looked for by its name. */
    @Test
    void auditLogNamesTheBucketAndTheKindOfAJob() throws Exception {
        String body = "{\"kind\":\"EMPTY_BUCKET\",\"bucket\":\"" + bucket + "\"}";
        String stranger = house().jobs();

        JsonNode job = job(body);
        assertThat(node.post(stranger, body).statusCode()).isEqualTo(404);

        JsonNode entries = AdminNode.json(
                        node.get("/api/v1/admin/audit?order=at&filter=operation==StartJob;bucket==" + bucket))
                .get("items");
        assertThat(entries).hasSize(2);
        assertThat(entries.get(0).get("subject").asString())
                .isEqualTo(job.get("id").asString() + " EMPTY_BUCKET");
        assertThat(entries.get(1).get("subject").asString()).isEqualTo("EMPTY_BUCKET");
    }

    private String once(String key, String body) throws Exception {
        HttpResponse<String> answer =
                node.send(node.request("POST", house.jobs(), body, node.admin()).header("Idempotency-Key", key));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(202);
        return AdminNode.json(answer).get("id").asString();
    }

    @Test
    void followerIsToldOfTheJobAndStopsAfterItsEnd() throws Exception {
        JsonNode job = emptying();

        HttpResponse<String> first = node.get(path(job) + "/events");
        assertThat(first.headers().firstValue("Content-Type"))
                .hasValueSatisfying(it -> assertThat(it).startsWith("text/event-stream"));
        assertThat(first.body())
                .startsWith("retry: 2000\nid: QUEUED-0-0\nevent: job\ndata: {")
                .endsWith("}\n\n");

        node.post(path(job) + "/cancel", "");
        assertThat(follow(job, "QUEUED-0-0").body()).contains("id: CANCELLED-0-0\n");
        assertThat(follow(job, "CANCELLED-0-0").statusCode()).isEqualTo(204);
    }

    private HttpResponse<String> follow(JsonNode job, String seen) throws Exception {
        return node.send(
                node.request("GET", path(job) + "/events", "", node.admin()).header("Last-Event-ID", seen));
    }

    @Test
    void finishedJobsAreForgottenAfterTheirTime() throws Exception {
        JsonNode job = emptying();
        node.post(path(job) + "/cancel", "");
        node.database()
                .update(
                        "UPDATE job SET finished_at = now() - interval '31 days' WHERE id = ?",
                        job.get("id").asLong());

        assertThat(node.bean(JobStore.class).forget(Duration.ofDays(30), 10)).isEqualTo(1);

        assertThat(node.get(path(job)).statusCode()).isEqualTo(404);
        assertThat(Instant.parse(job.get("createdAt").asString())).isBefore(Instant.now());
    }

    private static String ordered(String name) {
        return "{\"name\":\"" + name + "\"}";
    }

    private String name() throws Exception {
        return AdminNode.json(node.get(house.tenant())).get("name").asString();
    }

    private JsonNode purge() throws Exception {
        return AdminNode.json(node.get("/api/v1/admin/tenant-purges"))
                .get("items")
                .valueStream()
                .filter(it -> house.tenant().endsWith(it.get("tenant").asString()))
                .findFirst()
                .orElseThrow();
    }

    private void awaitPurge(String state) {
        await().atMost(LONG).untilAsserted(() -> assertThat(purge().get("state").asString())
                .as(purge().toString())
                .isEqualTo(state));
    }

    @Test
    void tenantIsRemovedWithItsDataAndNoOther() throws Exception {
        fill("k", 20, 2);
        withUser(user -> {
            user.ok("DELETE", '/' + bucket + "/k1", "", "");
            user.ok("POST", '/' + bucket + "/part", "uploads=", "");
        });
        House removed = house;
        String gone = bucket;
        String name = name();
        // Another tenant, whose data is to be there afterwards.
        makeBucket();
        withUser(user -> user.ok("PUT", '/' + bucket + "/kept", "", "kept"));
        House kept = house;
        house = removed;
        String path = removed.tenant() + "/purge";
        assertThat(node.post(path, ordered(name)).statusCode())
                .as("not disabled")
                .isEqualTo(409);
        assertThat(node.post(removed.tenant() + "/disable", "").statusCode()).isEqualTo(200);
        assertThat(node.post(path, ordered("other")).statusCode())
                .as("another name")
                .isEqualTo(400);
        assertThat(node.get(path).statusCode()).isEqualTo(404);

        HttpResponse<String> started = node.post(path, ordered(name));

        assertThat(started.statusCode()).as(started.body()).isEqualTo(202);
        awaitPurge("COMPLETED");
        assertThat(purge().at("/removed/objects").asLong()).isEqualTo(42);
        assertThat(purge().at("/removed/buckets").asLong()).isOne();
        assertThat(purge().at("/removed/users").asLong()).isOne();
        assertThat(node.get(removed.tenant()).statusCode()).isEqualTo(404);
        assertThat(node.database().all("SELECT name FROM bucket", row -> row.getString(1)))
                .contains(bucket)
                .doesNotContain(gone);
        house = kept;
        withUser(user ->
                assertThat(user.ok("GET", '/' + bucket + "/kept", "", "")).isEqualTo("kept"));
    }

    /** A step under way would delete what users of an enabled tenant write. */
    @Test
    void tenantIsNotEnabledBeforeTheNodeThatRemovesItHasLetGo() throws Exception {
        makeBucket();
        node.post(house.tenant() + "/disable", "");
        UUID tenant = UUID.fromString(house.tenant().substring(house.tenant().lastIndexOf('/') + 1));
        String row = "INSERT INTO tenant_purge (tenant_id, tenant_name, requested_by, due_at)"
                + " VALUES (?, ?, 'admin', now() + interval '1 hour')";
        node.database().update(row, tenant, name());

        assertThat(node.post(house.tenant() + "/enable", "").statusCode())
                .as("while it runs")
                .isEqualTo(409);
        assertThat(node.send("DELETE", house.tenant() + "/purge", "", node.admin())
                        .statusCode())
                .isLessThan(300);
        assertThat(node.post(house.tenant() + "/enable", "").statusCode())
                .as("stopped, and a node works on it")
                .isEqualTo(409);

        node.database().update("UPDATE tenant_purge SET due_at = now() WHERE tenant_id = ?", tenant);
        assertThat(node.post(house.tenant() + "/enable", "").statusCode()).isEqualTo(200);
    }

    @Test
    void removalsAreListedPageByPage() throws Exception {
        for (int i = 0; i < 3; i++) {
            node.database()
                    .update(
                            "INSERT INTO tenant_purge (tenant_id, tenant_name, requested_by, state, finished_at)"
                                    + " VALUES (?, ?, 'pager', 'STOPPED', now())",
                            UUID.randomUUID(),
                            "paged-" + i);
        }
        String list = "/api/v1/admin/tenant-purges?filter=requestedBy==pager&order=-requestedAt&limit=2&total=true";

        JsonNode first = AdminNode.json(node.get(list));
        JsonNode second =
                AdminNode.json(node.get(list + "&after=" + first.get("next").asString()));

        assertThat(first.get("total").asLong()).isEqualTo(3);
        assertThat(Stream.of(first, second)
                        .flatMap(page -> page.get("items").valueStream())
                        .map(item -> item.get("tenantName").asString()))
                .containsExactly("paged-2", "paged-1", "paged-0");
        assertThat(second.has("next")).isFalse();
        assertThat(node.get("/api/v1/admin/tenant-purges?order=problem").statusCode())
                .isEqualTo(400);
    }

    @Test
    void removalIsCompleteIfANodeDiedAfterItHadRemovedTheTenant() {
        UUID gone = UUID.randomUUID();
        node.database()
                .update(
                        "INSERT INTO tenant_purge (tenant_id, tenant_name, requested_by, problem)"
                                + " VALUES (?, 'gone', 'admin', 'waited')",
                        gone);

        await().atMost(LONG).untilAsserted(() -> assertThat(node.database()
                        .all(
                                "SELECT state || ' ' || problem FROM tenant_purge WHERE tenant_id = ?",
                                found -> found.getString(1),
                                gone))
                .containsExactly("COMPLETED "));
    }

    @Test
    void lockedVersionsStayWithTheirTenantUntilTheyAreFree() throws Exception {
        withUser(user -> {
            user.ok("PUT", '/' + bucket + "/held", "", "held");
            hold(user, "held", "ON");
            user.ok("PUT", '/' + bucket + "/free", "", "free");
        });
        String name = name();
        String path = house.tenant() + "/purge";
        node.post(house.tenant() + "/disable", "");

        node.post(path, ordered(name));

        awaitPurge("FAILED");
        assertThat(purge().get("problem").asString()).contains(bucket, "held");
        assertThat(purge().at("/removed/objects").asLong()).isOne();
        assertThat(node.get(house.tenant()).statusCode()).isEqualTo(200);
        node.post(house.tenant() + "/enable", "");
        withUser(user -> hold(user, "held", "OFF"));
        node.post(house.tenant() + "/disable", "");
        node.post(path, ordered(name));
        awaitPurge("COMPLETED");
    }
}
