package dev.ose.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import dev.ose.server.tenant.credential.UserPolicies;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Policies attached to users bind their logins to the admin API. */
class AdminPoliciesTest extends OnAdminNode {

    private static final String TENANTS = "/api/v1/admin/tenants";
    private static final String WORD = "a password of tests";

    /** The path of a new tenant. */
    private String tenant(String name) throws Exception {
        return TENANTS + "/"
                + node.created(TENANTS, "{\"name\":\"" + name + "\"}").get("id").asString();
    }

    /** The path of a new user with a login. */
    private String user(String tenant, String name, String role) throws Exception {
        String user = tenant + "/users/"
                + node.created(tenant + "/users", "{\"name\":\"" + name + "\",\"role\":\"" + role + "\"}")
                        .get("id")
                        .asString();
        assertThat(node.send("PUT", user + "/login", "{\"password\":\"" + WORD + "\"}", node.admin())
                        .statusCode())
                .isEqualTo(204);
        return user;
    }

    @Test
    void userWithPoliciesMayDoWhatTheyAllowAndNothingElse() throws Exception {
        String tenant = tenant("limited");
        String ann = user(tenant, "ann", "TENANT_USER");
        String credentials = ann + "/credentials";
        attach(tenant, ann, "reader", allow("s3:GetObject", "*"));

        assertThat(statuses("ann@limited", "GET /api/v1/admin/me", "GET " + ann, "GET " + credentials))
                .containsExactly(200, 403, 403);
        assertThat(statuses("ann@limited", "POST " + credentials, "DELETE " + ann + "/login"))
                .containsExactly(403, 403);

        attach(tenant, ann, "minter", allow("iam:CreateAccessKey", "arn:aws:iam::*:user/ann"));
        assertThat(statuses("ann@limited", "POST " + credentials, "GET " + credentials))
                .containsExactly(201, 403);
    }

    @Test
    void policiesOfAnAdministratorDecideAboutOtherUsersByTheirNames() throws Exception {
        String tenant = tenant("ruled");
        String ada = user(tenant, "ada", "TENANT_ADMIN");
        String ann = user(tenant, "ann", "TENANT_USER");
        String abe = user(tenant, "abe", "TENANT_USER");
        attach(tenant, ada, "users", allow("iam:*", "arn:aws:iam::*:user/*"));
        attach(
                tenant,
                ada,
                "not-abe",
                "{\"Statement\":{\"Effect\":\"Deny\",\"Action\":\"iam:Delete*\",\"Resource\":\"arn:aws:iam::*:user/"
                        + "abe\"}}");

        assertThat(statuses(
                        "ada@ruled",
                        "GET " + ann + "/credentials",
                        "GET " + tenant + "/users",
                        "GET " + tenant + "/buckets",
                        "GET " + tenant + "/quotas",
                        "DELETE " + abe + "/login",
                        "GET " + tenant + "/users/00000000-0000-0000-0000-00000000000a",
                        "DELETE " + ann + "/login"))
                .containsExactly(200, 200, 403, 403, 403, 404, 204);
    }

    @Test
    void conditionsOfPoliciesAreEvaluatedForLogins() throws Exception {
        String tenant = tenant("conditional");
        String ann = user(tenant, "ann", "TENANT_USER");
        String self = "\"Resource\":\"*\",\"Action\":\"iam:GetUser\",\"Effect\":\"Allow\",\"Condition\":";
        attach(tenant, ann, "here", "{\"Statement\":{" + self + "{\"IpAddress\":{\"aws:SourceIp\":\"127.0.0.0/8\"}}}}");
        assertThat(statuses("ann@conditional", "GET " + ann)).containsExactly(200);

        attach(tenant, ann, "here", "{\"Statement\":{" + self + "{\"Bool\":{\"aws:SecureTransport\":\"true\"}}}}");
        assertThat(statuses("ann@conditional", "GET " + ann)).containsExactly(403);
    }

    /** What is made has its name in the body alone. */
    @Test
    void namesInBodiesAreComparedWithPolicies() throws Exception {
        String tenant = tenant("bodies");
        String ada = user(tenant, "ada", "TENANT_ADMIN");
        attach(tenant, ada, "all", allow("*", "*"));
        attach(
                tenant,
                ada,
                "some-not",
                "{\"Statement\":{\"Effect\":\"Deny\",\"Action\":\"*\",\"Resource\":[\"arn:aws:iam::*:user/root*\","
                        + "\"arn:aws:s3:::secret\"]}}");
        String login = AdminNode.basic("ada@bodies", WORD);
        String webhook = "{\"url\":\"https://192.0.2.1/\",\"bucket\":\"%s\"}";

        assertThat(posted(tenant + "/users", "{\"name\":\"rooter\"}", login)).isEqualTo(403);
        assertThat(posted(tenant + "/users", "{\"name\":\"route\"}", login)).isEqualTo(201);
        assertThat(posted(tenant + "/webhooks", webhook.formatted("secret"), login))
                .isEqualTo(403);
        assertThat(posted(tenant + "/webhooks", webhook.formatted("missing"), login))
                .isEqualTo(404);

        attach(tenant, ada, "all", allow("*", "arn:aws:iam::*:user/route-2"));
        assertThat(posted(tenant + "/users", "{\"name\":\"route-2\"}", login)).isEqualTo(201);
        assertThat(posted(tenant + "/users", "{\"name\":\"route-3\"}", login)).isEqualTo(403);
    }

    @Test
    void promotionNeedsThePermissionToCreateTheUserToo() throws Exception {
        String tenant = tenant("promoting");
        String ada = user(tenant, "ada", "TENANT_ADMIN");
        String ann = user(tenant, "ann", "TENANT_USER");
        String abe = user(tenant, "abe", "TENANT_USER");
        attach(tenant, ada, "update", allow("iam:UpdateUser", "*"));
        String promotion = "{\"role\":\"TENANT_ADMIN\"}";

        assertThat(patched(ann, "{\"displayName\":\"Ann\"}")).isEqualTo(200);
        assertThat(patched(ann, promotion)).isEqualTo(403);

        attach(tenant, ada, "create", allow("iam:CreateUser", "arn:aws:iam::*:user/ann"));
        assertThat(patched(abe, promotion)).isEqualTo(403);
        assertThat(patched(ann, promotion)).isEqualTo(200);
    }

    private int patched(String user, String body) throws Exception {
        return node.send("PATCH", user, body, AdminNode.basic("ada@promoting", WORD))
                .statusCode();
    }

    private int posted(String path, String body, String login) throws Exception {
        return node.send("POST", path, body, login).statusCode();
    }

    private static String allow(String action, String resource) {
        return "{\"Statement\":{\"Effect\":\"Allow\",\"Action\":\"" + action + "\",\"Resource\":[\"" + resource
                + "\"]}}";
    }

    private void attach(String tenant, String user, String name, String policy) {
        node.bean(UserPolicies.class).put(new TenantId(lastId(tenant)), new UserId(lastId(user)), name, policy);
    }

    private static UUID lastId(String path) {
        return UUID.fromString(path.substring(path.lastIndexOf('/') + 1));
    }

    private List<Integer> statuses(String login, String... requests) throws Exception {
        List<Integer> statuses = new ArrayList<>();
        for (String request : requests) {
            String method = request.substring(0, request.indexOf(' '));
            String body = method.equals("POST") ? "{}" : "";
            statuses.add(node.send(method, request.substring(method.length() + 1), body, AdminNode.basic(login, WORD))
                    .statusCode());
        }
        return statuses;
    }
}
