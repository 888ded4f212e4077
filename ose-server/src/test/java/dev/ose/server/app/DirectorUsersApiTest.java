package dev.ose.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.server.director.DirectorStore;
import dev.ose.server.director.DirectorUserId;
import dev.ose.server.director.OrganisationId;
import dev.ose.server.iam.federation.FederatedUserStore;
import dev.ose.server.platform.Platform;
import dev.ose.server.tenant.Provisioning;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import dev.ose.testkit.DirectorAccounts.Organisation;
import dev.ose.testkit.DirectorAccounts.User;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Which tenants and users the organisations and users of Cloud Director are. */
class DirectorUsersApiTest extends OnDirectorNode {

    private static final String ACTIVATION = "/api/v1/admin/activation";

    @Test
    void organisationWithoutATenantIsRefusedOrActivated() throws Exception {
        Organisation umbrella = accounts.organisation("Umbrella & Sons");
        String bearer = bearer(member(umbrella, "Wesker, A.", ADMIN_RIGHTS));

        assertThat(code(get(ME, bearer))).isEqualTo("403 OSE-2116");

        HttpResponse<String> answer = automatic.send("GET", ME, "", bearer);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        String name = AdminNode.json(answer).get("name").asString();
        assertThat(name).matches("Wesker--A\\.-[0-9a-f]{8}@Umbrella---Sons-[0-9a-f]{8}");
        assertThat(me(bearer).get("name").asString()).isEqualTo(name);
        String by = "\"actor\":\"director:Wesker, A.@Umbrella & Sons\"";
        assertThat(node.get("/api/v1/admin/audit?filter=operation==CreateTenant")
                        .body())
                .contains(by, "\"subject\":\"" + name.substring(name.indexOf('@') + 1) + '"');
        assertThat(node.get("/api/v1/admin/audit?filter=operation==CreateUser").body())
                .contains(by, "\"subject\":\"" + name.substring(0, name.indexOf('@')) + '"');
    }

    @Test
    void policyOfTheProviderActivatesOrganisationsInPlaceOfTheOptions() throws Exception {
        Organisation excepted = accounts.organisation("excepted");
        String welcome = bearer(member(accounts.organisation("welcome"), "wilma", ADMIN_RIGHTS));
        String stranger = bearer(member(accounts.organisation("stranger"), "sam", ADMIN_RIGHTS));
        try {
            HttpResponse<String> set = activation(
                    "{\"mode\":\"AUTOMATIC\",\"exceptions\":[\"urn:vcloud:org:" + excepted.id()
                            + "\"],\"quota\":{\"maxBuckets\":3}}",
                    node.admin());
            assertThat(set.body())
                    .isEqualTo("{\"mode\":\"AUTOMATIC\",\"exceptions\":[\"" + excepted.id()
                            + "\"],\"quota\":{\"maxBuckets\":3}}");

            JsonNode wilma = me(welcome);

            String quota = TENANTS + '/' + wilma.get("tenant").asString() + "/quota";
            assertThat(AdminNode.json(get(quota, welcome)).get("maxBuckets").asLong())
                    .isEqualTo(3);
            assertThat(code(automatic.send("GET", ME, "", bearer(member(excepted, "eve", ADMIN_RIGHTS)))))
                    .isEqualTo("403 OSE-2116");
            for (String method : List.of("GET", "PUT")) {
                assertThat(node.send(method, ACTIVATION, "{\"mode\":\"MANUAL\"}", welcome)
                                .statusCode())
                        .as(method)
                        .isEqualTo(403);
            }

            assertThat(activation("{\"mode\":\"MANUAL\"}", node.admin()).statusCode())
                    .isEqualTo(200);
            assertThat(code(automatic.send("GET", ME, "", stranger))).isEqualTo("403 OSE-2116");
            assertThat(me(welcome).get("tenant")).isEqualTo(wilma.get("tenant"));
        } finally {
            activation("{\"mode\":\"CONFIGURED\"}", node.admin());
        }
        assertThat(code(get(ME, stranger))).isEqualTo("403 OSE-2116");
        assertThat(automatic.send("GET", ME, "", stranger).statusCode()).isEqualTo(200);
    }

