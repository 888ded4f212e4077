package dev.ose.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.server.accounting.usage.StoredHours;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** History of usage in the admin API. */
class UsageHistoryApiTest extends OnUsageNode {

    private static final String HISTORY = "/api/v1/admin/usage/history";
    private static final String NOVEMBER = "from=2026-11-01T00:00:00Z&to=2026-12-01T00:00:00Z";

    /** Of the hours of a thousand tenants; with each hour of a month there are 1.4 million rows. */
    private static final int HOURS_APART = Integer.getInteger("ose.usage.hours-apart", 10);

    private void fill() {
        store("2026-11-01T00:00:00Z", "a", 10, 1);
        store("2026-11-01T01:00:00Z", "a", 30, 3);
        store("2026-11-01T01:00:00Z", "b", 5, 2);
        store("2026-11-02T00:00:00Z", "a", 7, 1);
        meter("2026-11-01T05:00:00Z", "a", "READ", 4, 100);
        meter("2026-11-01T05:00:00Z", "", "LIST", 2, 0);
    }

    private void makeTenantWithoutTruncation() throws Exception {
        tenant = node.created(
                        TENANTS, "{\"name\":\"m" + UUID.randomUUID().toString().substring(0, 8) + "\"}")
                .get("id")
                .asString();
    }

    @Test
    void daysHaveByteHoursPeakAndRequests() throws Exception {
        fill();

        JsonNode days = items(TENANTS + '/' + tenant + "/usage/history?" + NOVEMBER);

        assertThat(days.size()).isEqualTo(2);
        assertThat(days.get(0).get("start").asString()).isEqualTo("2026-11-01T00:00:00Z");
        assertThat(days.get(0).get("hours")).hasToString("{\"all\":24,\"recorded\":0,\"filled\":0}");
        assertThat(days.get(0).get("stored")).hasToString("{\"byteHours\":45,\"peakBytes\":35,\"peakObjects\":5}");
        assertThat(days.get(0).get("traffic").get("requests").get("READ").asLong())
                .isEqualTo(4);
        assertThat(days.get(0).get("traffic").get("requests").get("LIST").asLong())
                .isEqualTo(2);
        assertThat(days.get(0).get("traffic").get("bytesOut").asLong()).isEqualTo(100);
        assertThat(days.get(1).get("stored").get("byteHours").asLong()).isEqualTo(7);
    }

    @Test
    void bucketsAndUsersHaveRowsOfTheirOwn() throws Exception {
        fill();

        JsonNode buckets = items(TENANTS + '/' + tenant + "/usage/history?step=ALL&by=BUCKET&" + NOVEMBER);
        JsonNode users = items(TENANTS + '/' + tenant + "/usage/history?step=MONTH&by=USER&" + NOVEMBER);

        List<String> shown = new ArrayList<>();
        buckets.forEach(it -> shown.add(it.path("bucket").asString("-")
                + ' '
                + it.get("stored").get("byteHours").asLong()
                + ' '
                + it.get("traffic").get("requests").size()));
        assertThat(shown).containsExactly("- 0 1", "a 47 1", "b 5 0");
        assertThat(users.size()).isEqualTo(1);
        assertThat(users.get(0).get("user").asString()).isEqualTo(user);
        assertThat(users.get(0).get("stored").get("peakBytes").asLong()).isEqualTo(35);
    }

