package dev.ose.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.server.admin.access.AdminCaller;
import dev.ose.server.admin.access.AdminMatrix;
import dev.ose.server.admin.access.AdminOperation;
import dev.ose.server.admin.access.AdminOperations;
import dev.ose.server.admin.login.AdminLogin;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import java.net.http.HttpResponse;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.springframework.security.authentication.AuthenticationServiceException;
import org.springframework.security.authentication.BadCredentialsException;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.web.authentication.WebAuthenticationDetails;
import tools.jackson.databind.JsonNode;

/** The admin API conforms to the documented matrix. */
class AdminRightsTest extends OnAdminNode {

    private static final String TENANTS = "/api/v1/admin/tenants";
    private static final String WORD = "a password of tests";
    private static final String SOME_ID = "00000000-0000-0000-0000-000000000004";

    /** A tenant and the path of each of its users. */
    private record House(String path, Map<String, String> users) {

        String user(String name) {
            return Objects.requireNonNull(users.get(name), name);
        }
    }

    private House house(String name, String... users) throws Exception {
        String path = TENANTS + "/"
                + node.created(TENANTS, "{\"name\":\"" + name + "\"}").get("id").asString();
        Map<String, String> paths = new HashMap<>();
        for (String user : users) {
            String role = user.equals("ann") ? "TENANT_USER" : "TENANT_ADMIN";
            String id = node.created(path + "/users", "{\"name\":\"" + user + "\",\"role\":\"" + role + "\"}")
                    .get("id")
                    .asString();
            String one = path + "/users/" + id;
            paths.put(user, one);
            assertThat(node.send("PUT", one + "/login", word(WORD), node.admin())
                            .statusCode())
                    .isEqualTo(204);
        }
        return new House(path, paths);
    }

    private static String word(String word) {
        return "{\"password\":\"" + word + "\"}";
    }

    private static String login(String user, String tenant) {
        return AdminNode.basic(user + "@" + tenant, WORD);
    }

    @Test
    void everyEndpointHasARowInTheTableAndEveryRowAnEndpoint() {
        assertThat(node.mappings().map(it -> it[0] + " " + it[1]))
                .containsExactlyInAnyOrderElementsOf(AdminOperations.all().stream()
                        .map(it -> it.route().method() + " " + it.route().path())
                        .toList());
    }

    /** Sends every request that the matrix refuses, and allowed ones that change nothing. */
    @Test
    void everyRequestIsAnsweredAsTheMatrixSays() throws Exception {
        House ours = house("ours", "ada", "ann");
        House theirs = house("theirs", "ayla");
        Map<String, String> logins = Map.of(
                "provider", node.admin(),
                "Ada", login("ada", "ours"),
                "Ann", login("ann", "ours"),
                "Olga", login("ayla", "theirs"),
                "no login", "");
        List<String> onUsers = List.of(ours.user("ann"), ours.user("ada"), theirs.user("ayla"));

        for (AdminOperation operation : AdminOperations.all()) {
            String path = operation.route().path();
            List<String> paths = path.contains("{userName}")
                    ? List.of(named(path, ours, "ann"), named(path, ours, "ada"), named(path, theirs, "ayla"))
                    : path.contains("{user}")
                            ? onUsers.stream()
                                    .map(it -> it + behind(path, "{user}"))
                                    .toList()
                            : path.contains("{tenant}")
                                    ? List.of(
                                            ours.path() + behind(path, "{tenant}"),
                                            theirs.path() + behind(path, "{tenant}"))
                                    : List.of(path.replace("{platform}", "main")
                                            .replace("{administrator}", "admin")
                                            .replace("{file}", "page.js")
                                            .replace("{bucket}", "none")
                                            .replaceAll(
                                                    "\\{(session|token|provider|name|tenantName|node|plan|announcement"
                                                            + "|digest)}",
                                                    SOME_ID));
            for (Map.Entry<String, String> login : logins.entrySet()) {
                AdminCaller caller =
                        Objects.requireNonNull(AdminMatrix.callers().get(login.getKey()));
                assertAnswers(operation, paths, login, AdminMatrix.letters(caller, operation));
            }
        }
    }