    @Test
    void policyIsCheckedAndEditedByOneAtATime() throws Exception {
        for (String wrong : List.of(
                "{}",
                "{\"mode\":\"SOMETIMES\"}",
                "{\"mode\":\"MANUAL\",\"exceptions\":[\"acme\"]}",
                "{\"mode\":\"MANUAL\",\"quota\":{\"maxBytes\":-1}}")) {
            assertThat(activation(wrong, node.admin()).statusCode()).as(wrong).isEqualTo(400);
        }
        HttpResponse<String> shown = node.get(ACTIVATION);
        String tag = shown.headers().firstValue("ETag").orElseThrow();
        assertThat(shown.body()).isEqualTo("{\"mode\":\"CONFIGURED\",\"exceptions\":[]}");

        assertThat(activation("{\"mode\":\"CONFIGURED\",\"quota\":{\"maxObjects\":9}}", node.admin())
                        .statusCode())
                .isEqualTo(200);

        HttpRequest.Builder outdated = node.request("PUT", ACTIVATION, "{\"mode\":\"MANUAL\"}", node.admin())
                .header("If-Match", tag);
        assertThat(node.send(outdated).statusCode()).isEqualTo(412);
        assertThat(node.get("/api/v1/admin/audit?filter=operation==PutActivationPolicy")
                        .body())
                .contains("\"status\":200", "\"status\":412");
        assertThat(activation("{\"mode\":\"CONFIGURED\"}", node.admin()).statusCode())
                .isEqualTo(200);
    }

    private HttpResponse<String> activation(String policy, String login) throws Exception {
        return node.send("PUT", ACTIVATION, policy, login);
    }

    /** Neither an organisation nor a user takes over what has its name. */
    @Test
    void namesOfCloudDirectorFindNoExistingTenantAndNoExistingUser() throws Exception {
        String taken = node.created(TENANTS, "{\"name\":\"taken\"}").get("id").asString();
        String bearer = bearer(member(accounts.organisation("taken"), "ann", ADMIN_RIGHTS));
        Organisation acme = accounts.organisation("acme");
        String tenant = link(acme, "namesakes");
        String local = node.created(TENANTS + '/' + tenant + "/users", "{\"name\":\"ann\"}")
                .get("id")
                .asString();

        JsonNode ann = AdminNode.json(automatic.send("GET", ME, "", bearer));

        assertThat(ann.get("tenant").asString()).isNotEqualTo(taken);
        assertThat(ann.get("name").asString()).matches("ann@taken-[0-9a-f]{8}");
        JsonNode other = me(bearer(member(acme, "ann", USER_RIGHTS)));
        assertThat(other.get("user").asString()).isNotEqualTo(local);
        assertThat(other.get("name").asString()).matches("ann-[0-9a-f]{8}@namesakes");
    }

    @Test
    void usersOfOneNameInTwoOrganisationsNeverMeet() throws Exception {
        Organisation ours = accounts.organisation("ours");
        Organisation theirs = accounts.organisation("theirs");
        String ourTenant = link(ours, "meet-ours");
        String theirTenant = link(theirs, "meet-theirs");
        String bearer = bearer(member(ours, "ann", ADMIN_RIGHTS));
        JsonNode them = me(bearer(member(theirs, "ann", ADMIN_RIGHTS)));

        assertThat(me(bearer).get("tenant").asString()).isEqualTo(ourTenant);
        assertThat(me(bearer).get("user").asString())
                .isNotEqualTo(them.get("user").asString());
        for (String path : List.of(
                "", "/users", "/buckets", "/audit", "/users/" + them.get("user").asString())) {
            assertThat(get(TENANTS + '/' + theirTenant + path, bearer).statusCode())
                    .as(path)
                    .isEqualTo(404);
        }
    }

    @Test
    void unlinkedTenantTakesNoTokensAndAnOrganisationHasOneTenant() throws Exception {
        Organisation acme = accounts.organisation("acme");
        String tenant = link(acme, "unlinked");
        String ann = bearer(member(acme, "ann", USER_RIGHTS));
        String user = me(ann).get("user").asString();
        String path = TENANTS + '/' + tenant + "/director-organisation";
        String body = "{\"organisation\":\"" + acme.id() + "\"}";
        String second = node.created(TENANTS, "{\"name\":\"second\"}").get("id").asString();

        assertThat(code(node.send("PUT", TENANTS + '/' + second + "/director-organisation", body, node.admin())))
                .isEqualTo("409 OSE-2205");
        assertThat(code(node.send("PUT", path, "{\"organisation\":\"" + UUID.randomUUID() + "\"}", node.admin())))
                .isEqualTo("409 OSE-2230");
        assertThat(code(node.send("PUT", path, "{\"organisation\":\"acme\"}", node.admin())))
                .isEqualTo("400 OSE-2206");
        assertThat(node.send("DELETE", path, "", node.admin()).statusCode()).isEqualTo(204);
        assertThat(node.get(path).body()).isEqualTo("{}");
        assertThat(code(get(ME, ann))).isEqualTo("403 OSE-2116");
        assertThat(node.send("PUT", path, body, node.admin()).statusCode()).isEqualTo(200);
        assertThat(me(ann).get("user").asString()).isEqualTo(user);
    }

