package dev.ose.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.ose.server.accounting.metering.MeterStore;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Bills of tenants in the admin API, and what they cover. */
class BillApiTest extends OnUsageNode {

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
}