    private static String named(String path, House house, String user) {
        return path.replace("{tenant}", house.path().substring(TENANTS.length() + 1))
                .replace("{userName}", user);
    }

    private static String behind(String path, String variable) {
        return path.substring(path.indexOf(variable) + variable.length())
                .replace("{accessKey}", "KEY")
                .replace("{session}", SOME_ID)
                .replace("{name}", "issuer")
                .replace("{platform}", "none")
                .replace("{bucket}", "none")
                .replace("{job}", "1")
                .replace("{role}", "none")
                .replace("{policy}", "none")
                .replace("{webhook}", "1")
                .replace("{link}", SOME_ID);
    }

    private void assertAnswers(
            AdminOperation operation, List<String> paths, Map.Entry<String, String> login, String letters)
            throws Exception {
        for (int i = 0; i < paths.size(); i++) {
            char letter = letters.charAt(i);
            String path = paths.get(i);
            boolean changesNothing = operation.route().method() == AdminOperation.Method.GET;
            if (letter != '+' || changesNothing) {
                HttpResponse<String> answer = node.send(
                        operation.route().method().name(), path, changesNothing ? "" : "{}", login.getValue());
                assertThat(answer.statusCode())
                        .as("%s by %s: %s", operation, login.getKey(), path)
                        .isIn(statuses(letter, login.getValue().isEmpty(), path));
            }
        }
    }

    private static List<Integer> statuses(char letter, boolean isAnonymous, String path) {
        return switch (letter) {
            case '-' -> List.of(isAnonymous ? 401 : 403);
            case '0' -> List.of(404);
            // A missing bucket, key pair, job, webhook or provider, an unsupported feature of the test's platform, a
            // node that is
            // not started.
            default ->
                path.matches(".*/(buckets|links|oidc|jobs|nodes|webhooks|identity-providers)/.*"
                                + "|.*/(roles|policies|credentials)/.*"
                                + "|.*/(rate-plans/.*|rate-plan|announcements/.*|branding/logo/.*|purge)|/s/.*")
                        ? List.of(401, 404)
                        : List.of(200, 501, 503);
        };
    }

    @Test
    void keysOfS3AreNoLogins() throws Exception {
        String users = house("keyed").path() + "/users";
        JsonNode made = node.created(users, "{\"name\":\"k\"}");
        JsonNode reserved = made.get("reservedCredential");
        JsonNode application = node.created(
                users + "/" + made.get("id").asString() + "/credentials", "{\"scope\":{\"buckets\":[\"docs\"]}}");

        for (JsonNode key : List.of(reserved, application)) {
            String login = AdminNode.basic(
                    key.get("accessKey").asString(), key.get("secretKey").asString());
            assertThat(node.send("GET", "/api/v1/admin/me", "", login).statusCode())
                    .isEqualTo(401);
        }
    }

    @Test
    void loginWithANulIsAWrongOne() throws Exception {
        assertThat(node.send("GET", "/api/v1/admin/me", "", AdminNode.basic("a\0b", WORD))
                        .statusCode())
                .isEqualTo(401);
        assertThat(node.send("GET", "/api/v1/admin/me", "", AdminNode.basic("a\0@b", WORD))
                        .statusCode())
                .isEqualTo(401);
    }

    @Test
    void platformIsComparedPageByPage() throws Exception {
        house("compared", "ada", "ann");

        JsonNode first = AdminNode.json(node.post("/api/v1/admin/reconciliation", "{\"limit\":1}"));
        JsonNode rest = AdminNode.json(node.post(
                "/api/v1/admin/reconciliation",
                "{\"after\":\"" + first.get("next").asString() + "\"}"));

        assertThat(first.get("checked").asInt()).isEqualTo(1);
        assertThat(rest.get("checked").asInt()).isPositive();
        assertThat(rest.has("next")).isFalse();
        // The platform of this test does not store its users.
        assertThat(rest.get("findings").toString()).contains("USER_MISSING").contains("\"repaired\":false");
        assertThat(node.post("/api/v1/admin/reconciliation", "{\"limit\":0}").statusCode())
                .isEqualTo(400);
    }