    @Test
    void concurrentFirstRequestsMakeOneTenantAndOneUser() throws Exception {
        Organisation hive = accounts.organisation("hive");
        User bee = member(hive, "bee", ADMIN_RIGHTS);
        // As many as wait for Cloud Director at a time.
        List<String> bearers = IntStream.range(0, 6)
                .mapToObj(i -> bearer(i < 4 ? bee : member(hive, "drone" + i, USER_RIGHTS)))
                .toList();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<HttpResponse<String>>> answers = bearers.stream()
                    .map(bearer -> threads.submit(() -> automatic.send("GET", ME, "", bearer)))
                    .toList();
            for (Future<HttpResponse<String>> answer : answers) {
                assertThat(answer.get().statusCode()).as(answer.get().body()).isEqualTo(200);
            }
        }

        assertThat(count("SELECT count(*) FROM tenant WHERE director_org_id = ?", hive.id()))
                .isEqualTo(1);
        assertThat(count("SELECT count(*) FROM tenant_user WHERE director_user_id = ?", bee.id()))
                .isEqualTo(1);
    }

    private long count(String sql, UUID id) {
        return node.database().first(sql, row -> row.getLong(1), id).orElseThrow();
    }

    /** Neither the name in a token of another issuer nor an administrator gets a user of Cloud Director. */
    @Test
    void usersOfCloudDirectorAreTheirsFromTheBeginning() throws Exception {
        Organisation acme = accounts.organisation("acme");
        TenantId tenant = new TenantId(UUID.fromString(link(acme, "theirs")));
        String issuer = "{\"issuer\":\"https://idp.example.com\",\"audiences\":[\"sts\"],\"users\":{\"a\":\"meant\"}}";
        node.send("PUT", TENANTS + '/' + tenant + "/identity-providers/idp", issuer, node.admin());
        JsonNode ann = me(bearer(member(acme, "ann", USER_RIGHTS)));
        Provisioning provisioning = node.bean(Provisioning.class);
        DirectorStore store = node.bean(DirectorStore.class);
        OrganisationId begunOrganisation = new OrganisationId(UUID.randomUUID());

        store.claim(new DirectorUserId(UUID.randomUUID()), provisioning.draftUser(tenant, "begun"));
        store.claim(
                begunOrganisation,
                provisioning.draftTenant("begun", node.bean(Platform.class).id()));

        assertThat(node.bean(FederatedUserStore.class)
                        .isBound(
                                tenant,
                                new UserId(UUID.fromString(ann.get("user").asString()))))
                .isTrue();
        assertThat(me(bearer(member(acme, "meant", USER_RIGHTS))).get("name").asString())
                .matches("meant-[0-9a-f]{8}@theirs");
        assertThat(code(node.post(TENANTS + '/' + tenant + "/users", "{\"name\":\"begun\"}")))
                .isEqualTo("409 OSE-2205");
        assertThat(code(node.post(TENANTS, "{\"name\":\"begun\"}"))).isEqualTo("409 OSE-2205");
        assertThat(store.tenant(begunOrganisation)).isEmpty();
    }

    /** Its name is free for an administrator to complete. */
    @Test
    void organisationWhoseActivationBrokeOffIsLinked() throws Exception {
        Organisation halted = accounts.organisation("halted");
        OrganisationId id = new OrganisationId(halted.id());
        DirectorStore store = node.bean(DirectorStore.class);
        store.claim(
                id,
                node.bean(Provisioning.class)
                        .draftTenant("halted", node.bean(Platform.class).id()));

        String tenant = link(halted, "halted-other");

        assertThat(me(bearer(member(halted, "ann", USER_RIGHTS))).get("tenant").asString())
                .isEqualTo(tenant);
        String completed =
                node.created(TENANTS, "{\"name\":\"halted\"}").get("id").asString();
        assertThat(store.organisation(new TenantId(UUID.fromString(completed)))).isEmpty();
    }

    @Test
    void deletedUserIsCreatedAnew() throws Exception {
        Organisation acme = accounts.organisation("acme");
        String tenant = link(acme, "anew");
        String ann = bearer(member(acme, "ann", USER_RIGHTS));
        String before = me(ann).get("user").asString();

        assertThat(node.send("DELETE", TENANTS + '/' + tenant + "/users/" + before, "", node.admin())
                        .statusCode())
                .isEqualTo(204);

        assertThat(me(ann).get("user").asString()).isNotEqualTo(before);
    }
}
