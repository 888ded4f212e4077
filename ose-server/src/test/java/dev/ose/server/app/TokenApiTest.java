package dev.ose.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Personal tokens: what they are good for, and what ends them. */
class TokenApiTest extends OnAdminNode {

    private static final String ME = "/api/v1/admin/me";
    private static final String TOKENS = ME + "/tokens";
    private static final String TENANTS = "/api/v1/admin/tenants";
    private static final String ADMINISTRATORS = "/api/v1/admin/administrators";
    private static final String WORD = "a password of tests";

    private static String draft(String name, String scope, String more) {
        return "{\"name\":\"" + name + "\",\"scope\":\"" + scope + "\",\"expiresAt\":\""
                + Instant.now().plus(Duration.ofDays(1)) + "\"" + more + "}";
    }

    /** The header of a new token of the login. */
    private String bearer(String login, String body) throws Exception {
        HttpResponse<String> answer = node.send("POST", TOKENS, body, login);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
        return "Bearer " + AdminNode.json(answer).get("bearer").asString();
    }

    private String tenant(String name) throws Exception {
        return node.created(TENANTS, "{\"name\":\"" + name + "\"}").get("id").asString();
    }

    private String user(String tenant, String name, String role) throws Exception {
        String users = TENANTS + '/' + tenant + "/users";
        String user = users
                + '/'
                + node.created(users, "{\"name\":\"" + name + "\",\"role\":\"" + role + "\"}")
                        .get("id")
                        .asString();
        node.send("PUT", user + "/login", "{\"password\":\"" + WORD + "\"}", node.admin());
        return user;
    }

    private int status(String method, String path, String body, String login) throws Exception {
        return node.send(method, path, body, login).statusCode();
    }

    @Test
    void tokenIsToldOnceKnownByItsPrefixAndStoredAsADigest() throws Exception {
        String bearer = bearer(node.admin(), draft("once", "FULL", ""));

        assertThat(bearer).matches("Bearer ose_pat_[A-Za-z0-9_-]{43}");
        assertThat(node.send("GET", TOKENS, "", node.admin()).body())
                .contains("once")
                .doesNotContain(bearer.substring(7));
        assertThat(node.database().all("SELECT k::text FROM api_token k", row -> row.getString(1)))
                .noneMatch(row -> row.contains(bearer.substring(7)));
    }

    @Test
    void fullTokenWorksAsItsAccountAndTellsItsLastUse() throws Exception {
        String bearer = bearer(node.admin(), draft("full", "FULL", ""));

        assertThat(status("POST", TENANTS, "{\"name\":\"by-token\"}", bearer)).isEqualTo(201);

        JsonNode listed =
                AdminNode.json(node.send("GET", TOKENS, "", node.admin())).get("items");
        assertThat(listed.valueStream()
                        .filter(it -> it.get("name").asString().equals("full"))
                        .allMatch(it -> it.has("lastUsedAt")))
                .isTrue();
    }

    @Test
    void readOnlyTokenChangesNothing() throws Exception {
        String bearer = bearer(node.admin(), draft("reader", "READ_ONLY", ""));

        assertThat(status("GET", TENANTS, "", bearer)).isEqualTo(200);
        assertThat(status("POST", TENANTS, "{\"name\":\"by-reader\"}", bearer)).isEqualTo(403);
    }

    @Test
    void tokenOfOneTenantSeesNoOther() throws Exception {
        String ours = tenant("token-ours");
        String theirs = tenant("token-theirs");
        String bearer = bearer(node.admin(), draft("narrow", "FULL", ",\"tenant\":\"" + ours + "\""));

        assertThat(status("GET", TENANTS + '/' + ours, "", bearer)).isEqualTo(200);
        assertThat(status("GET", TENANTS + '/' + theirs, "", bearer)).isEqualTo(404);
        assertThat(status("GET", TENANTS, "", bearer)).isEqualTo(403);
        assertThat(status("GET", ADMINISTRATORS, "", bearer)).isEqualTo(403);
        assertThat(status("GET", ME, "", bearer)).isEqualTo(200);
    }

    private List<String> operations(String login) throws Exception {
        return AdminNode.json(node.send("GET", ME, "", login))
                .get("operations")
                .valueStream()
                .map(JsonNode::asString)
                .toList();
    }

