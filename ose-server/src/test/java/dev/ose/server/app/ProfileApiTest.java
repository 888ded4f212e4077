package dev.ose.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.server.tenant.credential.LastUseWriter;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Users and tenants that administrators change, and when users were seen last. */
class ProfileApiTest extends OnAdminNode {

    private static final String TENANTS = "/api/v1/admin/tenants";
    private static final String WORD = "a password of tests";

    private String tenant(String name) throws Exception {
        return TENANTS
                + '/'
                + node.created(TENANTS, "{\"name\":\"" + name + "\"}").get("id").asString();
    }

    private String user(String tenant, String name, String role) throws Exception {
        String user = tenant + "/users/"
                + node.created(tenant + "/users", "{\"name\":\"" + name + "\",\"role\":\"" + role + "\"}")
                        .get("id")
                        .asString();
        node.send("PUT", user + "/login", "{\"password\":\"" + WORD + "\"}", node.admin());
        return user;
    }

    private HttpResponse<String> patch(String path, String body) throws Exception {
        return node.send("PATCH", path, body, node.admin());
    }

    private static JsonNode ok(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return AdminNode.json(answer);
    }

    @Test
    void userIsChangedInTheStateThatWasRead() throws Exception {
        String ann = user(tenant("profiled"), "ann", "TENANT_USER");
        String seen = node.get(ann).headers().firstValue("ETag").orElseThrow();

        HttpResponse<String> changed = node.send(
                node.request("PATCH", ann, "{\"displayName\":\"Ann Ång\",\"email\":\"ann@example.com\"}", node.admin())
                        .header("If-Match", seen));
        HttpResponse<String> late = node.send(node.request("PATCH", ann, "{\"status\":\"DISABLED\"}", node.admin())
                .header("If-Match", seen));
        JsonNode kept = ok(patch(ann, "{\"email\":null}"));

        assertThat(ok(changed).get("displayName").asString()).isEqualTo("Ann Ång");
        assertThat(AdminNode.json(changed).get("email").asString()).isEqualTo("ann@example.com");
        assertThat(late.statusCode()).isEqualTo(412);
        assertThat(kept.get("displayName").asString()).isEqualTo("Ann Ång");
        assertThat(kept.has("email")).isFalse();
        assertThat(kept.get("status").asString()).isEqualTo("ACTIVE");
    }

