package dev.ose.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.s3.BucketName;
import dev.ose.s3.ObjectKey;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.bucket.BucketStore;
import dev.ose.server.catalog.ObjectFacts;
import dev.ose.server.ledger.Intent;
import dev.ose.server.ledger.WriteOutcome;
import dev.ose.server.ledger.commit.GroupCommitLedger;
import dev.ose.server.ledger.jdbc.JdbcLedgerTables;
import dev.ose.server.ledger.jdbc.JdbcNodeTable;
import dev.ose.server.ledger.node.NodeMembership;
import dev.ose.server.runtime.jobs.RecordedJobs;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.TenantStore;
import dev.ose.server.tenant.UserId;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Usage, comparisons and search in the admin API. */
class MetadataApiTest extends OnAdminNode {

    private static final String TENANTS = "/api/v1/admin/tenants";

    @Test
    void usageIsCountedOfTenantUserAndBucket() throws Exception {
        String tenant =
                node.created(TENANTS, "{\"name\":\"counted\"}").get("id").asString();
        String user = node.created(TENANTS + "/" + tenant + "/users", "{\"name\":\"u\"}")
                .get("id")
                .asString();
        String other =
                node.created(TENANTS, "{\"name\":\"uncounted\"}").get("id").asString();
        store(bucket(tenant, user, "counted-bucket"), "key", 77);

        for (String path : List.of("", "/users/" + user, "/buckets/counted-bucket")) {
            assertThat(AdminNode.json(node.get(TENANTS + "/" + tenant + path + "/usage"))
                            .toString())
                    .as(path)
                    .isEqualTo(
                            "{\"objects\":1,\"storedBytes\":77,\"partBytes\":0,\"olderVersions\":0,\"olderBytes\":0}");
        }
        assertThat(node.get(TENANTS + "/" + other + "/usage").body()).contains("\"objects\":0");
        for (String path : List.of(
                "/" + other + "/buckets/counted-bucket",
                "/" + other + "/users/" + user,
                "/" + tenant + "/buckets/No!")) {
            assertThat(node.get(TENANTS + path + "/usage").statusCode())
                    .as(path)
                    .isEqualTo(404);
        }
    }

    @Test
    void objectsAreFoundPageByPageInTheOwnTenantOnly() throws Exception {
        String tenant = node.created(TENANTS, "{\"name\":\"finder\"}").get("id").asString();
        String user = node.created(TENANTS + "/" + tenant + "/users", "{\"name\":\"u\"}")
                .get("id")
                .asString();
        String other = node.created(TENANTS, "{\"name\":\"blind\"}").get("id").asString();
        BucketId bucket = bucket(tenant, user, "found-bucket");
        for (String key : List.of("a/1", "a/2", "b/1")) {
            store(bucket, key, 5);
        }
        String search = TENANTS + "/" + tenant + "/objects?limit=1&filter=key%3D%3Da/*%3Bowner%3D%3Du";

        JsonNode first = AdminNode.json(node.get(search));
        JsonNode second =
                AdminNode.json(node.get(search + "&after=" + first.get("next").asString()));

        assertThat(first.get("items").toString()).contains("\"key\":\"a/1\"").contains("\"bucket\":\"found-bucket\"");
        assertThat(second.get("items").toString()).contains("\"key\":\"a/2\"");
        assertThat(AdminNode.json(node.get(TENANTS + "/" + other + "/objects?after="
                                + first.get("next").asString()))
                        .get("items"))
                .isEmpty();
        for (String bad :
                List.of("filter=key", "limit=0", "limit=1001", "after=%21", "after=MTp4eA%3D%3Dx", "after=eDp5")) {
            assertThat(node.get(TENANTS + "/" + tenant + "/objects?" + bad).statusCode())
                    .as(bad)
                    .isEqualTo(400);
        }
    }

