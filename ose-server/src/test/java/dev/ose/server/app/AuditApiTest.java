package dev.ose.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.ose.server.admin.access.AdminOperation;
import dev.ose.server.admin.access.AdminOperations;
import dev.ose.server.admin.access.LinkOperation;
import dev.ose.server.admin.access.PlatformOperation;
import dev.ose.server.admin.access.SessionOperation;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What the admin API records of itself, and shows. */
class AuditApiTest extends OnAdminNode {

    private static final String TENANTS = "/api/v1/admin/tenants";
    private static final String AUDIT = "/api/v1/admin/audit";
    private static final String WORD = "a password of tests";

    private String tenant(String name) throws Exception {
        return node.created(TENANTS, "{\"name\":\"" + name + "\"}").get("id").asString();
    }

    private String user(String tenant, String name, String role) throws Exception {
        String users = TENANTS + '/' + tenant + "/users";
        String id = node.created(users, "{\"name\":\"" + name + "\",\"role\":\"" + role + "\"}")
                .get("id")
                .asString();
        assertThat(node.send("PUT", users + '/' + id + "/login", "{\"password\":\"" + WORD + "\"}", node.admin())
                        .statusCode())
                .isEqualTo(204);
        return id;
    }

    private List<JsonNode> entries(String filter) throws Exception {
        HttpResponse<String> answer = node.get(AUDIT + "?limit=1000&filter=" + filter);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return StreamSupport.stream(AdminNode.json(answer).get("items").spliterator(), false)
                .toList();
    }

    /** That of the call itself, which may have been a sign-in, too. */
    private JsonNode entryOf(HttpResponse<String> answer) throws Exception {
        return entryOf(answer, ";operation!=SignIn");
    }

    private JsonNode entryOf(HttpResponse<String> answer, String filter) throws Exception {
        List<JsonNode> found = entries(
                "requestId==" + answer.headers().firstValue("X-OSE-Request-Id").orElseThrow() + filter);
        assertThat(found).hasSize(1);
        return found.getFirst();
    }

    /** Each row of the table is asked for; what is refused or not found is recorded as well. */
    @Test
    void everyChangingOperationLeavesAnEntryAndReadingLeavesNone() throws Exception {
        String home = tenant("walked");
        for (AdminOperation operation : AdminOperations.all()) {
            String path = operation.route().path().replace("{tenant}", home);
            HttpResponse<String> answer = node.send(
                    operation.route().method().name(),
                    path.replaceAll("\\{user}|\\{job}", new UUID(0, 9).toString())
                            .replaceAll("\\{webhook}", "1")
                            .replaceAll("\\{[^}]+}", "some-name"),
                    operation.route().method() == AdminOperation.Method.GET
                            ? ""
                            : operation == SessionOperation.SIGN_IN ? "{\"user\":\"none\",\"password\":\"x\"}" : "{}",
                    node.admin());

            String id = answer.headers().firstValue("X-OSE-Request-Id").orElse("none");
            boolean isPage = operation.route().path().startsWith(LinkOperation.REDEEMED);
            if (answer.statusCode() >= 400 && !id.equals("none") && !isPage) {
                assertThat(AdminNode.json(answer).path("requestId").asString())
                        .as("%s: %s", operation, answer.body())
                        .isEqualTo(id);
            }
            boolean isSignIn = operation == SessionOperation.SIGN_IN;
            List<JsonNode> found =
                    entries("requestId==" + id + (isSignIn ? ";operation==SignIn" : ";operation!=SignIn"));
            if (!operation.isAudited()) {
                assertThat(found).as("%s", operation).isEmpty();
                continue;
            }
            assertThat(found).as("%s: %s", operation, answer.body()).hasSize(1);
            JsonNode entry = found.getFirst();
            assertThat(entry.get("operation").asString()).isEqualTo(operation.title());
            assertThat(entry.get("status").asInt()).as("%s", operation).isEqualTo(answer.statusCode());
            // The page of a link reads no login.
            assertThat(entry.get("actor").asString()).isEqualTo(isPage ? "anonymous" : "admin");
        }
    }