    /** The portal offers what it is told here. */
    @Test
    void callerIsToldTheOperationsThatItsTokenPermits() throws Exception {
        String ours = tenant("token-told");
        String full = bearer(node.admin(), draft("told", "FULL", ""));
        String reader = bearer(node.admin(), draft("told-reading", "READ_ONLY", ""));
        String narrow = bearer(node.admin(), draft("told-narrow", "FULL", ",\"tenant\":\"" + ours + "\""));

        assertThat(operations(node.admin())).contains("CreateTenant", "CreateToken", "PutLogin", "ListTenants");
        assertThat(operations(full))
                .contains("CreateTenant", "ListTenants", "ListTokens")
                .doesNotContain("CreateToken", "PutLogin", "ChangePassword", "PutProviderAccess");
        assertThat(operations(reader))
                .contains("ListTenants", "GetUser", "ShowCaller")
                .doesNotContain("CreateTenant", "DeleteUser", "CheckAccess", "EndSessions");
        assertThat(operations(narrow))
                .contains("GetTenant", "DeleteUser", "ShowCaller")
                .doesNotContain("ListTenants", "CreateTenant", "ListTokens", "PutLogin");
    }

    @Test
    void memberMakesNoTokenForAnotherTenant() throws Exception {
        user(tenant("token-member"), "ada", "TENANT_ADMIN");
        String other = tenant("token-other");

        assertThat(status(
                        "POST",
                        TOKENS,
                        draft("greedy", "FULL", ",\"tenant\":\"" + other + "\""),
                        AdminNode.basic("ada@token-member", WORD)))
                .isEqualTo(404);
    }

    /** Else the finder of a token that ends could stay. */
    @Test
    void tokenMakesNeitherTokensNorPasswordsNorAdministrators() throws Exception {
        String bearer = bearer(node.admin(), draft("stayer", "FULL", ""));
        String ann = user(tenant("token-stayer"), "ann", "TENANT_USER");
        String word = "{\"password\":\"" + WORD + "\"}";

        assertThat(status("POST", TOKENS, draft("child", "FULL", ""), bearer)).isEqualTo(403);
        assertThat(status("POST", ADMINISTRATORS, "{\"name\":\"eve\",\"password\":\"" + WORD + "\"}", bearer))
                .isEqualTo(403);
        assertThat(status("PUT", ADMINISTRATORS + "/admin/password", word, bearer))
                .isEqualTo(403);
        assertThat(status("PUT", ann + "/login", word, bearer)).isEqualTo(403);
        assertThat(status("POST", ADMINISTRATORS + "/admin/enable", "", bearer)).isEqualTo(403);
        assertThat(status("DELETE", ADMINISTRATORS + "/eve", "", bearer)).isEqualTo(403);
        String issuer = ann.substring(0, ann.indexOf("/users/")) + "/identity-providers/corp";
        assertThat(status("PUT", issuer, "{}", bearer)).isEqualTo(403);
        assertThat(status("PUT", issuer + "/sign-in", "{}", bearer)).isEqualTo(403);
        assertThat(status("PUT", ME + "/password", "{}", bearer)).isEqualTo(403);
        assertThat(status("POST", ME + "/totp", "{}", bearer)).isEqualTo(403);
    }

    /** A user with a login would stay an administrator. */
    @Test
    void tokenPromotesNoUser() throws Exception {
        String bearer = bearer(node.admin(), draft("promoter", "FULL", ""));
        String ann = user(tenant("token-promoter"), "ann", "TENANT_USER");
        String promotion = "{\"role\":\"TENANT_ADMIN\"}";

        assertThat(status("PATCH", ann, promotion, bearer)).isEqualTo(403);
        assertThat(status("PATCH", ann, "{\"displayName\":\"Ann\"}", bearer)).isEqualTo(200);
        assertThat(status("PATCH", ann, promotion, node.admin())).isEqualTo(200);
        assertThat(status("PATCH", ann, "{\"role\":\"TENANT_USER\"}", bearer)).isEqualTo(200);
    }

