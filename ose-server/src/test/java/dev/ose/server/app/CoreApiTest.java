package dev.ose.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.server.app.dataplane.S3Listeners;
import dev.ose.testkit.DirectorAccounts.Organisation;
import dev.ose.testkit.DirectorAccounts.User;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What scripts made for VMware's Object Storage Extension ask below {@code /api/v1/core}. */
class CoreApiTest extends OnDirectorNode {

    private static final String CORE = "/api/v1/core";
    private static final String LEGACY = "x-vcloud-authorization";

    @BeforeAll
    void listen() {
        node.startAll();
    }

    private static JsonNode ok(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return AdminNode.json(answer);
    }

    private static String credentials(String tenant, String user) {
        return CORE + "/tenants/" + tenant + "/users/" + user + "/credentials";
    }

    private JsonNode reserved(String tenant, String user, String login) throws Exception {
        JsonNode first = ok(get(credentials(tenant, user), login)).get("items").get(0);
        assertThat(first.get("immutable").asBoolean()).isTrue();
        return first;
    }

    @Test
    void productIsShownWithoutALogin() throws Exception {
        HttpResponse<String> answer = node.send("GET", CORE, "", "");

        assertThat(ok(answer).propertyNames()).containsExactly("name", "description", "version");
        assertThat(AdminNode.json(answer).get("name").asString()).isEqualTo("OSE");
    }

    @Test
    void currentUserHasItsTenantRoleAndUsage() throws Exception {
        Organisation acme = accounts.organisation("core-me");
        String tenant = link(acme, "core-me");

        JsonNode ada = ok(get(CORE + "/current-user", bearer(member(acme, "ada", ADMIN_RIGHTS))));
        JsonNode provider = ok(get(CORE + "/current-user", bearer(accounts.administrator())));

        assertThat(ada.get("name").asString()).isEqualTo("ada");
        assertThat(ada.get("role").asString()).isEqualTo("TENANT_ADMIN");
        assertThat(ada.get("subordinateRoles").get(0).asString()).isEqualTo("TENANT_USER");
        assertThat(ada.get("active").asBoolean()).isTrue();
        assertThat(ada.get("tenant").get("id").asString()).isEqualTo(tenant);
        assertThat(ada.get("tenant").get("name").asString()).isEqualTo("core-me");
        assertThat(ada.get("usage").get("usedBytes").asLong()).isZero();
        assertThat(ada.get("currentRegion").asString()).isEqualTo("us-east-1");
        assertThat(provider.get("role").asString()).isEqualTo("PROVIDER_ADMIN");
        assertThat(provider.has("tenant")).isFalse();
    }

    /** The whole way of such a script: the user's own pair, with which S3 is then asked. */
    @Test
    void ownReservedPairIsShownWithItsSecretAndSigns() throws Exception {
        Organisation acme = accounts.organisation("core-own");
        String tenant = link(acme, "core-own");
        String login = bearer(member(acme, "ann", USER_RIGHTS));
        JsonNode me = ok(get(CORE + "/current-user", login));

        JsonNode pair = reserved(tenant, me.get("name").asString(), login);
        HttpResponse<String> canonical =
                get(CORE + "/tenants/" + tenant + "/users/ann/canonical-id", login, "Accept", "application/json");

        assertThat(pair.get("type").asString()).isEqualTo("USER");
        assertThat(pair.get("ownerId").asString()).isEqualTo(me.get("id").asString());
        assertThat(canonical.body()).isEqualTo(pair.get("canonicalUserId").asString());
        assertThat(canonical.headers().firstValue("Content-Type").orElseThrow()).startsWith("text/plain");
        try (S3User user = new S3User(node.bean(S3Listeners.class).port(), pair)) {
            assertThat(user.send("GET", "/", "", "").status()).isEqualTo(200);
        }
        assertThat(node.get("/api/v1/admin/audit?limit=1000&filter=operation==ListCoreCredentials")
                        .body())
                .contains("\"ann@core-own\"")
                .doesNotContain(pair.get("secretKey").asString());
    }