    @Test
    void trustedIssuerIsPutListedAndDeleted() throws Exception {
        JsonNode tenant = node.created(TENANTS, "{\"name\":\"trusting\"}");
        String providers = TENANTS + '/' + tenant.get("id").asString() + "/identity-providers";
        String issuer = "{\"issuer\":\"https://login.example.com\",\"audiences\":[\"ose\"]}";

        assertThat(node.send("PUT", providers + "/login", issuer, node.admin()).statusCode())
                .isEqualTo(200);
        JsonNode listed =
                AdminNode.json(node.send("GET", providers, "", node.admin())).get("items");
        assertThat(listed.size()).isEqualTo(1);
        assertThat(listed.get(0).get("claim").asString()).isEqualTo("sub");
        assertThat(node.send("PUT", providers + "/twin", issuer, node.admin()).statusCode())
                .isEqualTo(409);
        assertThat(node.send("PUT", providers + "/plain", issuer.replace("https", "http"), node.admin())
                        .statusCode())
                .isEqualTo(400);
        assertThat(node.send("DELETE", providers + "/login", "", node.admin()).statusCode())
                .isEqualTo(204);
        assertThat(node.send("DELETE", providers + "/login", "", node.admin()).statusCode())
                .isEqualTo(404);
    }

    @Test
    void issuerWhoseTokensMakeUsersSaysHowManyAndByWhichNames() throws Exception {
        JsonNode tenant = node.created(TENANTS, "{\"name\":\"welcoming\"}");
        String login = TENANTS + '/' + tenant.get("id").asString() + "/identity-providers/login";
        String issuer = "{\"issuer\":\"https://login.example.com\",\"audiences\":[\"ose\"]";

        JsonNode usual = put(login, issuer + "}");
        JsonNode creating = put(login, issuer + ",\"createsUsers\":true}");
        JsonNode few = put(login, issuer + ",\"createsUsers\":true,\"nameClaim\":\"nickname\",\"maxUsers\":5}");

        assertThat(usual.get("createsUsers").asBoolean()).isFalse();
        assertThat(usual.get("maxUsers").isNull()).isTrue();
        assertThat(creating.get("createsUsers").asBoolean()).isTrue();
        assertThat(creating.get("nameClaim").asString()).isEqualTo("preferred_username");
        assertThat(creating.get("maxUsers").asInt()).isEqualTo(1000);
        assertThat(few.get("nameClaim").asString()).isEqualTo("nickname");
        assertThat(few.get("maxUsers").asInt()).isEqualTo(5);
        for (String contradiction : List.of("\"maxUsers\":5", "\"createsUsers\":false,\"nameClaim\":\"name\"")) {
            assertInvalid(node.send("PUT", login, issuer + ',' + contradiction + '}', node.admin()), "createsUsers");
        }
        assertInvalid(
                node.send("PUT", login, issuer + ",\"createsUsers\":true,\"maxUsers\":-1}", node.admin()), "maxUsers");
    }

    private JsonNode put(String path, String body) throws Exception {
        HttpResponse<String> answer = node.send("PUT", path, body, node.admin());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return AdminNode.json(answer);
    }

    @Test
    void tenantOfAnotherTenantsStorageIsRefused() throws Exception {
        String mine = house("landlord").path();
        String id = mine.substring(mine.lastIndexOf('/') + 1);

        HttpResponse<String> answer = node.post(TENANTS, "{\"name\":\"squatter\",\"platformTenant\":\"" + id + "\"}");

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(AdminNode.json(answer).get("field").asString()).isEqualTo("platformTenant");
        assertThat(node.post(TENANTS, "{\"name\":\"one\",\"platformTenant\":\"shared\"}")
                        .statusCode())
                .isEqualTo(201);
        assertThat(node.post(TENANTS, "{\"name\":\"two\",\"platformTenant\":\"shared\"}")
                        .statusCode())
                .isEqualTo(201);
    }

