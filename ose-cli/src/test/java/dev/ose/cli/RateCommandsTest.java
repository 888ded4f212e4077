package dev.ose.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@code ose rates} and {@code ose usage history}. */
class RateCommandsTest extends OnHost {

    private static final Map<String, Object> COVERAGE = Map.of(
            "complete", false, "requestsComplete", false, "hours", Map.of("all", 720, "recorded", 718, "filled", 3));

    @Test
    void billsOfAllTenantsAndOfOneAreShown() throws Exception {
        answerNamed("/api/v1/admin/tenants", "acme", "7");
        host.answer(
                "GET /api/v1/admin/bills?month=2026-11&limit=1000&after=",
                Map.of(
                        "items",
                        List.of(Map.of(
                                "tenant",
                                "7",
                                "plan",
                                "gold",
                                "currency",
                                "EUR",
                                "total",
                                "2.15",
                                "isOver",
                                true,
                                "coverage",
                                COVERAGE))));
        host.answer(
                "GET /api/v1/admin/tenants/7/bill?month=2026-11",
                Map.of(
                        "currency",
                        "EUR",
                        "total",
                        "2.15",
                        "isOver",
                        true,
                        "coverage",
                        COVERAGE,
                        "lines",
                        List.of(Map.of("item", "EGRESS", "quantity", "5.0", "price", "0.43", "amount", "2.15"))));

        assertThat(host.ose("rates", "bill", "--month", "2026-11").out()).isEqualTo("""
                TENANT  PLAN  CURRENCY  TOTAL  OVER  COMPLETE  HOURS    FILLED
                7       gold  EUR       2.15   true  false     718/720  3
                """);
        Host.Ran one = host.ose("rates", "bill", "--month", "2026-11", "--tenant", "acme");
        assertThat(one.out()).isEqualTo("""
                ITEM    CATEGORY  QUANTITY  PRICE  AMOUNT
                EGRESS            5.0       0.43   2.15
                TOTAL                       EUR    2.15
                """);
        assertThat(one.err())
                .contains("The bill is not complete: 718 of 720 hours are recorded, 3 of them filled."
                        + " Requests were deleted by retention.");
    }

    @Test
    void completeBillHasWhatTheNodesHaveWritten() throws Exception {
        answerNamed("/api/v1/admin/tenants", "acme", "7");
        host.answer(
                "GET /api/v1/admin/tenants/7/bill?month=2026-11",
                Map.of(
                        "isOver",
                        true,
                        "coverage",
                        Map.of(
                                "complete",
                                true,
                                "requestsComplete",
                                true,
                                "hours",
                                Map.of("all", 720, "recorded", 720, "filled", 0)),
                        "lines",
                        List.of()));

        assertThat(host.ose("rates", "bill", "--month", "2026-11", "--tenant", "acme")
                        .err())
                .contains("The bill has all that the nodes have written: 720 of 720 hours are recorded, 0 of them"
                        + " filled.");
    }

    @Test
    void planIsAssigned() throws Exception {
        answerNamed("/api/v1/admin/tenants", "acme", "7");
        host.answer("PUT /api/v1/admin/tenants/7/rate-plan", Map.of("name", "gold"));

        assertThat(host.ose("rates", "assign", "--tenant", "acme", "gold").out())
                .contains("gold");
    }

    /** A page of history with one period. */
    private static Map<String, Object> history(String key, String value) {
        Map<String, Object> period = new HashMap<>(Map.of(
                "tenant",
                "7",
                "start",
                "a",
                "stored",
                Map.of("byteHours", 45, "peakBytes", 35, "peakObjects", 5),
                "traffic",
                Map.of("requests", Map.of("READ", 4, "LIST", 2), "bytesIn", 1, "bytesOut", 2),
                "hours",
                Map.of("all", 24, "recorded", 23, "filled", 1)));
        period.put(key, value);
        return Map.of("items", List.of(period));
    }

    @Test
    void historyIsShown() {
        host.answer(
                "GET /api/v1/admin/usage/history?from=a&to=b&step=DAY&by=TENANT&limit=1000&after=",
                history("tenant", "7"));

        assertThat(host.ose("usage", "history", "--from", "a", "--to", "b").out())
                .isEqualTo("""
                START  TENANT  USER  BUCKET  BYTE-HOURS  PEAK  OBJECTS  REQUESTS  IN  OUT  HOURS  FILLED
                a      7                     45          35    5        6         1   2    23/24  1
                """);
    }

    @Test
    void historyOfAUserIsShownByItsBuckets() {
        answerNamed("/api/v1/admin/tenants", "acme", "7");
        answerNamed("/api/v1/admin/tenants/7/users", "ann", "8");
        host.answer(
                "GET /api/v1/admin/tenants/7/users/8/usage/history?from=a&to=b&step=DAY&by=BUCKET&limit=1000&after=",
                history("bucket", "photos"));
        String[] ofAnn = {"usage", "history", "--from", "a", "--to", "b", "--user", "ann", "--by", "BUCKET"};

        assertThat(host.ose(ofAnn).exitCode()).isEqualTo(ExitCode.USAGE.number());
        assertThat(host.ose(Stream.concat(Stream.of(ofAnn), Stream.of("--tenant", "acme"))
                                .toArray(String[]::new))
                        .out())
                .contains("photos");
    }
}