    @Test
    void everyOperationThatChangesSomethingIsAudited() {
        assertThat(AdminOperations.all().stream()
                        .filter(it -> it.route().method() != AdminOperation.Method.GET)
                        .filter(it -> !it.isAudited()))
                .containsExactly(PlatformOperation.RECEIVE_NOTIFICATIONS);
    }

    @Test
    void entryTellsWhoDidWhatToWhom() throws Exception {
        String tenant = tenant("telling");
        String ann = user(tenant, "ann", "TENANT_USER");
        String admin = user(tenant, "ada", "TENANT_ADMIN");
        String login = AdminNode.basic("ada@telling", WORD);

        HttpResponse<String> answer =
                node.send("POST", TENANTS + '/' + tenant + "/users/" + ann + "/credentials", "{}", login);

        JsonNode entry = entryOf(answer);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
        assertThat(entry.get("operation").asString()).isEqualTo("CreateCredential");
        assertThat(entry.get("actor").asString()).isEqualTo("ada@telling");
        assertThat(entry.get("actorTenant").asString()).isEqualTo(tenant);
        assertThat(entry.get("login").asString()).isEqualTo("PASSWORD");
        assertThat(entry.get("address").asString()).isEqualTo("127.0.0.1");
        assertThat(entry.get("asUser").asString()).isEqualTo(ann).isNotEqualTo(admin);
        assertThat(entry.has("asTenant")).isFalse();
        assertThat(entry.get("tenant").asString()).isEqualTo(tenant);
        assertThat(entry.get("user").asString()).isEqualTo(ann);
        JsonNode made = AdminNode.json(answer);
        assertThat(entry.get("accessKey").asString())
                .isEqualTo(made.get("accessKey").asString());
        assertThat(entry.toString()).doesNotContain(made.get("secretKey").asString());
        assertThat(entry.get("status").asInt()).isEqualTo(201);
        assertThat(entry.get("node").asString()).isNotEmpty();
        assertThat(entry.get("endedAt").asString())
                .isGreaterThanOrEqualTo(entry.get("at").asString());
    }

    @Test
    void tokensAreNamedByTheirIdsAndNeverShown() throws Exception {
        String tokens = "/api/v1/admin/me/tokens";
        HttpResponse<String> made = node.post(
                tokens,
                "{\"name\":\"backup\",\"scope\":\"FULL\",\"expiresAt\":\""
                        + Instant.now().plusSeconds(600) + "\"}");
        String bearer = AdminNode.json(made).get("bearer").asString();
        String id = AdminNode.json(made).get("token").get("id").asString();

        HttpResponse<String> mistaken = node.send("DELETE", tokens + '/' + bearer, "", node.admin());
        HttpResponse<String> deleted = node.send("DELETE", tokens + '/' + id, "", node.admin());

        assertThat(entryOf(made).get("subject").asString()).isEqualTo(id + " backup");
        assertThat(entryOf(deleted).get("subject").asString()).isEqualTo(id);
        assertThat(entryOf(mistaken).get("status").asInt()).isEqualTo(404);
        assertThat(node.database().all("SELECT e::text FROM audit_entry e", row -> row.getString(1)))
                .noneMatch(row -> row.contains(bearer));
    }

    /** Their administrators ask who gave out what. */
    @Test
    void whatUsersDoForThemselvesIsOfTheirTenant() throws Exception {
        String tenant = tenant("minding");
        String ann = user(tenant, "ann", "TENANT_USER");
        user(tenant, "ada", "TENANT_ADMIN");
        String login = AdminNode.basic("ann@minding", WORD);

        node.send(
                "POST",
                "/api/v1/admin/me/tokens",
                "{\"name\":\"script\",\"scope\":\"FULL\",\"expiresAt\":\""
                        + Instant.now().plusSeconds(600) + "\"}",
                login);
        node.send("POST", "/api/v1/admin/me/presign", "{}", login);
        node.send("DELETE", "/api/v1/session", "", login);
        node.send("POST", TENANTS, "{\"name\":\"of-her-own\"}", login);

        JsonNode seen = AdminNode.json(node.send(
                        "GET",
                        TENANTS + '/' + tenant + "/audit?order=at&filter=actor==ann@minding;operation!=SignIn",
                        "",
                        AdminNode.basic("ada@minding", WORD)))
                .get("items");
        assertThat(seen)
                .extracting(entry -> entry.get("operation").asString(), entry -> entry.get("user")
                        .asString())
                .containsExactly(tuple("CreateToken", ann), tuple("PresignObject", ann), tuple("SignOut", ann));
    }

