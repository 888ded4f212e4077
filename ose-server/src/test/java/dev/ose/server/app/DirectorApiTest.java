package dev.ose.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.testkit.DirectorAccounts;
import dev.ose.testkit.DirectorAccounts.Organisation;
import dev.ose.testkit.DirectorAccounts.Role;
import dev.ose.testkit.DirectorAccounts.User;
import dev.ose.testkit.DirectorStandIn;
import dev.ose.testkit.DirectorStandIn.Mood;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Users of Cloud Director call the admin API with their access tokens. */
class DirectorApiTest extends OnDirectorNode {

    @Test
    void threeRolesOfCloudDirectorAreThreeRolesHere() throws Exception {
        Organisation acme = accounts.organisation("acme");
        String tenant = link(acme, "roles");

        JsonNode ada = me(bearer(member(acme, "ada", ADMIN_RIGHTS)));
        assertThat(ada.get("role").asString()).isEqualTo("TENANT_ADMIN");
        assertThat(ada.get("tenant").asString()).isEqualTo(tenant);
        assertThat(ada.get("name").asString()).isEqualTo("ada@roles");
        assertThat(me(bearer(member(acme, "ann", USER_RIGHTS))).get("role").asString())
                .isEqualTo("TENANT_USER");
        JsonNode provider = me(bearer(accounts.administrator()));
        assertThat(provider.get("role").asString()).isEqualTo("PROVIDER_ADMIN");
        assertThat(provider.get("name").asString()).isEqualTo("director:administrator");
        assertThat(get(TENANTS, bearer(accounts.administrator())).statusCode()).isEqualTo(200);
    }

    @Test
    void roleOfATenantWithRightsOfTheProviderStaysOfTheTenant() throws Exception {
        Organisation acme = accounts.organisation("acme");
        String tenant = link(acme, "greedy");
        String bearer = bearer(member(acme, "eve", DirectorAccounts.PROVIDER_RIGHTS));

        assertThat(me(bearer).get("role").asString()).isEqualTo("TENANT_ADMIN");
        assertThat(me(bearer).get("tenant").asString()).isEqualTo(tenant);
        assertThat(code(get(TENANTS, bearer))).isEqualTo("403 OSE-2101");
    }

    @Test
    void missingRightIsNamed() throws Exception {
        Organisation acme = accounts.organisation("acme");
        link(acme, "rightless");
        User operator = member(DirectorAccounts.SYSTEM, "operator", List.of("UI Plugins: View"));

        HttpResponse<String> answer = get(ME, bearer(member(acme, "ann", List.of("vApp: Copy"))));

        assertThat(code(answer)).isEqualTo("403 OSE-2115");
        assertThat(answer.body()).contains("UI Plugins: View");
        assertThat(get(ME, bearer(operator)).body()).contains("OSE-2115", "General: Administrator View");
    }

    /** The right that counts is the last of more than one page. */
    @Test
    void rightsOfAllPagesCount() throws Exception {
        Organisation acme = accounts.organisation("acme");
        link(acme, "pages");
        List<String> many = IntStream.range(0, 300)
                .mapToObj(i -> i == 299 ? "UI Plugins: View" : "Right " + i + ": View")
                .toList();

        assertThat(me(bearer(member(acme, "ann", many))).get("role").asString()).isEqualTo("TENANT_USER");
    }

    @Test
    void rolesThatAUserMayNotReadAreReadByTheLinksUser() throws Exception {
        try (DirectorStandIn hidden = DirectorStandIn.start(director.certificate())) {
            hidden.asked().hideRoles();
            Organisation acme = hidden.accounts().organisation("acme");
            Role role = hidden.accounts().role(acme, "vApp User", USER_RIGHTS);
            String token = hidden.accounts().token(hidden.accounts().user(acme, "ann", role));
            try (AdminNode other = nodeOf(hidden)) {
                String bearer = "Bearer " + token;
                assertThat(other.send("GET", ME, "", bearer).body()).contains("OSE-2116");
            }
            assertThat(hidden.sessions()).isZero();
        }
    }

    @Test
    void forgedContextLeadsNowhere() throws Exception {
        Organisation ours = accounts.organisation("ours");
        Organisation theirs = accounts.organisation("theirs");
        String ourTenant = link(ours, "forge-ours");
        String theirTenant = link(theirs, "forge-theirs");
        String bearer = bearer(member(ours, "ann", DirectorAccounts.PROVIDER_RIGHTS));
        String context = "X-VMWARE-VCLOUD-TENANT-CONTEXT";

        for (String path : List.of(ME, TENANTS, TENANTS + '/' + theirTenant, TENANTS + '/' + ourTenant)) {
            assertThat(get(path, bearer, context, theirs.id().toString()).statusCode())
                    .as(path)
                    .isEqualTo(403);
        }
        assertThat(code(get(ME, bearer, context, "theirs"))).isEqualTo("403 OSE-2101");
        assertThat(get(TENANTS + '/' + ourTenant, bearer, context, ours.id().toString())
                        .statusCode())
                .isEqualTo(200);
        HttpResponse<String> named = get(ME, bearer, "X-VMWARE-VCLOUD-AUTH-CONTEXT", "theirs");
        assertThat(AdminNode.json(named).get("tenant").asString()).isEqualTo(ourTenant);
        assertThat(get(TENANTS + '/' + theirTenant, bearer, "X-VMWARE-VCLOUD-AUTH-CONTEXT", "theirs")
                        .statusCode())
                .isEqualTo(404);
    }

