package dev.ose.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import tools.jackson.databind.JsonNode;

/**
 * Base of tests of usage, prices and bills: a tenant with a user, and what was stored and requested. Each test begins
 * without history and plans.
 */
abstract class OnUsageNode extends OnAdminNode {

    static final String TENANTS = "/api/v1/admin/tenants";
    static final String PLANS = "/api/v1/admin/rate-plans";
    static final String GOLD = """
            {"currency": "EUR", "storage": [{"upToGib": "1", "price": "0.10"}, {"price": "0.05"}],
             "requests": {"READ": "0.40", "WRITE": "1"}, "egress": "0.2"}
            """;
    static final long GIB = 1L << 30;

    String tenant = "";
    String user = "";

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

    void store(String hour, String bucket, long bytes, long objects) {
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

    void meter(String hour, String bucket, String category, long requests, long out) {
        node.database().update("""
                INSERT INTO metered_hour (hour, tenant_id, user_id, bucket, category, requests, bytes_in, bytes_out)
                VALUES (?::timestamptz, ?::uuid, ?::uuid, ?, ?, ?, 1, ?)
                """, hour, tenant, user, bucket, category, requests, out);
    }

    JsonNode items(String path) throws Exception {
        HttpResponse<String> answer = node.get(path);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return AdminNode.json(answer).get("items");
    }
}