    @Test
    void newOwnersOfBucketsAreNamed() throws Exception {
        String tenant = tenant("passing");
        String ann = user(tenant, "ann", "TENANT_USER");
        String bob = user(tenant, "bob", "TENANT_USER");
        String home = TENANTS + '/' + tenant;

        // Refused, because the platform of this test transfers no buckets.
        JsonNode removal = entryOf(node.send("DELETE", home + "/users/" + ann + "?newOwner=" + bob, "", node.admin()));
        JsonNode odd = entryOf(node.send("DELETE", home + "/users/" + ann + "?newOwner=x", "", node.admin()));
        JsonNode transfer =
                entryOf(node.send("PUT", home + "/buckets/some/owner", "{\"user\":\"" + bob + "\"}", node.admin()));

        assertThat(removal.get("user").asString()).isEqualTo(ann);
        assertThat(removal.get("subject").asString()).isEqualTo(bob);
        assertThat(odd.has("subject")).isFalse();
        assertThat(transfer.get("bucket").asString()).isEqualTo("some");
        assertThat(transfer.get("subject").asString()).isEqualTo(bob);
    }

    /** Refused before a controller reads their bodies, by a controller, or because their path has another name. */
    @Test
    void refusedCallsNameWhatTheyAskedFor() throws Exception {
        String tenant = tenant("asking");
        String home = TENANTS + '/' + tenant;
        user(tenant, "ann", "TENANT_USER");
        String login = AdminNode.basic("ann@asking", WORD);
        String plan = "{\"currency\":\"EUR\"}";

        JsonNode byRole = entryOf(node.send("POST", home + "/users", "{\"name\":\"wanted\"}", login));
        JsonNode taken = entryOf(node.post(TENANTS, "{\"name\":\"asking\"}"));
        JsonNode malformed = entryOf(node.send("POST", home + "/users", "{\"name\":\"wanted\"", login));
        JsonNode put = entryOf(node.send("PUT", "/api/v1/admin/rate-plans/gold", plan, login));
        JsonNode given = entryOf(node.send("PUT", home + "/rate-plan", "{\"plan\":\"gold\"}", login));
        JsonNode bucket = entryOf(node.send(
                "POST",
                home + "/buckets",
                "{\"name\":\"photos\",\"owner\":\"" + new UUID(0, 7) + "\",\"quota\":{\"maxBytes\":1}}",
                login));
        JsonNode webhook = entryOf(node.send("POST", home + "/webhooks", "{\"bucket\":\"photos\"}", login));

        assertThat(byRole.get("status").asInt()).isEqualTo(403);
        assertThat(byRole.get("subject").asString()).isEqualTo("wanted");
        assertThat(taken.get("subject").asString()).isEqualTo("asking");
        assertThat(malformed.has("subject")).isFalse();
        assertThat(put.get("subject").asString()).isEqualTo("gold");
        assertThat(given.get("subject").asString()).isEqualTo("gold");
        assertThat(bucket.get("status").asInt()).isEqualTo(403);
        assertThat(bucket.get("bucket").asString()).isEqualTo("photos");
        assertThat(bucket.get("user").asString()).isEqualTo(new UUID(0, 7).toString());
        assertThat(bucket.has("asUser")).isFalse();
        assertThat(webhook.get("status").asInt()).isEqualTo(403);
        assertThat(webhook.get("bucket").asString()).isEqualTo("photos");
    }

