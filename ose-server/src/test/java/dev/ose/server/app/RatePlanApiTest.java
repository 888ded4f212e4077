package dev.ose.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Prices in the admin API. */
class RatePlanApiTest extends OnUsageNode {

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
}