    /** The key of the new administrator would stay. */
    @Test
    void tokenMakesPlainUsersAlone() throws Exception {
        String bearer = bearer(node.admin(), draft("maker", "FULL", ""));
        String users = TENANTS + '/' + tenant("token-maker") + "/users";
        String admin = "{\"name\":\"ada\",\"role\":\"TENANT_ADMIN\"}";
        String adopted = "{\"name\":\"ada\",\"platformUser\":\"none\",\"role\":\"TENANT_ADMIN\"}";

        HttpResponse<String> refused = node.send("POST", users, admin, bearer);

        assertThat(refused.statusCode()).isEqualTo(403);
        assertThat(refused.body()).contains("OSE-2101", "CreateUser as TENANT_ADMIN with this token");
        assertThat(status("POST", users + "/adopt", adopted, bearer)).isEqualTo(403);
        assertThat(status("POST", users + "/adopt", adopted, node.admin())).isNotEqualTo(403);
        assertThat(status("POST", users, "{\"name\":\"ann\"}", bearer)).isEqualTo(201);
        assertThat(status("POST", users, admin, node.admin())).isEqualTo(201);
    }

    @Test
    void revokedAndExpiredTokensAreNoLogins() throws Exception {
        String revoked = bearer(node.admin(), draft("revoked", "FULL", ""));
        String expired = bearer(node.admin(), draft("expired", "FULL", ""));
        node.database().update("UPDATE api_token SET expires_at = now() WHERE name = 'expired'");
        String id = AdminNode.json(node.send("GET", TOKENS, "", node.admin()))
                .get("items")
                .valueStream()
                .filter(it -> it.get("name").asString().equals("revoked"))
                .findFirst()
                .orElseThrow()
                .get("id")
                .asString();

        assertThat(status("DELETE", TOKENS + '/' + id, "", node.admin())).isEqualTo(204);

        assertThat(status("GET", ME, "", revoked)).isEqualTo(401);
        assertThat(status("GET", ME, "", expired)).isEqualTo(401);
        assertThat(status("GET", ME, "", "Bearer ose_pat_" + "a".repeat(43))).isEqualTo(401);
        assertThat(status("GET", ME, "", "Bearer ose_pat_\u00e4")).isEqualTo(401);
    }

    @Test
    void tokenOfADisabledUserIsRefusedAndThatOfARemovedOneUnknown() throws Exception {
        String ann = user(tenant("token-leaver"), "ann", "TENANT_USER");
        String bearer = bearer(AdminNode.basic("ann@token-leaver", WORD), draft("mine", "FULL", ""));
        assertThat(status("GET", ME, "", bearer)).isEqualTo(200);

        node.post(ann + "/disable", "");
        assertThat(status("GET", ME, "", bearer)).isEqualTo(403);
        node.send("DELETE", ann, "", node.admin());
        assertThat(status("GET", ME, "", bearer)).isEqualTo(401);
    }

    @Test
    void tokensAreTheirOwnersAlone() throws Exception {
        bearer(node.admin(), draft("secretly", "FULL", ""));
        String id = AdminNode.json(node.send("GET", TOKENS, "", node.admin()))
                .get("items")
                .get(0)
                .get("id")
                .asString();
        user(tenant("token-snoop"), "ann", "TENANT_USER");
        String ann = AdminNode.basic("ann@token-snoop", WORD);

        assertThat(node.send("GET", TOKENS, "", ann).body()).isEqualTo("{\"items\":[]}");
        assertThat(status("DELETE", TOKENS + '/' + id, "", ann)).isEqualTo(404);
    }

    @Test
    void draftsThatBreakARuleAreRefusedWithTheirField() throws Exception {
        String late = Instant.now().plus(Duration.ofDays(400)).toString();
        List<List<String>> wrong = List.of(
                List.of("scope", "{\"name\":\"x\",\"expiresAt\":\"" + late + "\"}"),
                List.of("scope", draft("x", "EVERYTHING", "")),
                List.of("name", draft(" ", "FULL", "")),
                List.of("expiresAt", "{\"name\":\"x\",\"scope\":\"FULL\"}"),
                List.of("expiresAt", "{\"name\":\"x\",\"scope\":\"FULL\",\"expiresAt\":\"" + late + "\"}"),
                List.of("role", draft("x", "FULL", ",\"role\":\"PROVIDER_ADMIN\"")));
        for (List<String> one : wrong) {
            HttpResponse<String> answer = node.send("POST", TOKENS, one.getLast(), node.admin());
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
            assertThat(AdminNode.json(answer).get("field").asString()).isEqualTo(one.getFirst());
        }
    }
}