    @Test
    void anotherRoleOrStatusEndsSessionsAndAnotherNameDoesNot() throws Exception {
        String ann = user(tenant("sessions"), "ann", "TENANT_USER");
        AdminBrowser browser = AdminBrowser.signIn(node, "sessions", "ann", WORD);

        ok(patch(ann, "{\"displayName\":\"Ann\",\"role\":\"TENANT_USER\",\"status\":\"ACTIVE\"}"));
        assertThat(browser.send("GET", "/api/v1/admin/me", "").statusCode()).isEqualTo(200);
        assertThat(ok(patch(ann, "{\"role\":\"TENANT_ADMIN\"}")).get("role").asString())
                .isEqualTo("TENANT_ADMIN");
        assertThat(browser.send("GET", "/api/v1/admin/me", "").statusCode()).isEqualTo(401);

        ok(patch(ann, "{\"status\":\"DISABLED\"}"));
        HttpResponse<String> refused = node.send("GET", "/api/v1/admin/me", "", AdminNode.basic("ann@sessions", WORD));
        assertThat(refused.statusCode()).isEqualTo(403);
        assertThat(ok(patch(ann, "{\"status\":\"ACTIVE\"}")).get("status").asString())
                .isEqualTo("ACTIVE");
        assertThat(node.send("GET", "/api/v1/admin/me", "", AdminNode.basic("ann@sessions", WORD))
                        .statusCode())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"displayName\":\"\"}",
                "{\"displayName\":\"a\\u0007\"}",
                "{\"displayName\":1}",
                "{\"email\":\"ann\"}",
                "{\"email\":\"a b@example.com\"}",
                "{\"email\":\"a@b@example.com\"}",
                "{\"role\":\"PROVIDER_ADMIN\"}",
                "{\"name\":\"bob\"}"
            })
    void wrongMembersAreRefused(String body) throws Exception {
        String tenant = tenant("wrong-" + Integer.toHexString(body.hashCode()));
        String ann = user(tenant, "ann", "TENANT_USER");

        assertThat(patch(ann, body).statusCode()).isEqualTo(400);
        assertThat(ok(node.get(ann)).has("displayName")).isFalse();
        assertThat(node.send("PATCH", ann, "{\"displayName\":\"A\"}", AdminNode.basic(nameOf(tenant), WORD))
                        .statusCode())
                .isEqualTo(403);
    }

    private String nameOf(String tenant) throws Exception {
        return "ann@" + ok(node.get(tenant)).get("name").asString();
    }

    @Test
    void providerThatIsNotAdmittedMakesNoAdministrator() throws Exception {
        String tenant = tenant("barred");
        String ann = user(tenant, "ann", "TENANT_USER");
        user(tenant, "boss", "TENANT_ADMIN");
        ok(node.send(
                "PUT", tenant + "/provider-access", "{\"access\":\"DISALLOW\"}", AdminNode.basic("boss@barred", WORD)));

        assertThat(patch(ann, "{\"role\":\"TENANT_ADMIN\"}").statusCode()).isEqualTo(403);
        assertThat(patch(ann, "{\"displayName\":\"Ann\"}").statusCode()).isEqualTo(200);
        ok(node.send("PATCH", ann, "{\"role\":\"TENANT_ADMIN\"}", AdminNode.basic("boss@barred", WORD)));
    }

    @Test
    void requestsOfAUserAreSeen() throws Exception {
        String tenant = tenant("watched");
        String ann = user(tenant, "ann", "TENANT_USER");
        String bob = user(tenant, "bob", "TENANT_USER");
        ok(patch(bob, "{\"displayName\":\"Bob\"}"));
        Instant before = Instant.now().truncatedTo(ChronoUnit.MICROS);
        node.send("GET", "/api/v1/admin/me", "", AdminNode.basic("ann@watched", WORD));
        node.send("GET", "/api/v1/admin/me", "", AdminNode.basic("bob@watched", "not the word"));
        node.bean(LastUseWriter.class).close();

        JsonNode shown = ok(node.get(ann));
        JsonNode listed = ok(node.get(tenant + "/users?filter=lastSeen=lt=2090-01-01T00:00:00Z&order=-lastSeen"));
        JsonNode named = ok(node.get(tenant + "/users?filter=displayName==B*&order=email"));

        assertThat(Instant.parse(shown.get("lastSeen").asString())).isBetween(before, Instant.now());
        assertThat(ok(node.get(bob)).has("lastSeen")).isFalse();
        assertThat(listed.get("items").findValuesAsString("name")).containsExactly("ann");
        assertThat(listed.at("/items/0/lastSeen")).isEqualTo(shown.get("lastSeen"));
        assertThat(named.get("items").findValuesAsString("name")).containsExactly("bob");
        assertThat(ok(node.get(tenant + "/users?name=ann")).at("/items/0/lastSeen"))
                .isEqualTo(shown.get("lastSeen"));
    }

    @Test
    void reasonOfASuspensionThatAnOlderNodeEndedDoesNotReturn() throws Exception {
        String tenant = tenant("resumed");
        ok(patch(tenant, "{\"status\":\"DISABLED\",\"suspensionReason\":\"Unpaid\"}"));
        node.database().update("UPDATE tenant SET status = 'ACTIVE' WHERE name = 'resumed'");

        assertThat(ok(node.get(tenant)).has("suspensionReason")).isFalse();
        assertThat(ok(node.get(TENANTS + "?filter=name==resumed"))
                        .at("/items/0")
                        .has("suspensionReason"))
                .isFalse();
        assertThat(ok(node.post(tenant + "/disable", "")).has("suspensionReason"))
                .isFalse();
    }

    @Test
    void suspensionHasAReasonUntilItEnds() throws Exception {
        String tenant = tenant("suspended");
        user(tenant, "boss", "TENANT_ADMIN");
        user(tenant, "ann", "TENANT_USER");
        String seen = node.get(tenant).headers().firstValue("ETag").orElseThrow();
        String why = "{\"status\":\"DISABLED\",\"suspensionReason\":\"Unpaid since May\"}";

        assertThat(patch(tenant, "{\"suspensionReason\":\"too early\"}").statusCode())
                .isEqualTo(400);
        JsonNode disabled =
                ok(node.send(node.request("PATCH", tenant, why, node.admin()).header("If-Match", seen)));
        HttpResponse<String> late =
                node.send(node.request("PATCH", tenant, why, node.admin()).header("If-Match", seen));
        HttpResponse<String> refused =
                node.send("GET", "/api/v1/admin/me", "", AdminNode.basic("boss@suspended", WORD));

        assertThat(disabled.get("suspensionReason").asString()).isEqualTo("Unpaid since May");
        assertThat(disabled.get("status").asString()).isEqualTo("DISABLED");
        assertThat(late.statusCode()).isEqualTo(412);
        assertThat(refused.statusCode()).isEqualTo(403);
        assertThat(refused.body()).doesNotContain("Unpaid");
        assertThat(ok(node.get(TENANTS + "?filter=name==suspended"))
                        .at("/items/0/suspensionReason")
                        .asString())
                .isEqualTo("Unpaid since May");
        assertThat(ok(node.post(tenant + "/disable", "")).has("suspensionReason"))
                .isTrue();
        assertThat(ok(node.post(tenant + "/enable", "")).has("suspensionReason"))
                .isFalse();
        assertThat(node.send("PATCH", tenant, why, AdminNode.basic("boss@suspended", WORD))
                        .statusCode())
                .isEqualTo(403);
    }
}
