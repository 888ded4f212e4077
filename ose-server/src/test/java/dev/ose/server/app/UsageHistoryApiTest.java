package dev.ose.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.ose.server.accounting.metering.MeterStore;
import dev.ose.server.accounting.usage.StoredHours;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** History of usage, prices and bills in the admin API. */
class UsageHistoryApiTest extends OnAdminNode {

    private static final String TENANTS = "/api/v1/admin/tenants";
    private static final String HISTORY = "/api/v1/admin/usage/history";
    private static final String NOVEMBER = "from=2026-11-01T00:00:00Z&to=2026-12-01T00:00:00Z";
    private static final String PLANS = "/api/v1/admin/rate-plans";
    private static final String GOLD = """
            {"currency": "EUR", "storage": [{"upToGib": "1", "price": "0.10"}, {"price": "0.05"}],
             "requests": {"READ": "0.40", "WRITE": "1"}, "egress": "0.2"}
            """;
    private static final long GIB = 1L << 30;

    private String tenant = "";
    private String user = "";

    @BeforeEach
    void makeTenant() throws Exception {
        node.database()
                .update("TRUNCATE stored_snapshot, stored_hour, stored_tenant_hour, metered_hour, tenant_rate_plan,"
                        + " rate_plan");
        node.database().update("UPDATE metered_retention SET deleted_before = '-infinity'");
        tenant = node.created(
                        TENANTS, "{\"name\":\"t" + UUID.randomUUID().toString().substring(0, 8) + "\"}")
                .get("id")
                .asString();
        user = node.created(TENANTS + '/' + tenant + "/users", "{\"name\":\"ann\",\"role\":\"TENANT_ADMIN\"}")
                .get("id")
                .asString();
    }

    private void store(String hour, String bucket, long bytes, long objects) {
        node.database().update("""
                INSERT INTO stored_hour (hour, tenant_id, user_id, bucket, bytes, objects)
                VALUES (?::timestamptz, ?::uuid, ?::uuid, ?, ?, ?)
                """, hour, tenant, user, bucket, bytes, objects);
        node.database().update("""
                INSERT INTO stored_tenant_hour AS s (hour, tenant_id, bytes, objects)
                VALUES (?::timestamptz, ?::uuid, ?, ?)
                ON CONFLICT (tenant_id, hour) DO UPDATE SET bytes = s.bytes + excluded.bytes,
                    objects = s.objects + excluded.objects
                """, hour, tenant, bytes, objects);
    }

    private void meter(String hour, String bucket, String category, long requests, long out) {
        node.database().update("""
                INSERT INTO metered_hour (hour, tenant_id, user_id, bucket, category, requests, bytes_in, bytes_out)
                VALUES (?::timestamptz, ?::uuid, ?::uuid, ?, ?, ?, 1, ?)
                """, hour, tenant, user, bucket, category, requests, out);
    }

    private JsonNode items(String path) throws Exception {
        HttpResponse<String> answer = node.get(path);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return AdminNode.json(answer).get("items");
    }