    @Test
    void administratorActsInTheNameOfTheUserWhoGetsAKeyOfTheExtension() throws Exception {
        String tenant = tenant("extended");
        String ann = user(tenant, "ann", "TENANT_USER");
        user(tenant, "ada", "TENANT_ADMIN");
        String path = "/api/v1/core/tenants/" + tenant + "/users/";

        JsonNode ofAda =
                entryOf(node.send("POST", path + "ann/credentials", "{}", AdminNode.basic("ada@extended", WORD)));
        JsonNode ofAnn =
                entryOf(node.send("POST", path + "ann/credentials", "{}", AdminNode.basic("ann@extended", WORD)));
        JsonNode missing =
                entryOf(node.send("POST", path + "none/credentials", "{}", AdminNode.basic("ada@extended", WORD)));

        assertThat(ofAda.get("asUser").asString()).isEqualTo(ann);
        assertThat(ofAda.get("user").asString()).isEqualTo(ann);
        assertThat(ofAnn.get("user").asString()).isEqualTo(ann);
        assertThat(ofAnn.has("asUser")).isFalse();
        assertThat(missing.has("user")).isFalse();
        assertThat(missing.get("subject").asString()).isEqualTo("none");
    }

    @Test
    void providerInATenantActsAsThatTenant() throws Exception {
        String tenant = tenant("entered");

        JsonNode entry = entryOf(node.post(TENANTS + '/' + tenant + "/users", "{\"name\":\"new\"}"));

        assertThat(entry.get("asTenant").asString()).isEqualTo(tenant);
        assertThat(entry.get("subject").asString()).isEqualTo("new");
        assertThat(entry.get("user").asString()).isNotEmpty();
        assertThat(entry.has("actorTenant")).isFalse();
    }

    @Test
    void refusedCallIsRecordedWithItsCode() throws Exception {
        String tenant = tenant("refusing");
        user(tenant, "ann", "TENANT_USER");
        String login = AdminNode.basic("ann@refusing", WORD);

        JsonNode entry = entryOf(node.send("POST", TENANTS + '/' + tenant + "/users", "{\"name\":\"x\"}", login));

        assertThat(entry.get("status").asInt()).isEqualTo(403);
        assertThat(entry.get("code").asString()).isEqualTo("OSE-2101");
        assertThat(entry.get("actor").asString()).isEqualTo("ann@refusing");
    }

    @Test
    void signInsAreRecordedOnceAndWrongOnesEachTime() throws Exception {
        String tenant = tenant("entering");
        user(tenant, "ann", "TENANT_USER");
        String right = AdminNode.basic("ann@entering", WORD);

        node.send("GET", "/api/v1/admin/me", "", right);
        node.send("GET", "/api/v1/admin/me", "", right);
        HttpResponse<String> wrong =
                node.send("GET", "/api/v1/admin/me", "", AdminNode.basic("ann@entering", "not the word"));

        String signIns = "operation==SignIn;actor==ann@entering;status==";
        assertThat(entries(signIns + "200")).hasSize(1);
        assertThat(entries(signIns + "401")).hasSize(1);
        JsonNode entry = entryOf(wrong, ";operation==SignIn");
        assertThat(entry.get("tenant").asString()).isEqualTo(tenant);
        assertThat(entry.toString()).doesNotContain("not the word");
    }

    @Test
    void signInsWithATokenAreRecordedOnceAlsoThoseOfADisabledUser() throws Exception {
        String tenant = tenant("bearing");
        String ann = user(tenant, "ann", "TENANT_USER");
        HttpResponse<String> made = node.send(
                "POST",
                "/api/v1/admin/me/tokens",
                "{\"name\":\"script\",\"scope\":\"READ_ONLY\",\"expiresAt\":\""
                        + Instant.now().plusSeconds(600) + "\"}",
                AdminNode.basic("ann@bearing", WORD));
        String bearer = AdminNode.json(made).get("bearer").asString();

        for (int call = 0; call < 2; call++) {
            node.send("GET", "/api/v1/admin/me", "", "Bearer " + bearer);
        }
        node.post(TENANTS + '/' + tenant + "/users/" + ann + "/disable", "");
        for (int call = 0; call < 2; call++) {
            assertThat(node.send("GET", "/api/v1/admin/me", "", "Bearer " + bearer)
                            .statusCode())
                    .isEqualTo(403);
        }

        String signIns = "operation==SignIn;login==TOKEN;actor==ann@bearing;tenant==" + tenant + ";status==";
        assertThat(entries(signIns + "200")).hasSize(1);
        assertThat(entries(signIns + "403;code==OSE-2102")).hasSize(1);
    }