    @Test
    void providerActsInTheTenantOfItsContextAlone() throws Exception {
        Organisation acme = accounts.organisation("acme");
        String tenant = link(acme, "context");
        String other =
                node.created(TENANTS, "{\"name\":\"context-other\"}").get("id").asString();
        String[] context = {"X-VMWARE-VCLOUD-TENANT-CONTEXT", acme.id().toString()};
        String bearer = bearer(accounts.administrator());

        assertThat(get(TENANTS + '/' + tenant + "/users", bearer, context).statusCode())
                .isEqualTo(200);
        assertThat(get(TENANTS + '/' + other, bearer, context).statusCode()).isEqualTo(404);
        assertThat(code(get(TENANTS, bearer, context))).isEqualTo("403 OSE-2101");
        assertThat(code(get(ME, bearer, context[0], UUID.randomUUID().toString())))
                .isEqualTo("403 OSE-2116");
    }

    @Test
    void providerActsAuditedAndOnlyInATenantThatAdmitsIt() throws Exception {
        Organisation acme = accounts.organisation("acme");
        String tenant = link(acme, "veto");
        String[] context = {"X-VMWARE-VCLOUD-TENANT-CONTEXT", acme.id().toString()};
        String bearer = bearer(accounts.administrator());
        String users = TENANTS + '/' + tenant + "/users";

        assertThat(code(node.send(node.request("POST", users, "{\"name\":\"made\",\"role\":\"TENANT_ADMIN\"}", bearer)
                        .headers(context))))
                .isEqualTo("403 OSE-2101");
        HttpResponse<String> made = node.send(
                node.request("POST", users, "{\"name\":\"made\"}", bearer).headers(context));

        assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
        assertThat(node.get(TENANTS + '/' + tenant + "/audit?filter=operation==CreateUser")
                        .body())
                .contains("director:administrator", "\"asTenant\":\"" + tenant + '"');
        String user = users + '/' + AdminNode.json(made).get("id").asString();
        node.send("PATCH", user, "{\"role\":\"TENANT_ADMIN\"}", node.admin());
        node.send("PUT", user + "/login", "{\"password\":\"" + WORD + "\"}", node.admin());
        node.database().update("UPDATE account SET must_change = false");
        assertThat(node.send(
                                "PUT",
                                TENANTS + '/' + tenant + "/provider-access",
                                "{\"access\":\"DISALLOW\"}",
                                AdminNode.basic("made@veto", WORD))
                        .statusCode())
                .isEqualTo(200);
        assertThat(code(get(users, bearer, context))).isEqualTo("403 OSE-2101");
        assertThat(code(get(ME, bearer, context))).isEqualTo("403 OSE-2101");
        assertThat(get(ME, bearer).statusCode()).isEqualTo(200);
    }

    /** What lasts longer than a token must not be made with it. */
    @Test
    void tokenMakesNothingThatOutlivesIt() throws Exception {
        Organisation acme = accounts.organisation("acme");
        String tenant = link(acme, "lasting");
        User ada = member(acme, "ada", ADMIN_RIGHTS);
        String user =
                TENANTS + '/' + tenant + "/users/" + me(bearer(ada)).get("user").asString();

        assertThat(node.send("PUT", user + "/login", "{\"password\":\"" + WORD + "\"}", bearer(ada))
                        .statusCode())
                .isEqualTo(403);
        assertThat(node.send("POST", ME + "/tokens", "{}", bearer(ada)).statusCode())
                .isEqualTo(403);
        assertThat(node.send(
                                "PUT",
                                TENANTS + '/' + tenant + "/director-organisation",
                                "{}",
                                bearer(accounts.administrator()))
                        .statusCode())
                .isEqualTo(403);
        assertThat(node.send(
                                "DELETE",
                                TENANTS + '/' + tenant + "/director-organisation",
                                "",
                                bearer(accounts.administrator()))
                        .statusCode())
                .isEqualTo(403);
    }