    @Test
    void otherCallersSeeNoSecret() throws Exception {
        Organisation acme = accounts.organisation("core-others");
        String tenant = link(acme, "core-others");
        String ann = bearer(member(acme, "ann", USER_RIGHTS));
        String ada = bearer(member(acme, "ada", ADMIN_RIGHTS));
        me(ann);

        assertThat(reserved(tenant, "ann", ann).has("secretKey")).isTrue();
        assertThat(reserved(tenant, "ann", ada).has("secretKey")).isFalse();
        assertThat(reserved(tenant, "ann", bearer(accounts.administrator())).has("secretKey"))
                .isFalse();
    }

    @Test
    void usersOfTheTenantAndOtherTenantsAreOutOfReach() throws Exception {
        Organisation ours = accounts.organisation("core-ours");
        Organisation theirs = accounts.organisation("core-theirs");
        String ourTenant = link(ours, "core-ours");
        String theirTenant = link(theirs, "core-theirs");
        String ann = bearer(member(ours, "ann", USER_RIGHTS));
        String ada = bearer(member(ours, "ada", ADMIN_RIGHTS));
        me(ada);
        me(bearer(member(theirs, "eve", USER_RIGHTS)));

        for (String path : List.of("/credentials", "/canonical-id")) {
            String users = CORE + "/tenants/" + ourTenant + "/users/";
            String others = CORE + "/tenants/" + theirTenant + "/users/";
            assertThat(code(get(users + "ada" + path, ann))).isEqualTo("403 OSE-2101");
            assertThat(code(get(users + "missing" + path, ann))).isEqualTo("403 OSE-2101");
            assertThat(message(get(others + "eve" + path, ada)))
                    .isEqualTo(message(get(others + "missing" + path, ada)));
            assertThat(get(others + "eve" + path, ada).statusCode()).isEqualTo(404);
            assertThat(get(users + "missing" + path, ada).statusCode()).isEqualTo(404);
        }
    }

    @Test
    void applicationsAreLimitedToTheirBucketsAndPagesGoByOffset() throws Exception {
        Organisation acme = accounts.organisation("core-apps");
        String path = credentials(link(acme, "core-apps"), "ann");
        String ann = bearer(member(acme, "ann", USER_RIGHTS));
        me(ann);

        HttpResponse<String> made = node.send(
                "POST",
                path,
                "{\"type\":\"APP\",\"appName\":\"backup\",\"allowedBuckets\":[\"b-one\",\"b-two\"]}",
                ann);
        assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
        assertThat(AdminNode.json(made).get("secretKey").asString()).hasSize(40);
        JsonNode page = ok(get(path + "?offset=1&limit=1", ann));
        assertThat(page.get("pageInfo").toString()).isEqualTo("{\"offset\":1,\"limit\":1,\"total\":2}");
        JsonNode app = page.get("items").get(0);
        assertThat(app.get("type").asString()).isEqualTo("APP");
        assertThat(app.get("appName").asString()).isEqualTo("backup");
        assertThat(app.get("allowedBuckets").toString()).isEqualTo("[\"b-one\",\"b-two\"]");
        assertThat(app.has("secretKey")).isFalse();
        assertThat(code(node.send("POST", path, "{\"type\":\"APP\",\"appName\":\"x\"}", ann)))
                .isEqualTo("400 OSE-2206");
        assertThat(node.send("POST", path, "{\"storageUserId\":\"other\"}", ann).body())
                .contains("storageUserId")
                .startsWith("{\"code\":");
        assertThat(get(path + "?offset=-1", ann).body()).contains("offset");
    }

    @Test
    void refusalsHaveTheFormOfTheExtension() throws Exception {
        String path = CORE + "/current-user";
        HttpResponse<String> none = node.send("GET", path, "", "");
        HttpResponse<String> wrong = get(path, "Bearer a.b.c");
        HttpResponse<String> missing = get(CORE + "/vapps", bearer(accounts.administrator()));

        assertThat(none.statusCode()).isEqualTo(401);
        assertThat(none.body()).startsWith("{\"code\":\"VCLOUD_TOKEN_AUTH_ERROR\",\"message\":");
        assertThat(wrong.body()).startsWith("{\"code\":\"VCLOUD_TOKEN_AUTH_ERROR\",\"message\":");
        assertThat(missing.statusCode()).isEqualTo(404);
        assertThat(missing.body()).startsWith("{\"code\":\"OSE-").contains("\"message\":");
        assertThat(missing.headers().firstValue("Content-Type")).contains("application/json");
    }