    @Test
    void memberSeesTheHistoryOfItsOwnBucketsAlone() throws Exception {
        fill();
        String ann = user;
        String users = TENANTS + '/' + tenant + "/users";
        user = node.created(users, "{\"name\":\"bob\",\"role\":\"TENANT_USER\"}")
                .get("id")
                .asString();
        store("2026-11-01T00:00:00Z", "c", 8, 1);
        store("2026-11-01T01:00:00Z", "d", 9, 2);
        meter("2026-11-01T05:00:00Z", "a", "READ", 3, 70);
        String word = "a long passphrase for Bob-1";
        node.send("PUT", users + '/' + user + "/login", "{\"password\":\"" + word + "\"}", node.admin());
        String name =
                AdminNode.json(node.get(TENANTS + '/' + tenant)).get("name").asString();
        String bob = AdminNode.basic("bob@" + name, word);
        String own = users + '/' + user + "/usage/history";

        JsonNode days =
                AdminNode.json(node.send("GET", own + '?' + NOVEMBER, "", bob)).get("items");
        JsonNode buckets = AdminNode.json(node.send("GET", own + "?step=ALL&by=BUCKET&" + NOVEMBER, "", bob))
                .get("items");

        assertThat(days.size()).isEqualTo(1);
        assertThat(days.get(0).get("user").asString()).isEqualTo(user);
        assertThat(days.get(0).get("stored")).hasToString("{\"byteHours\":17,\"peakBytes\":9,\"peakObjects\":2}");
        assertThat(days.get(0).get("traffic").get("bytesOut").asLong()).isEqualTo(70);
        // What he requested of another's bucket counts for him, what is stored there does not.
        assertThat(buckets.findValuesAsString("bucket")).containsExactly("a", "c", "d");
        assertThat(buckets.get(0).get("stored").get("byteHours").asLong()).isZero();
        assertThat(node.send("GET", own + ".csv?by=BUCKET&" + NOVEMBER, "", bob).body())
                .contains(",c,8,8,1,", ",d,9,9,2,")
                .doesNotContain(",b,");
        assertThat(node.send("GET", own + "?by=TENANT", "", bob).statusCode()).isEqualTo(400);
        for (String path : List.of("/usage/history", "/usage/history.csv")) {
            assertThat(node.send("GET", users + '/' + ann + path, "", bob).statusCode())
                    .isEqualTo(403);
            makeTenantWithoutTruncation();
            String other = TENANTS + '/' + tenant + "/users/" + ann + path;
            assertThat(node.send("GET", other, "", bob).statusCode()).isEqualTo(404);
            assertThat(node.send("GET", other, "", node.admin()).statusCode()).isEqualTo(404);
        }
    }

    @Test
    void pagesOfAllTenantsHaveEachRowOnce() throws Exception {
        List<String> tenants = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            makeTenantWithoutTruncation();
            tenants.add(tenant);
            fill();
        }

        List<String> shown = new ArrayList<>();
        String after = "";
        do {
            JsonNode page = AdminNode.json(node.get(HISTORY + "?limit=3&" + NOVEMBER + "&after=" + after));
            page.get("items")
                    .forEach(it -> shown.add(
                            it.get("tenant").asString() + it.get("start").asString()));
            after = page.path("next").asString("");
        } while (!after.isEmpty());