    @Test
    void plainUserListsAndSearchesItsOwnBuckets() throws Exception {
        String tenant = TENANTS + "/"
                + node.created(TENANTS, "{\"name\":\"shared\"}").get("id").asString();
        for (String name : List.of("ann", "ann-2", "boss")) {
            String role = name.equals("boss") ? "TENANT_ADMIN" : "TENANT_USER";
            String user = node.created(tenant + "/users", "{\"name\":\"" + name + "\",\"role\":\"" + role + "\"}")
                    .get("id")
                    .asString();
            store(bucket(tenant.substring(TENANTS.length() + 1), user, "of-" + name), "key-" + name, 5);
            assertThat(node.send(
                                    "PUT",
                                    tenant + "/users/" + user + "/login",
                                    "{\"password\":\"a password of tests\"}",
                                    node.admin())
                            .statusCode())
                    .isEqualTo(204);
        }
        String ann = AdminNode.basic("ann@shared", "a password of tests");
        String boss = AdminNode.basic("boss@shared", "a password of tests");

        assertThat(node.send("GET", tenant + "/buckets?total=true", "", ann).body())
                .contains("\"of-ann\"", "\"total\":1")
                .doesNotContain("of-ann-2", "of-boss");
        assertThat(node.send("GET", tenant + "/buckets?filter=owner!=ann", "", ann)
                        .body())
                .isEqualTo("{\"items\":[]}");
        assertThat(node.send("GET", tenant + "/buckets?total=true", "", boss).body())
                .contains("\"total\":3");
        assertThat(node.send("GET", tenant + "/buckets/of-ann", "", ann).statusCode())
                .isEqualTo(200);
        assertThat(node.send("GET", tenant + "/buckets/of-ann-2", "", ann).statusCode())
                .isEqualTo(404);
        for (String filter : List.of("", "?filter=owner==boss,key==key-*", "?filter=owner==*")) {
            assertThat(node.send("GET", tenant + "/objects" + filter, "", ann).body())
                    .as(filter)
                    .contains("key-ann")
                    .doesNotContain("key-ann-2", "key-boss");
        }
        assertThat(node.send("GET", tenant + "/objects", "", boss).body()).contains("key-ann-2", "key-boss");
        assertThat(node.send("GET", tenant + "/buckets/of-ann/labels", "", ann).statusCode())
                .isEqualTo(403);
    }

    @Test
    void labelsOfABucketAreKeptAndDropped() throws Exception {
        String tenant =
                node.created(TENANTS, "{\"name\":\"labelled\"}").get("id").asString();
        String user = node.created(TENANTS + "/" + tenant + "/users", "{\"name\":\"u\"}")
                .get("id")
                .asString();
        String other =
                node.created(TENANTS, "{\"name\":\"unlabelled\"}").get("id").asString();
        BucketId bucket = bucket(tenant, user, "labelled-bucket");
        String labels = TENANTS + "/" + tenant + "/buckets/labelled-bucket/labels";

        assertThat(node.get(labels).body()).isEqualTo("{\"state\":\"OFF\",\"queued\":0,\"waiting\":0}");
        for (int i = 0; i < 2; i++) {
            HttpResponse<String> kept = node.send("PUT", labels, "", node.admin());
            assertThat(kept.statusCode()).isEqualTo(202);
            assertThat(kept.body()).isEqualTo("{\"state\":\"FILLING\",\"queued\":0,\"waiting\":0}");
        }
        store(bucket, "a", 5);
        assertThat(node.get(labels).body()).contains("\"waiting\":1");
        for (String method : List.of("GET", "PUT", "DELETE")) {
            assertThat(node.send(method, labels.replace(tenant, other), "", node.admin())
                            .statusCode())
                    .isEqualTo(404);
        }
        assertThat(node.send("DELETE", labels, "", node.admin()).statusCode()).isEqualTo(204);
        assertThat(node.get(labels).body()).contains("REMOVING");
    }

