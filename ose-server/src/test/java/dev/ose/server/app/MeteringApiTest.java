package dev.ose.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.server.accounting.jdbc.JdbcMeterStore;
import dev.ose.server.accounting.metering.Category;
import dev.ose.server.accounting.metering.Metered;
import dev.ose.server.accounting.metering.MeteredAccount;
import dev.ose.server.accounting.metering.MeteredHour;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Metering records, page by page, as JSON and as CSV. */
class MeteringApiTest extends OnAdminNode {

    private static final String METERING = "/api/v1/admin/metering";
    private static final String DAY = "from=2026-11-21T00:00:00Z&to=2026-11-22T00:00:00Z";
    private static final long TEN = Instant.parse("2026-11-21T10:00:00Z").getEpochSecond() / 3600;
    private static final UserId USER = new UserId(new UUID(0, 7));

    private String tenant;

    @BeforeAll
    void meter() throws Exception {
        tenant = node.created("/api/v1/admin/tenants", "{\"name\":\"billed\"}")
                .get("id")
                .asString();
        TenantId billed = new TenantId(UUID.fromString(tenant));
        TenantId other = new TenantId(new UUID(-1, -1));
        new JdbcMeterStore(node.database())
                .add(
                        UUID.randomUUID(),
                        1,
                        List.of(
                                hour(TEN, new MeteredAccount(billed, USER, "photos"), new Metered(3, 10, 2000)),
                                hour(TEN, new MeteredAccount(other, USER, "docs"), new Metered(9, 9, 9)),
                                hour(
                                        TEN + 1,
                                        new MeteredAccount(billed, MeteredAccount.ANONYMOUS, ""),
                                        new Metered(1, 0, 5)),
                                hour(TEN + 24, new MeteredAccount(billed, USER, "photos"), new Metered(7, 7, 7))));
    }

    private static MeteredHour hour(long hour, MeteredAccount account, Metered metered) {
        return new MeteredHour(new MeteredHour.Line(hour, account, Category.READ), metered);
    }

    @Test
    void everyTenantsHoursAreReadPageByPage() throws Exception {
        JsonNode first = AdminNode.json(node.get(METERING + '?' + DAY + "&limit=2"));
        JsonNode second = AdminNode.json(node.get(
                METERING + '?' + DAY + "&limit=2&after=" + first.get("next").asString()));

        assertThat(first.get("items")).hasSize(2);
        assertThat(first.get("items").toString()).contains(tenant).contains("\"docs\"");
        assertThat(second.get("items")).hasSize(1);
        assertThat(second.get("items").get(0).toString())
                .isEqualTo("{\"hour\":\"2026-11-21T11:00:00Z\",\"tenant\":\"" + tenant
                        + "\",\"category\":\"READ\",\"requests\":1,\"bytesIn\":0,\"bytesOut\":5}");
        assertThat(second.has("next")).isFalse();
    }

    @Test
    void tenantsHoursComeAsCsvWithALinkToTheNextPage() throws Exception {
        String path = "/api/v1/admin/tenants/" + tenant + "/metering.csv?" + DAY;

        HttpResponse<String> first = node.get(path + "&limit=1");
        String link = first.headers().firstValue("Link").orElseThrow();
        HttpResponse<String> second = node.get(link.substring(link.indexOf('<') + 1, link.indexOf('>')));

        assertThat(first.headers().firstValue("Content-Type").orElseThrow()).startsWith("text/csv");
        assertThat(first.body())
                .isEqualTo("hour,tenant,user,bucket,category,requests,bytes_in,bytes_out\r\n" + "2026-11-21T10:00:00Z,"
                        + tenant + "," + USER + ",photos,READ,3,10,2000\r\n");
        assertThat(link).startsWith("</api/v1/admin/").endsWith("; rel=\"next\"");
        assertThat(second.body()).contains("2026-11-21T11:00:00Z," + tenant + ",,,READ,1,0,5\r\n");
        assertThat(second.headers().firstValue("Link")).isEmpty();
    }

    @Test
    void unreadableQuestionsAreRefused() throws Exception {
        for (String query : List.of(
                "limit=0",
                "limit=10001",
                "limit=x",
                "from=yesterday",
                "after=x",
                "after=1_2_3_4_5",
                "after=1_" + tenant + "_" + USER + "_NOTHING_photos",
                "after=1_" + tenant + "_" + USER + "_READ_%00")) {
            assertThat(node.get(METERING + '?' + query).statusCode()).as(query).isEqualTo(400);
        }
    }
}