        assertThat(shown).hasSize(10).doesNotHaveDuplicates().isSorted();
        assertThat(shown).allMatch(row -> tenants.contains(row.substring(0, 36)));
        HttpResponse<String> csv = node.get(HISTORY + ".csv?limit=3&" + NOVEMBER);
        assertThat(csv.headers().firstValue("Link").orElse("")).contains("after=", "rel=\"next\"");
        assertThat(csv.body())
                .startsWith(
                        "tenant,start,user,bucket,byte_hours,peak_bytes,peak_objects,read,list,write,delete,iam,sts,")
                .contains(",2026-11-01T00:00:00Z,,,45,35,5,4,2,0,0,0,0,2,100,24,0,0\r\n");
    }

    @Test
    void wrongQuestionsAreRefused() throws Exception {
        for (String query : List.of(
                "?step=WEEK",
                "?by=REGION",
                "?from=2020-01-01T00:00:00Z&to=2026-01-01T00:00:00Z",
                "?from=2026-02-01T00:00:00Z&to=2026-01-01T00:00:00Z",
                "?limit=0",
                "?after=x")) {
            assertThat(node.get(HISTORY + query).statusCode()).as(query).isEqualTo(400);
        }
    }

    /** What is stored now is the present hour's; hours in which no node ran have the values before them. */
    @Test
    void presentHourIsRecordedOnceAndMissedHoursAreFilled() throws Exception {
        node.database().update("""
                INSERT INTO bucket (tenant_id, platform_id, name, owner_id, region)
                SELECT ?::uuid, platform_id, 'kept', ?::uuid, 'r' FROM tenant WHERE id = ?::uuid
                """, tenant, user, tenant);
        node.database().update("""
                INSERT INTO usage_bucket (bucket_id, tenant_id, owner_id, objects, bytes, part_bytes, older_versions,
                    older_bytes)
                SELECT id, tenant_id, owner_id, 2, 100, 20, 1, 3 FROM bucket WHERE name = 'kept'
                """);
        node.database().update("""
                INSERT INTO usage_delta (bucket_id, bytes, objects) SELECT id, 1000, 1 FROM bucket WHERE name = 'kept'
                """);
        StoredHours hours = node.bean(StoredHours.class);

        assertThat(hours.record()).isPresent();
        assertThat(hours.record()).isEmpty();
        assertThat(stored()).containsExactly("1123 4");

        node.database().update("UPDATE stored_snapshot SET hour = hour - interval '3 hours'");
        node.database().update("UPDATE stored_hour SET hour = hour - interval '3 hours', bytes = 7");
        node.database().update("UPDATE stored_tenant_hour SET hour = hour - interval '3 hours', bytes = 7");
        while (hours.record().isPresent()) {
            // One hour each time.
        }

        assertThat(stored()).containsExactly("7 4", "7 4", "7 4", "1123 4");
        assertThat(items(TENANTS + '/' + tenant + "/usage/history?step=ALL")
                        .get(0)
                        .get("stored")
                        .get("byteHours")
                        .asLong())
                .isEqualTo(1144);
        assertThat(hours.forget(Instant.now().plus(Duration.ofHours(1)), 100)).isEqualTo(4);
        assertThat(hours.record()).isEmpty();
    }

    private List<String> stored() {
        return node.database()
                .all(
                        "SELECT bytes || ' ' || objects FROM stored_tenant_hour WHERE tenant_id = ?::uuid"
                                + " ORDER BY hour",
                        row -> row.getString(1),
                        tenant);
    }

    /** They were recorded before the clock was set back. */
    @Test
    void hoursAheadOfTheClockDoNotCount() throws Exception {
        String present = Instant.now().truncatedTo(ChronoUnit.HOURS).toString();
        String ahead = Instant.now().plus(Duration.ofHours(2)).toString();
        store(present, "a", 10, 1);
        store(ahead, "a", 1_000, 1);

        assertThat(items(TENANTS + '/' + tenant + "/usage/history?step=ALL&to="
                                + Instant.now().plus(Duration.ofDays(1)))
                        .get(0)
                        .get("stored")
                        .get("byteHours")
                        .asLong())
                .isEqualTo(10);
    }

    /** Prints how long pages take; a month of a thousand tenants. */
    @Test
    void pagesOfAThousandTenantsAreRead() throws Exception {
        for (int part = 0; part < 20; part++) {
            node.database().update("""
                    INSERT INTO stored_tenant_hour (hour, tenant_id, bytes, objects)
                    SELECT '2026-11-01T00:00:00Z'::timestamptz + h * interval '1 hour',
                        md5(t::text)::uuid, 1000000 + h, 5
                    FROM generate_series(1, 50) n, LATERAL (SELECT n + 50 * ? AS t) x, generate_series(0, 719, ?) h
                    """, part, HOURS_APART);
            node.database().update("""
                    INSERT INTO metered_hour (hour, tenant_id, user_id, bucket, category, requests, bytes_in, bytes_out)
                    SELECT '2026-11-01T00:00:00Z'::timestamptz + h * interval '1 hour',
                        md5(t::text)::uuid, md5(t::text)::uuid, 'b', 'READ', 10, 1, 2
                    FROM generate_series(1, 50) n, LATERAL (SELECT n + 50 * ? AS t) x, generate_series(0, 719, ?) h
                    """, part, HOURS_APART);
        }
        for (String question : List.of(
                HISTORY + "?limit=100&" + NOVEMBER,
                HISTORY + "?limit=100&step=ALL&" + NOVEMBER,
                HISTORY + "?limit=1000&step=ALL&" + NOVEMBER,
                "/api/v1/admin/bills?month=2026-11&limit=100")) {
            node.get(question);
            long begin = System.nanoTime();
            JsonNode page = items(question);
            System.out.printf("%s: %d rows in %d ms%n", question, page.size(), (System.nanoTime() - begin) / 1_000_000);
            assertThat(page.size()).isGreaterThanOrEqualTo(100);
        }
    }

    @Test
    void tenantsSeeTheirOwnHistoryAndBillOnly() throws Exception {
        fill();
        String word = "Correct-Horse-7";
        node.send(
                "PUT",
                TENANTS + '/' + tenant + "/users/" + user + "/login",
                "{\"password\":\"" + word + "\"}",
                node.admin());
        String name =
                AdminNode.json(node.get(TENANTS + '/' + tenant)).get("name").asString();
        String login = AdminNode.basic("ann@" + name, word);
        String own = TENANTS + '/' + tenant;
        makeTenantWithoutTruncation();
        String other = TENANTS + '/' + tenant;

        assertThat(node.send("GET", own + "/usage/history", "", login).statusCode())
                .isEqualTo(200);
        assertThat(node.send("GET", own + "/bill?month=2026-11", "", login).statusCode())
                .isEqualTo(200);
        for (String path : List.of(
                HISTORY, PLANS, "/api/v1/admin/bills?month=2026-11", other + "/usage/history", other + "/bill")) {
            assertThat(node.send("GET", path, "", login).statusCode()).as(path).isIn(403, 404);
        }
        assertThat(node.send("PUT", own + "/rate-plan", "{\"plan\":\"gold\"}", login)
                        .statusCode())
                .isEqualTo(403);
    }
}