    @Test
    void signInWithASessionIsRecordedByItsName() throws Exception {
        String tenant = tenant("visiting");

        HttpResponse<String> answer = node.send(
                "POST",
                "/api/v1/session",
                "{\"tenant\":\"visiting\",\"user\":\"ann\",\"password\":\"not the word\"}",
                "");

        JsonNode entry = entryOf(answer, "");
        assertThat(entry.get("operation").asString()).isEqualTo("SignIn");
        assertThat(entry.get("subject").asString()).isEqualTo("ann@visiting");
        assertThat(entry.get("tenant").asString()).isEqualTo(tenant);
        assertThat(entry.get("status").asInt()).isEqualTo(answer.statusCode()).isGreaterThanOrEqualTo(400);
        assertThat(entry.toString()).doesNotContain("not the word");
    }

    private HttpResponse<String> signIn(String user, String word) throws Exception {
        return node.send(
                "POST",
                "/api/v1/session",
                "{\"tenant\":\"flooded\",\"user\":\"" + user + "\",\"password\":\"" + word + "\"}",
                "");
    }

    /** Else clients without a login could fill the log. */
    @Test
    void signInsThatAreNotCheckedLeaveNoEntries() throws Exception {
        tenant("flooded");
        String tooLong = "x".repeat(257);

        for (int guess = 0; guess < 5; guess++) {
            signIn("ann", "guess " + guess);
            signIn("bob", tooLong);
            node.send("GET", "/api/v1/admin/me", "", AdminNode.basic("eve@flooded", tooLong));
        }
        HttpResponse<String> throttled = signIn("ann", "another guess");
        HttpResponse<String> long429 = signIn("bob", tooLong);
        HttpResponse<String> basic429 =
                node.send("GET", "/api/v1/admin/me", "", AdminNode.basic("eve@flooded", tooLong));
        HttpResponse<String> incomplete = node.send("POST", "/api/v1/session", "{}", "");
        HttpResponse<String> malformed = node.send("POST", "/api/v1/session", "{", "");

        assertThat(entries("operation==SignIn;subject==ann@flooded;status==401"))
                .hasSize(5);
        assertThat(entries("operation==SignIn;subject==bob@flooded;status==401"))
                .hasSize(5);
        assertThat(entries("operation==SignIn;actor==eve@flooded;status==401")).hasSize(5);
        for (HttpResponse<String> unread : List.of(throttled, long429, basic429, incomplete, malformed)) {
            assertThat(unread.statusCode()).isIn(400, 429);
            String id = unread.headers().firstValue("X-OSE-Request-Id").orElseThrow();
            assertThat(entries("requestId==" + id)).as(unread.body()).isEmpty();
        }
    }

    @Test
    void tenantReadsItsOwnEntriesAndNoOthers() throws Exception {
        String ours = tenant("ours");
        String theirs = tenant("theirs");
        user(ours, "ada", "TENANT_ADMIN");
        user(theirs, "eve", "TENANT_ADMIN");
        String login = AdminNode.basic("ada@ours", WORD);

        HttpResponse<String> own = node.send("GET", TENANTS + '/' + ours + "/audit?limit=1000", "", login);

        assertThat(own.statusCode()).isEqualTo(200);
        assertThat(own.body()).contains(ours, "CreateTenant", "\"ada\"").doesNotContain(theirs, "eve");
        assertThat(node.send("GET", TENANTS + '/' + ours + "/audit.csv", "", login)
                        .body())
                .contains(ours)
                .doesNotContain(theirs);
        assertThat(node.send("GET", TENANTS + '/' + theirs + "/audit", "", login)
                        .statusCode())
                .isEqualTo(404);
        assertThat(node.send("GET", AUDIT, "", login).statusCode()).isEqualTo(403);
    }