    @Test
    void expiredAlteredAndForeignTokensAreRefused() throws Exception {
        Organisation acme = accounts.organisation("acme");
        link(acme, "broken");
        User ann = member(acme, "ann", USER_RIGHTS);
        String token = accounts.token(ann);
        String[] parts = token.split("\\.", -1);
        String other = accounts.token(member(acme, "bob", ADMIN_RIGHTS)).split("\\.", -1)[1];

        HttpResponse<String> expired =
                get(ME, "Bearer " + accounts.token(ann, Instant.now().minusSeconds(1)));
        assertThat(code(expired)).isEqualTo("401 OSE-2117");
        assertThat(expired.headers().firstValue("WWW-Authenticate").orElse("")).startsWith("Bearer ");
        assertThat(code(get(ME, "Bearer " + parts[0] + '.' + other + '.' + parts[2])))
                .isEqualTo("401 OSE-2117");
        try (DirectorStandIn foreign = DirectorStandIn.start(director.certificate())) {
            assertThat(code(get(ME, "Bearer " + foreign.accounts().token(ann)))).isEqualTo("401 OSE-2117");
        }
        assertThat(code(get(ME, "Bearer a.b"))).isEqualTo("401 OSE-2106");
        assertThat(get(ME, "Bearer " + token).statusCode()).isEqualTo(200);
    }

    @Test
    void knownTokenGoesOnWithoutCloudDirector() throws Exception {
        Organisation acme = accounts.organisation("acme");
        link(acme, "outage");
        User ann = member(acme, "ann", USER_RIGHTS);
        String known = bearer(ann);
        me(known);

        director.be(Mood.AWAY);

        assertThat(get(ME, known).statusCode()).isEqualTo(200);
    }

    /** On a node of its own: the pause after a failure is one of this host. */
    @Test
    void newTokenIsAskedToWaitWhileCloudDirectorIsAway() throws Exception {
        try (DirectorStandIn away = DirectorStandIn.start(director.certificate());
                AdminNode other = nodeOf(away)) {
            away.be(Mood.BUSY);

            for (int i = 0; i < 2; i++) {
                HttpResponse<String> answer = other.send("GET", ME, "", "Bearer a.b." + i);
                assertThat(code(answer)).isEqualTo("503 OSE-2309");
                assertThat(answer.headers().firstValue("Retry-After")).isPresent();
            }
        }
    }

    @Test
    void userWhoIsDisabledHereIsStoppedAtOnce() throws Exception {
        Organisation acme = accounts.organisation("acme");
        String tenant = link(acme, "disabled");
        String ann = bearer(member(acme, "ann", USER_RIGHTS));
        String user = TENANTS + '/' + tenant + "/users/" + me(ann).get("user").asString();

        node.post(user + "/disable", "");
        assertThat(code(get(ME, ann))).isEqualTo("403 OSE-2102");
        node.post(user + "/enable", "");
        me(ann);
        node.post(TENANTS + '/' + tenant + "/disable", "");
        assertThat(code(get(ME, ann))).isEqualTo("403 OSE-2102");
        assertThat(code(get(ME, bearer(member(acme, "new", USER_RIGHTS))))).isEqualTo("403 OSE-2102");
    }

    @Test
    void requestOfADisabledUserWritesNoRole() throws Exception {
        Organisation acme = accounts.organisation("acme");
        String tenant = link(acme, "unwritten");
        User ann = member(acme, "ann", USER_RIGHTS);
        String id = me(bearer(ann)).get("user").asString();
        node.post(TENANTS + '/' + tenant + "/users/" + id + "/disable", "");
        accounts.change(ann.role(), ADMIN_RIGHTS);

        // The other node has not kept the rights.
        assertThat(code(automatic.send("GET", ME, "", bearer(ann)))).isEqualTo("403 OSE-2102");

        assertThat(node.database()
                        .first(
                                "SELECT role FROM tenant_user WHERE id = ?",
                                row -> row.getString(1),
                                UUID.fromString(id)))
                .contains("TENANT_USER");
    }

    @Test
    void signInsAreRecordedWithoutTheToken() throws Exception {
        Organisation acme = accounts.organisation("acme");
        link(acme, "recorded");
        String ann = bearer(member(acme, "ann", USER_RIGHTS));
        me(ann);
        me(ann);
        String wrong = ann + "x";
        int refused =
                entries("code = 'OSE-2117' AND actor = '' AND login = 'TOKEN'").size();
        get(ME, wrong);
        get(ME, wrong);

        assertThat(entries("actor = 'ann@recorded' AND login = 'TOKEN'"))
                .hasSize(1)
                .noneMatch(row -> row.contains(ann.substring(7, 60)));
        assertThat(entries("code = 'OSE-2117' AND actor = '' AND login = 'TOKEN'"))
                .hasSize(refused + 1)
                .noneMatch(row -> row.contains(ann.substring(7, 60)));
    }

    private List<String> entries(String condition) {
        return node.database()
                .all(
                        "SELECT a::text FROM audit_entry a WHERE operation = 'SignIn' AND " + condition,
                        row -> row.getString(1));
    }

    /** Of the admin API only: health is answered whatever Cloud Director says. */
    @Test
    void tokensOfOtherPathsAreNotAsked() throws Exception {
        int asked = director.asked().checks();

        assertThat(get("/health/live", "Bearer a.b.c").statusCode()).isEqualTo(200);

        assertThat(director.asked().checks()).isEqualTo(asked);
    }
}