    @Test
    void comparisonOfABucketIsRequestedOnceAndListed() throws Exception {
        String tenant = node.created(TENANTS, "{\"name\":\"synced\"}").get("id").asString();
        String user = node.created(TENANTS + "/" + tenant + "/users", "{\"name\":\"u\"}")
                .get("id")
                .asString();
        bucket(tenant, user, "synced-bucket");
        String sync = TENANTS + "/" + tenant + "/buckets/synced-bucket/sync";

        HttpResponse<String> first = node.post(sync, "");
        HttpResponse<String> second = node.post(sync, "");

        assertThat(first.statusCode()).as(first.body()).isEqualTo(202);
        assertThat(AdminNode.json(first).get("state").asString()).isEqualTo("WAITING");
        assertThat(second.body()).isEqualTo(first.body());
        assertThat(AdminNode.json(node.get(sync))).hasSize(1);
        assertThat(node.get(sync + "?limit=0").statusCode()).isEqualTo(400);
        assertThat(node.post(TENANTS + "/" + tenant + "/buckets/unknown-bucket/sync", "")
                        .statusCode())
                .isEqualTo(404);
    }

    @Test
    void webhooksAreMadeListedAndDeletedAndTellTheirSecretOnce() throws Exception {
        String tenant = node.created(TENANTS, "{\"name\":\"hooked\"}").get("id").asString();
        String other =
                node.created(TENANTS, "{\"name\":\"unhooked\"}").get("id").asString();
        String user = node.created(TENANTS + "/" + tenant + "/users", "{\"name\":\"u\"}")
                .get("id")
                .asString();
        bucket(tenant, user, "hooked-bucket");
        String hooks = TENANTS + "/" + tenant + "/webhooks";

        JsonNode made = node.created(
                hooks,
                "{\"url\":\"https://hooks.example.com/a?b=c\",\"bucket\":\"hooked-bucket\",\"prefix\":\"p/\","
                        + "\"events\":[\"s3:ObjectRemoved:*\"]}");
        JsonNode listed = AdminNode.json(node.get(hooks)).get("items");
        String one = hooks + "/" + made.get("id").asString();

        assertThat(made.get("secret").asString()).hasSize(43);
        assertThat(listed).hasSize(1);
        assertThat(listed.get(0).has("secret")).isFalse();
        assertThat(listed.get(0).toString())
                .contains("\"url\":\"https://hooks.example.com/a?b=c\",\"bucket\":\"hooked-bucket\",\"prefix\":\"p/\","
                        + "\"suffix\":\"\",\"events\":[\"s3:ObjectRemoved:*\"]")
                .contains("\"state\":{\"waiting\":0,\"givenUp\":0,\"dropped\":0,\"attempts\":0,\"problem\":\"\"}");
        assertThat(node.send("DELETE", one.replace(tenant, other), "", node.admin())
                        .statusCode())
                .isEqualTo(404);
        assertThat(node.post(one + "/redeliver", "").statusCode()).isEqualTo(204);
        assertThat(node.send("DELETE", one, "", node.admin()).statusCode()).isEqualTo(204);
        assertThat(node.post(one + "/redeliver", "").statusCode()).isEqualTo(404);
        assertThat(node.post(hooks + "/x1/redeliver", "").statusCode()).isEqualTo(404);
        assertThat(node.post(
                                hooks.replace(tenant, other),
                                "{\"url\":\"https://hooks.example.com/\",\"bucket\":\"hooked-bucket\"}")
                        .statusCode())
                .isEqualTo(404);
    }