    @Test
    void exportsHaveEachEntryAsALine() throws Exception {
        String tenant = tenant("exported");
        user(tenant, "ada", "TENANT_ADMIN");
        String path = TENANTS + '/' + tenant + "/audit";

        HttpResponse<String> csv = node.get(path + ".csv?filter=operation==Create*");
        HttpResponse<String> lines = node.get(path + ".jsonl?filter=operation==Create*");

        assertThat(csv.headers().firstValue("Content-Type").orElseThrow()).startsWith("text/csv");
        assertThat(csv.body().lines().toList()).hasSize(3);
        assertThat(csv.body().lines().findFirst().orElseThrow()).startsWith("id,at,ended_at,node,request_id,");
        assertThat(csv.body()).contains(",CreateTenant,admin,", ",CreateUser,admin,");
        assertThat(lines.headers().firstValue("Content-Type").orElseThrow()).startsWith("application/x-ndjson");
        assertThat(lines.body().lines().map(line -> JsonMapper.shared().readTree(line)))
                .extracting(entry -> entry.get("operation").asString())
                .containsExactly("CreateTenant", "CreateUser");
        assertThat(entryOf(csv).get("operation").asString()).isEqualTo("ExportTenantAuditAsCsv");
    }

    @Test
    void pagesAreReadOneAfterTheOther() throws Exception {
        String path = TENANTS + '/' + tenant("paged") + "/audit";
        user(path.substring(TENANTS.length() + 1, path.length() - "/audit".length()), "ann", "TENANT_USER");

        JsonNode first = AdminNode.json(node.get(path + "?limit=2&order=at"));
        JsonNode second = AdminNode.json(
                node.get(path + "?limit=2&order=at&after=" + first.get("next").asString()));

        assertThat(first.get("items")).hasSize(2);
        assertThat(second.get("items")).hasSize(1);
        assertThat(second.has("next")).isFalse();
        assertThat(second.get("items").get(0).get("operation").asString()).isEqualTo("PutLogin");
        for (String bad : List.of("limit=0", "limit=1001", "order=name", "after=x", "filter=secret==1", "filter=(")) {
            assertThat(node.get(AUDIT + '?' + bad).statusCode()).as(bad).isEqualTo(400);
        }
    }

    @Test
    void changeIsRefusedIfItsEntryCannotBeWritten() throws Exception {
        String path = TENANTS + '/' + tenant("unwritten");
        node.database()
                .update("ALTER TABLE audit_entry ADD CONSTRAINT full_disk"
                        + " CHECK (operation <> 'DisableTenant') NOT VALID");
        try {
            HttpResponse<String> answer = node.post(path + "/disable", "");

            assertThat(answer.statusCode()).isEqualTo(503);
            assertThat(AdminNode.json(answer).get("code").asString()).isEqualTo("OSE-2307");
            assertThat(AdminNode.json(node.get(path)).get("status").asString()).isEqualTo("ACTIVE");
        } finally {
            node.database().update("ALTER TABLE audit_entry DROP CONSTRAINT full_disk");
        }
    }

    @Test
    void changeWhoseOutcomeCannotBeWrittenIsAnsweredAsNotRecorded() throws Exception {
        String path = TENANTS + '/' + tenant("half-written");
        node.database()
                .update("ALTER TABLE audit_entry ADD CONSTRAINT full_disk"
                        + " CHECK (operation <> 'DisableTenant' OR status IS NULL) NOT VALID");
        try {
            HttpResponse<String> answer = node.post(path + "/disable", "");

            assertThat(answer.statusCode()).isEqualTo(503);
            assertThat(AdminNode.json(answer).get("code").asString()).isEqualTo("OSE-2308");
            assertThat(answer.body()).doesNotContain("half-written");
            assertThat(AdminNode.json(node.get(path)).get("status").asString()).isEqualTo("DISABLED");
            assertThat(entryOf(answer).has("status")).isFalse();
        } finally {
            node.database().update("ALTER TABLE audit_entry DROP CONSTRAINT full_disk");
        }
    }
}