    @Test
    void tokensOfTheOlderApiAreTakenIfAnOptionSaysSo() throws Exception {
        Organisation acme = accounts.organisation("core-legacy");
        User ann = member(acme, "ann", USER_RIGHTS);
        link(acme, "core-legacy");
        String token = accounts.legacyToken(ann);
        String s3 = "/api/v1/s3/";

        assertThat(legacy(automatic, CORE + "/current-user", token).body()).contains("\"name\":\"ann\"");
        assertThat(legacy(automatic, ME, token).body()).contains("ann@core-legacy");
        assertThat(legacy(automatic, CORE + "/current-user", "0".repeat(32)).statusCode())
                .isEqualTo(401);
        assertThat(legacy(node, CORE + "/current-user", token).statusCode()).isEqualTo(401);
        HttpRequest.Builder bodied =
                automatic.request("POST", credentials("t", "ann"), "{}", "").header(LEGACY, token);
        assertThat(automatic.send(bodied).statusCode()).isEqualTo(404);
        automatic.startAll();
        assertThat(legacy(automatic, s3, token).body()).contains("<DisplayName>ann</DisplayName>");
        assertThat(legacy(node, s3, token).statusCode()).isEqualTo(403);
    }

    /** The page adds the token, the browser adds the cookie by itself. */
    @Test
    void tokenOfTheOlderApiGoesBeforeTheCookieOfAnother() throws Exception {
        Organisation acme = accounts.organisation("core-both");
        User ann = member(acme, "ann", USER_RIGHTS);
        String tenant = link(acme, "core-both");
        String token = accounts.legacyToken(ann);
        String wrong = "0".repeat(32);
        legacy(automatic, ME, token);
        String bob = TENANTS + '/' + tenant + "/users/"
                + node.created(TENANTS + '/' + tenant + "/users", "{\"name\":\"bob\"}")
                        .get("id")
                        .asString();
        node.send("PUT", bob + "/login", "{\"password\":\"" + WORD + "\"}", node.admin());
        AdminBrowser ofBob = AdminBrowser.signIn(automatic, "core-both", "bob", WORD);
        automatic.startAll();

        assertThat(both(ofBob, ME, token).body()).contains("ann@core-both");
        assertThat(both(ofBob, ME, wrong).statusCode()).isEqualTo(401);
        assertThat(both(ofBob, ME, "not a token!").statusCode()).isEqualTo(401);
        assertThat(both(ofBob, "/api/v1/s3/", token).body()).contains("<DisplayName>ann</DisplayName>");
        assertThat(both(ofBob, "/api/v1/s3/", wrong).statusCode()).isEqualTo(401);
        assertThat(both(ofBob, "/api/v1/s3/", "not a token!").statusCode()).isEqualTo(403);
        HttpResponse<String> made = automatic.send(
                ofBob.bare("POST", credentials(tenant, "ann"), "{}").header(LEGACY, token));
        assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
        // The node that does not take such tokens does not look at them.
        assertThat(both(AdminBrowser.signIn(node, "core-both", "bob", WORD), ME, token)
                        .body())
                .contains("bob@core-both");
    }

    private static HttpResponse<String> both(AdminBrowser browser, String path, String token) throws Exception {
        return browser.node().send(browser.bare("GET", path, "").header(LEGACY, token));
    }

    private static String message(HttpResponse<String> answer) {
        return AdminNode.json(answer).get("message").asString();
    }

    private static HttpResponse<String> legacy(AdminNode of, String path, String token) throws Exception {
        return of.send(of.request("GET", path, "", "").header(LEGACY, token));
    }
}
