package dev.ose.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Deletion of users and tenants by the admin API: permissions and order. */
class RemovalApiTest extends OnAdminNode {

    private static final String TENANTS = "/api/v1/admin/tenants";
    private static final String WORD = "a password of tests";

    private String tenant(String name) throws Exception {
        return TENANTS + "/"
                + node.created(TENANTS, "{\"name\":\"" + name + "\"}").get("id").asString();
    }

    private JsonNode user(String tenant, String name, String role) throws Exception {
        return node.created(tenant + "/users", "{\"name\":\"" + name + "\",\"role\":\"" + role + "\"}");
    }

    private int delete(String path, String login) throws Exception {
        return node.send("DELETE", path, "", login).statusCode();
    }

    @Test
    void tenantGoesOnceItsLastUserHasGone() throws Exception {
        String tenant = tenant("leaving");
        String ann = tenant + "/users/"
                + user(tenant, "ann", "TENANT_ADMIN").get("id").asString();

        assertThat(node.send("DELETE", tenant, "", node.admin()).body()).contains("OSE-2209", "0 buckets", "1 users");
        assertThat(delete(ann, node.admin())).isEqualTo(204);
        assertThat(delete(ann, node.admin())).isEqualTo(404);
        assertThat(delete(tenant, node.admin())).isEqualTo(204);
        assertThat(delete(tenant, node.admin())).isEqualTo(404);
        tenant("leaving");
    }

    @Test
    void administratorRemovesUsersAndNamesHeirsWhereItMayGiveBuckets() throws Exception {
        String tenant = tenant("posing");
        String chief = user(tenant, "chief", "TENANT_ADMIN").get("id").asString();
        String ann = tenant + "/users/"
                + user(tenant, "ann", "TENANT_USER").get("id").asString();
        node.send("PUT", tenant + "/users/" + chief + "/login", "{\"password\":\"" + WORD + "\"}", node.admin());
        node.send("PUT", ann + "/login", "{\"password\":\"" + WORD + "\"}", node.admin());
        String login = AdminNode.basic("chief@posing", WORD);
        assertThat(delete(ann, AdminNode.basic("ann@posing", WORD))).isEqualTo(403);

        node.send("PUT", tenant + "/settings", "{\"impersonation\":\"DISALLOW\"}", node.admin());
        assertThat(delete(ann + "?newOwner=" + chief, login)).isEqualTo(403);
        node.send("PUT", tenant + "/settings", "{\"impersonation\":\"FULL_PERMISSION\"}", node.admin());
        // Not supported by the platform of this test.
        assertThat(delete(ann + "?newOwner=" + chief, login)).isEqualTo(501);
        node.send("PUT", tenant + "/provider-access", "{\"access\":\"DISALLOW\"}", login);
        assertThat(delete(ann + "?newOwner=" + chief, node.admin())).isEqualTo(403);
        node.send("PUT", tenant + "/provider-access", "{\"access\":\"ALLOW\"}", login);
        assertThat(delete(ann + "?newOwner=" + chief, node.admin())).isEqualTo(501);

        assertThat(delete(ann, login)).isEqualTo(204);
        assertThat(node.send("GET", tenant, "", AdminNode.basic("ann@posing", WORD))
                        .statusCode())
                .isEqualTo(401);
        assertThat(delete(tenant + "/users/" + chief, login)).isEqualTo(204);
        assertThat(node.send("GET", tenant, "", login).statusCode()).isEqualTo(401);
    }
}