    private void fill() {
        store("2026-11-01T00:00:00Z", "a", 10, 1);
        store("2026-11-01T01:00:00Z", "a", 30, 3);
        store("2026-11-01T01:00:00Z", "b", 5, 2);
        store("2026-11-02T00:00:00Z", "a", 7, 1);
        meter("2026-11-01T05:00:00Z", "a", "READ", 4, 100);
        meter("2026-11-01T05:00:00Z", "", "LIST", 2, 0);
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

    private void makeTenantWithoutTruncation() throws Exception {
        tenant = node.created(
                        TENANTS, "{\"name\":\"m" + UUID.randomUUID().toString().substring(0, 8) + "\"}")
                .get("id")
                .asString();
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

    @Test
    void monthIsBilledByThePlanOfTheTenant() throws Exception {
        for (int hour = 0; hour < 10; hour++) {
            store("2026-11-03T0" + hour + ":00:00Z", "a", 144 * GIB, 1);
        }
        meter("2026-11-03T00:00:00Z", "a", "READ", 25_000, 5 * GIB);
        String path = TENANTS + '/' + tenant;

        assertThat(AdminNode.json(node.get(path + "/bill?month=2026-11")).has("plan"))
                .isFalse();
        assertThat(node.send("PUT", PLANS + "/gold", GOLD, node.admin()).statusCode())
                .isEqualTo(200);
        assertThat(node.send("PUT", path + "/rate-plan", "{\"plan\":\"gold\"}", node.admin())
                        .statusCode())
                .isEqualTo(200);

        JsonNode bill = AdminNode.json(node.get(path + "/bill?month=2026-11"));
        // 1440 GiB-hours are 2 GiB-months.
        assertThat(bill.get("total").asString()).isEqualTo("2.15");
        assertThat(bill.get("lines").get(0))
                .hasToString("{\"item\":\"STORAGE\",\"quantity\":\"1.000000000\","
                        + "\"price\":\"0.10\",\"amount\":\"0.10\"}");
        assertThat(items("/api/v1/admin/bills?month=2026-11").get(0)).isEqualTo(bill);
        assertThat(node.get("/api/v1/admin/bills.csv?month=2026-11").body())
                .contains(tenant + ",2026-11,gold,EUR,REQUESTS,READ,2.500000000,0.40,1.00,false,false,true,720,0,0\r\n")
                .contains("EGRESS,,5.000000000,0.2,1.00,false,false,true,720,0,0\r\n");
        assertThat(node.send("DELETE", PLANS + "/gold", "", node.admin()).statusCode())
                .isEqualTo(409);
        assertThat(node.send("DELETE", path + "/rate-plan", "", node.admin()).statusCode())
                .isEqualTo(204);
        assertThat(node.send("DELETE", PLANS + "/gold", "", node.admin()).statusCode())
                .isEqualTo(204);
        assertThat(node.get(PLANS + "/gold").statusCode()).isEqualTo(404);
    }

    /** Records of October 2025, all hours or without some, and of the hours after it. */
    private void recordOctober(String condition) {
        node.database().update("""
                INSERT INTO stored_snapshot (hour, is_filled)
                SELECT hour, hour < '2025-10-01T05:00:00Z' FROM generate_series('2025-10-01T00:00:00Z'::timestamptz,
                    '2025-11-02T00:00:00Z', interval '1 hour') AS hour
                WHERE""" + ' ' + condition);
    }

    private JsonNode october() throws Exception {
        return AdminNode.json(node.get(TENANTS + '/' + tenant + "/bill?month=2025-10"));
    }

    @Test
    void billOfAMonthWithAllHoursIsComplete() throws Exception {
        store("2025-10-03T00:00:00Z", "a", 10, 1);
        recordOctober("true");

        JsonNode bill = october();

        assertThat(bill.get("isOver").asBoolean()).isTrue();
        assertThat(bill.get("coverage"))
                .hasToString("{\"complete\":true,\"requestsComplete\":true,"
                        + "\"hours\":{\"all\":744,\"recorded\":744,\"filled\":5}}");
        assertThat(items("/api/v1/admin/bills?month=2025-10").get(0)).isEqualTo(bill);
        JsonNode month = items(TENANTS + '/' + tenant
                        + "/usage/history?step=MONTH&from=2025-10-01T12:00:00Z&to=2025-11-01T00:00:00Z")
                .get(0);
        assertThat(month.get("hours")).hasToString("{\"all\":732,\"recorded\":732,\"filled\":0}");
    }

    /** The nodes were stopped from before the end of the month on: its last hours are filled when one starts. */
    @Test
    void monthIsNotOverBeforeAllItsHoursAreRecorded() throws Exception {
        recordOctober("hour < '2025-10-31T20:00:00Z'");

        assertThat(october().get("isOver").asBoolean()).isFalse();
        assertThat(october().get("coverage"))
                .hasToString("{\"complete\":false,\"requestsComplete\":true,"
                        + "\"hours\":{\"all\":744,\"recorded\":740,\"filled\":5}}");
    }

    @Test
    void monthOfWhichHoursAreMissingIsOverAndNotComplete() throws Exception {
        recordOctober("hour >= '2025-10-02T00:00:00Z'");

        assertThat(october().get("isOver").asBoolean()).isTrue();
        assertThat(october().get("coverage"))
                .hasToString("{\"complete\":false,\"requestsComplete\":true,"
                        + "\"hours\":{\"all\":744,\"recorded\":720,\"filled\":0}}");
    }

    /** The last hour of the month is filled while the bill is read, or all its requests are deleted. */
    @ParameterizedTest
    @CsvSource({"metered_retention, bills", "metered_retention, bill", "metered_hour, bills", "metered_hour, bill"})
    void billAndItsCoverageAreOfOneMoment(String locked, String kind) throws Exception {
        store("2025-10-30T00:00:00Z", "a", 10, 1);
        recordOctober("hour <> '2025-10-31T23:00:00Z'");
        meter("2025-10-01T00:00:00Z", "a", "READ", 1, GIB);
        node.send("PUT", PLANS + "/gold", GOLD, node.admin());
        node.send("PUT", TENANTS + '/' + tenant + "/rate-plan", "{\"plan\":\"gold\"}", node.admin());
        String path = kind.equals("bills") ? "/api/v1/admin/bills" : TENANTS + '/' + tenant + "/bill";

        FutureTask<JsonNode> read = new FutureTask<>(() -> AdminNode.json(node.get(path + "?month=2025-10")));
        try (Connection other = node.database().dataSource().getConnection();
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute("LOCK TABLE " + locked + " IN ACCESS EXCLUSIVE MODE");
            Thread.ofVirtual().start(read);
            await().atMost(Duration.ofSeconds(4)).until(this::isWaitingForALock);
            statement.execute("INSERT INTO stored_snapshot (hour, is_filled) VALUES ('2025-10-31T23:00:00Z', true)");
            statement.execute("DELETE FROM metered_hour");
            statement.execute("UPDATE metered_retention SET deleted_before = '2025-10-01T01:00:00Z'");
            other.commit();
            other.setAutoCommit(true);
        }

        JsonNode bill = kind.equals("bills") ? read.get().get("items").get(0) : read.get();
        JsonNode coverage = bill.get("coverage");
        boolean hasRequests = bill.get("lines").toString().contains("EGRESS");
        assertThat(coverage.get("requestsComplete").asBoolean()).isEqualTo(hasRequests);
        assertThat(coverage.get("hours").get("recorded").asInt()).isEqualTo(hasRequests ? 743 : 744);
    }

    private boolean isWaitingForALock() {
        return node.database()
                .first("SELECT 1 FROM pg_locks WHERE NOT granted", _ -> true)
                .isPresent();
    }

    @Test
    void monthWhoseRequestsWereDeletedByRetentionIsNotComplete() throws Exception {
        recordOctober("true");
        meter("2025-10-01T00:00:00Z", "a", "READ", 1, 1);
        MeterStore store = node.bean(MeterStore.class);
        Duration sinceOctober = Duration.between(Instant.parse("2025-10-01T00:00:00Z"), Instant.now());

        assertThat(store.forget(sinceOctober.plusMinutes(30), 10)).isZero();
        assertThat(october().get("coverage").get("complete").asBoolean()).isTrue();
        assertThat(store.forget(sinceOctober.minusMinutes(30), 10)).isEqualTo(1);

        assertThat(october().get("isOver").asBoolean()).isTrue();
        assertThat(october().get("coverage").get("complete").asBoolean()).isFalse();
        assertThat(october().get("coverage").get("requestsComplete").asBoolean())
                .isFalse();
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

    @Test
    void planOfDeletedTenantsAloneCanBeDeleted() throws Exception {
        node.send("PUT", PLANS + "/gold", GOLD, node.admin());
        node.send("PUT", TENANTS + '/' + tenant + "/rate-plan", "{\"plan\":\"gold\"}", node.admin());
        store("2026-11-03T00:00:00Z", "a", 144 * GIB, 1);
        assertThat(node.send("DELETE", PLANS + "/gold", "", node.admin()).statusCode())
                .isEqualTo(409);
        for (String path : List.of(TENANTS + '/' + tenant + "/users/" + user, TENANTS + '/' + tenant)) {
            assertThat(node.send("DELETE", path, "", node.admin()).statusCode())
                    .as(path)
                    .isEqualTo(204);
        }

        assertThat(items("/api/v1/admin/bills?month=2026-11").get(0).get("plan").asString())
                .isEqualTo("gold");
        assertThat(node.send("DELETE", PLANS + "/gold", "", node.admin()).statusCode())
                .isEqualTo(204);

        assertThat(items("/api/v1/admin/bills?month=2026-11").get(0).has("plan"))
                .isFalse();
    }

    @Test
    void plansAreEditedWithTheirTag() throws Exception {
        HttpResponse<String> made = node.send("PUT", PLANS + "/silver", GOLD, node.admin());
        String tag = made.headers().firstValue("ETag").orElseThrow();
        assertThat(node.send("PUT", PLANS + "/silver", GOLD.replace("0.10", "0.20"), node.admin())
                        .statusCode())
                .isEqualTo(200);

        HttpResponse<String> late = node.send(
                node.request("PUT", PLANS + "/silver", GOLD, node.admin()).header("If-Match", tag));

        assertThat(late.statusCode()).isEqualTo(412);
        assertThat(items(PLANS + "?filter=currency==EUR&order=-createdAt").size())
                .isEqualTo(1);
    }

    @Test
    void wrongPricesAreRefused() throws Exception {
        for (String prices : List.of(
                "{}",
                "{\"currency\":\"EUR\",\"storage\":[]}",
                "{\"currency\":\"euro\",\"storage\":[{\"price\":\"1\"}]}",
                "{\"currency\":\"EUR\",\"storage\":[{\"price\":\"-1\"}]}",
                "{\"currency\":\"EUR\",\"storage\":[{\"price\":1}]}",
                "{\"currency\":\"EUR\",\"storage\":[{\"price\":\"1e9\"}]}",
                "{\"currency\":\"EUR\",\"storage\":[{\"upToGib\":\"1\",\"price\":\"1\"}]}",
                "{\"currency\":\"EUR\",\"storage\":[{\"price\":\"1\"},{\"price\":\"1\"}]}")) {
            assertThat(node.send("PUT", PLANS + "/bad", prices, node.admin()).statusCode())
                    .as(prices)
                    .isEqualTo(400);
        }
        assertThat(node.send("PUT", TENANTS + '/' + tenant + "/rate-plan", "{\"plan\":\"none\"}", node.admin())
                        .statusCode())
                .isEqualTo(404);
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

    /** Prints how long pages take; a month of a thousand tenants. */
    @Test
    void pagesOfAThousandTenantsAreRead() throws Exception {
        for (int part = 0; part < 20; part++) {
            node.database().update("""
                    INSERT INTO stored_tenant_hour (hour, tenant_id, bytes, objects)
                    SELECT '2026-11-01T00:00:00Z'::timestamptz + h * interval '1 hour',
                        md5(t::text)::uuid, 1000000 + h, 5
                    FROM generate_series(1, 50) n, LATERAL (SELECT n + 50 * ? AS t) x, generate_series(0, 719) h
                    """, part);
            node.database().update("""
                    INSERT INTO metered_hour (hour, tenant_id, user_id, bucket, category, requests, bytes_in, bytes_out)
                    SELECT '2026-11-01T00:00:00Z'::timestamptz + h * interval '1 hour',
                        md5(t::text)::uuid, md5(t::text)::uuid, 'b', 'READ', 10, 1, 2
                    FROM generate_series(1, 50) n, LATERAL (SELECT n + 50 * ? AS t) x, generate_series(0, 719) h
                    """, part);
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
}