    @Test
    void whatThePlatformLacksIsNotAdoptedAndTenantsWithUsersStayWhereTheyAre() throws Exception {
        House house = house("settled", "ann");
        String empty = TENANTS
                + '/'
                + node.created(TENANTS, "{\"name\":\"moving\"}").get("id").asString();
        String elsewhere = "{\"platformTenant\":\"elsewhere\"}";

        assertInvalid(
                node.post(house.path() + "/users/adopt", "{\"name\":\"bob\",\"platformUser\":\"nobody\"}"),
                "platformUser");
        assertInvalid(node.post(house.path() + "/users/adopt", "{\"name\":\"bob\"}"), "platformUser");
        assertInvalid(node.send("PUT", house.path() + "/platform-tenant", elsewhere, node.admin()), "platformTenant");
        assertInvalid(node.send("PUT", empty + "/platform-tenant", "{}", node.admin()), "platformTenant");
        assertThat(node.send("PUT", empty + "/platform-tenant", elsewhere, node.admin())
                        .statusCode())
                .isEqualTo(200);
        assertThat(node.post(house.user("ann") + "/buckets/adopt", "{}").statusCode())
                .isEqualTo(501);
    }

    private static void assertInvalid(HttpResponse<String> answer, String field) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
        assertThat(AdminNode.json(answer).get("field").asString()).isEqualTo(field);
    }

    @Test
    void disabledLoginIsRefusedAtOnceAndServedAgainWhenEnabled() throws Exception {
        House house = house("sleepy", "ann");
        String ann = house.user("ann");
        String login = login("ann", "sleepy");
        assertThat(node.send("GET", ann, "", login).statusCode()).isEqualTo(200);

        node.post(ann + "/disable", "");
        assertDisabled(ann, login);
        node.post(ann + "/enable", "");
        node.post(house.path() + "/disable", "");
        assertDisabled(ann, login);
        node.post(house.path() + "/enable", "");

        assertThat(node.send("GET", ann, "", login).statusCode()).isEqualTo(200);
    }

    private void assertDisabled(String path, String login) throws Exception {
        HttpResponse<String> answer = node.send("GET", path, "", login);
        assertThat(answer.statusCode()).isEqualTo(403);
        assertThat(AdminNode.json(answer).get("code").asString()).isEqualTo("OSE-2102");
    }

    @Test
    void passwordIsChangedByItsUserAndCountsAtOnce() throws Exception {
        String ann = house("changing", "ann").user("ann");
        String before = login("ann", "changing");
        String after = AdminNode.basic("ann@changing", WORD + " 2");

        assertThat(node.send("PUT", ann + "/login", word(WORD + " 2"), before).statusCode())
                .isEqualTo(204);

        assertThat(node.send("GET", ann, "", after).statusCode()).isEqualTo(200);
        assertThat(node.send("GET", ann, "", before).statusCode()).isEqualTo(401);
        assertThat(node.send("DELETE", ann + "/login", "", after).statusCode()).isEqualTo(204);
        assertThat(node.send("GET", ann, "", after).statusCode()).isEqualTo(401);
    }

    /** Otherwise any valid user could brute-force others. */
    @Test
    void ownLoginForgivesNoGuessesAtOthers() throws Exception {
        house("patient", "ann");
        AdminLogin logins = new AdminLogin(node.newLoginCheck());

        for (int guess = 0; guess < 4; guess++) {
            assertThat(attempt(logins, "admin", "guess" + guess, "192.0.2.1")).isEqualTo("wrong");
        }
        assertThat(attempt(logins, "ann@patient", WORD, "192.0.2.1")).isEqualTo("right");

        assertThat(attempt(logins, "admin", "guess", "192.0.2.1")).isEqualTo("wrong");
        assertThat(attempt(logins, "admin", "another", "192.0.2.1")).isEqualTo("backed off");
    }

    @Test
    void addressesOfOneNetworkAreOnePlace() {
        AdminLogin logins = new AdminLogin(node.newLoginCheck());

        for (int guess = 0; guess < 5; guess++) {
            assertThat(attempt(logins, "admin", "guess", "2001:db8:0:1::" + guess))
                    .isEqualTo("wrong");
        }

        assertThat(attempt(logins, "admin", "guess", "2001:db8:0:1:2:3:4:5%1")).isEqualTo("backed off");
        assertThat(attempt(logins, "admin", "guess", "2001:db8:0:2::")).isEqualTo("wrong");
    }

    private static String attempt(AdminLogin logins, String name, String word, String address) {
        UsernamePasswordAuthenticationToken login = UsernamePasswordAuthenticationToken.unauthenticated(name, word);
        login.setDetails(new WebAuthenticationDetails(address, null));
        try {
            logins.authenticate(login);
            return "right";
        } catch (BadCredentialsException e) {
            return "wrong";
        } catch (AuthenticationServiceException e) {
            return e.getCause() instanceof FailureException cause
                            && cause.failure() instanceof Failure.TooManyWrongLogins
                    ? "backed off"
                    : String.valueOf(e.getCause());
        }
    }

    @Test
    void shortOrMissingPasswordIsRefused() throws Exception {
        String ann = house("short", "ann").user("ann");

        for (String body : List.of("{}", word("short"), word("x".repeat(257)), "{\"password\":7}")) {
            HttpResponse<String> answer = node.send("PUT", ann + "/login", body, node.admin());
            assertThat(answer.statusCode()).as(body).isEqualTo(400);
            assertThat(AdminNode.json(answer).get("field").asString()).isEqualTo("password");
        }
    }

    @Test
    void administratorImpersonatesUsersUnlessItsTenantForbidsIt() throws Exception {
        House house = house("strict", "ada", "ann");
        String keys = house.user("ann") + "/credentials";
        String ada = login("ada", "strict");
        assertThat(node.send("POST", keys, "{}", ada).statusCode()).isEqualTo(201);

        node.send("PUT", house.path() + "/settings", "{\"impersonation\":\"DISALLOW\"}", node.admin());

        assertThat(node.send("POST", keys, "{}", ada).statusCode()).isEqualTo(403);
        assertThat(node.send("PUT", house.user("ann") + "/login", word(WORD), ada)
                        .statusCode())
                .isEqualTo(403);
        assertThat(node.send("POST", house.user("ada") + "/credentials", "{}", ada)
                        .statusCode())
                .isEqualTo(201);
        assertThat(node.send("GET", keys, "", ada).statusCode()).isEqualTo(200);
    }

    @Test
    void callerLearnsWhoItIsAndWhatThereIsForIt() throws Exception {
        House house = house("curious", "ann");

        JsonNode me = AdminNode.json(node.send("GET", "/api/v1/admin/me", "", login("ann", "curious")));

        assertThat(me.get("role").asString()).isEqualTo("TENANT_USER");
        assertThat(house.path()).endsWith(me.get("tenant").asString());
        assertThat(me.get("operations").toString())
                .contains("CreateCredential")
                .doesNotContain("CreateTenant")
                .doesNotContain("GetPlatformUsage");
    }

    @Test
    void descriptionTellsTheRolesAndHidesWhatThePlatformLacks() throws Exception {
        JsonNode paths = AdminNode.json(node.get("/api/v1/openapi")).get("paths");

        JsonNode create =
                paths.get(TENANTS + "/{tenant}/users/{user}/credentials").get("post");
        assertThat(create.get("operationId").asString()).isEqualTo("CreateCredential");
        assertThat(create.get("x-roles").toString()).isEqualTo("[\"PROVIDER_ADMIN\",\"TENANT_ADMIN\",\"TENANT_USER\"]");
        assertThat(create.get("x-impersonates").asBoolean()).isTrue();
        assertThat(paths.has(TENANTS + "/{tenant}/users/{user}/platform-usage")).isFalse();
        assertThat(node.get(house("lacking", "ann").user("ann") + "/platform-usage")
                        .statusCode())
                .isEqualTo(501);
    }
}