    @Test
    void destinationShowsItsArnAndIsKeptWhileABucketNamesIt() throws Exception {
        String tenant =
                node.created(TENANTS, "{\"name\":\"notified\"}").get("id").asString();
        String user = node.created(TENANTS + "/" + tenant + "/users", "{\"name\":\"u\"}")
                .get("id")
                .asString();
        BucketId bucket = bucket(tenant, user, "notified-bucket");
        String hooks = TENANTS + "/" + tenant + "/webhooks";

        JsonNode made = node.created(hooks, "{\"url\":\"https://hooks.example.com/\",\"events\":[]}");
        String one = hooks + "/" + made.get("id").asString();
        String arn = "arn:ose:sqs:us-east-1:" + tenant + ":" + made.get("id").asString();
        assertThat(made.get("arn").asString()).isEqualTo(arn);
        assertThat(AdminNode.json(node.get(hooks))
                        .get("items")
                        .get(0)
                        .get("arn")
                        .asString())
                .isEqualTo(arn);
        node.database()
                .update(
                        "INSERT INTO bucket_notification (bucket_id, ordinal, webhook_id, kind, name, types, put,"
                                + " completed, deleted, hidden) VALUES (?, 0, ?, 'QUEUE', 'a', '{}', true, true,"
                                + " true, true)",
                        bucket,
                        Long.parseLong(made.get("id").asString()));

        HttpResponse<String> refused = node.send("DELETE", one, "", node.admin());
        assertThat(refused.statusCode()).isEqualTo(409);
        assertThat(refused.body()).contains("OSE-2211", "notified-bucket");

        node.database().update("DELETE FROM bucket_notification WHERE bucket_id = ?", bucket);
        assertThat(node.send("DELETE", one, "", node.admin()).statusCode()).isEqualTo(204);
    }

    @Test
    void webhookThatCannotBeIsRefused() throws Exception {
        String tenant =
                node.created(TENANTS, "{\"name\":\"mishooked\"}").get("id").asString();

        for (String bad : List.of(
                "{}",
                "{\"url\":\"ftp://example.com/\"}",
                "{\"url\":\"https://user:word@example.com/\"}",
                "{\"url\":\"https:///nowhere\"}",
                "{\"url\":\"https://example.com/\\r\\nX: y\"}",
                "{\"url\":\"https://example.com/#part\"}",
                "{\"url\":\"https://example.com/\",\"events\":[],\"prefix\":\"p/\"}",
                "{\"url\":\"https://example.com/\",\"events\":[\"s3:Replication:*\"]}",
                "{\"url\":\"https://example.com/\",\"bucket\":\"No!\"}",
                "{\"url\":\"https://example.com/\",\"prefix\":\"\\u0000\"}")) {
            assertThat(node.post(TENANTS + "/" + tenant + "/webhooks", bad).statusCode())
                    .as(bad)
                    .isEqualTo(400);
        }
    }

    @Test
    void withoutASecretForThemNoNoticesAreTaken() throws Exception {
        for (String header : List.of("", "Bearer ", "Basic !", node.admin())) {
            assertThat(node.send("POST", "/api/v1/platforms/main/notifications", "{}", header)
                            .statusCode())
                    .as(header)
                    .isEqualTo(401);
        }
    }

    private BucketId bucket(String tenant, String user, String name) {
        BucketStore buckets = node.bean(BucketStore.class);
        TenantId owner = new TenantId(UUID.fromString(tenant));
        UserId maker = new UserId(UUID.fromString(user));
        BucketId bucket = buckets.claim(
                        owner,
                        maker,
                        node.bean(TenantStore.class).find(owner).orElseThrow().platform(),
                        new BucketName(name),
                        "default")
                .bucket();
        assertThat(buckets.confirm(owner, maker, bucket)).isTrue();
        return bucket;
    }

    private void store(BucketId bucket, String key, long sizeBytes) {
        try (NodeMembership member =
                        NodeMembership.join(RecordedJobs.jobs(), new JdbcNodeTable(node.database(), "test"), "admin");
                GroupCommitLedger ledger = GroupCommitLedger.start(
                        member.operationIds(), List.of(new JdbcLedgerTables(node.database())), () -> {})) {
            Intent intent = ledger.begin(bucket, new ObjectKey(key)).join();
            ObjectFacts facts = new ObjectFacts(sizeBytes, "etag", Instant.ofEpochSecond(1), null);
            ledger.complete(intent, new WriteOutcome.Written(facts)).join();
        }
    }
}
