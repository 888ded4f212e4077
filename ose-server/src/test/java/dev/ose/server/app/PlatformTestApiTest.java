package dev.ose.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.adapter.Capability;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The list of platforms, their test, and capabilities for tenants, in the admin API. */
class PlatformTestApiTest extends OnEmbeddedNode {

    private static final String PLATFORMS = "/api/v1/admin/platforms";

    @Test
    void platformsAreListed() throws Exception {
        JsonNode items = AdminNode.json(node.get(PLATFORMS)).get("items");

        assertThat(items.size()).isEqualTo(1);
        assertThat(items.get(0).get("name").asString()).isEqualTo("main");
        assertThat(items.get(0).get("kind").asString()).isEqualTo("embedded");
    }

    @Test
    void runningPlatformPassesItsTest() throws Exception {
        HttpResponse<String> answer = node.post(PLATFORMS + "/main/test", "");

        JsonNode result = AdminNode.json(answer);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(result.get("usable").asBoolean()).isTrue();
        assertThat(result.get("rows"))
                .extracting(row -> row.get("name").asString())
                .containsExactly("Name", "Address", "Platform - embedded");
        assertThat(result.get("rows").get(1).get("millis").asLong()).isNotNegative();
        assertThat(node.post(PLATFORMS + "/none/test", "").statusCode()).isEqualTo(404);
    }

    @Test
    void membersOfATenantReadItsCapabilities() throws Exception {
        SignedInUser ann = SignedInUser.ofNewTenant(node);
        String id =
                AdminNode.json(node.get(TENANTS)).get("items").get(0).get("id").asString();
        assertThat(ann).isNotNull();

        JsonNode shown = AdminNode.json(node.get(TENANTS + '/' + id + "/capabilities"));

        assertThat(shown.get("capabilities").size() + shown.get("missing").size())
                .isEqualTo(Capability.values().length);
        assertThat(shown.get("capabilities").toString()).contains("\"VERSIONING\"");
    }
}
