package dev.ose.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.s3.BucketName;
import dev.ose.server.admin.access.AdminOperation;
import dev.ose.server.admin.access.AdminOperations;
import dev.ose.server.admin.access.AdminRole;
import dev.ose.server.admin.access.CredentialOperation;
import dev.ose.server.admin.access.JobOperation;
import dev.ose.server.admin.access.PolicyOperation;
import dev.ose.server.admin.access.UserOperation;
import dev.ose.server.bucket.BucketClaim;
import dev.ose.server.bucket.BucketStore;
import dev.ose.server.platform.PlatformId;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What callers send who want more than they may. */
class BadInputTest extends OnAdminNode {

    private static final String TENANTS = "/api/v1/admin/tenants";
    private static final String WORD = "a password of tests";
    private static final Pattern VARIABLE = Pattern.compile("\\{(\\w+)}");
    private static final String TRUST = "{\"trust\":{\"Version\":\"2012-10-17\",\"Statement\":[{\"Effect\":\"Allow\","
            + "\"Action\":\"sts:AssumeRole\",\"Principal\":{\"AWS\":\"*\"}}]}}";

    /** What the paths of the victim's tenant name, all of which exists. */
    private final Map<String, String> acme = new LinkedHashMap<>();

    private String other = "";
    private String olga = "";

    @BeforeAll
    void fill() throws Exception {
        String home = tenant("acme");
        String ann = user(home, "ann", "TENANT_ADMIN");
        acme.put("tenant", id(home));
        acme.put("user", id(ann));
        acme.put("bucket", "acme-bucket");
        bucket(id(home), id(ann), "acme-bucket");
        acme.put(
                "accessKey",
                node.created(ann + "/credentials", "{}")
                        .at("/credential/accessKey")
                        .asString("AKIA"));
        acme.put(
                "webhook",
                node.created(home + "/webhooks", "{\"url\":\"https://acme.example.com/\"}")
                        .findValue("id")
                        .asString());
        acme.put("name", "corp");
        done(
                "PUT",
                home + "/identity-providers/corp",
                "{\"issuer\":\"https://idp.example.com\",\"audiences\":[\"a\"]}");
        acme.put("role", "reader");
        done("PUT", ann + "/roles/reader", TRUST);
        acme.put("policy", "p");
        acme.put("job", "1");
        other = tenant("other");
        olga = user(other, "olga", "TENANT_ADMIN");
        user(other, "bob", "TENANT_USER");
    }

    private static String id(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    private String tenant(String name) throws Exception {
        return TENANTS + "/"
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

    private void bucket(String tenant, String user, String name) {
        BucketStore buckets = node.bean(BucketStore.class);
        TenantId home = new TenantId(UUID.fromString(tenant));
        UserId owner = new UserId(UUID.fromString(user));
        BucketClaim claim = buckets.claim(home, owner, new PlatformId(1), new BucketName(name), "default");
        buckets.confirm(home, owner, claim.bucket());
    }

    private void done(String method, String path, String body) throws Exception {
        HttpResponse<String> answer = node.send(method, path, body, node.admin());
        assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 204);
    }

    /** The path of an operation with the names of the victim's things. */
    private String path(AdminOperation operation, Map<String, String> names) {
        Matcher matcher = VARIABLE.matcher(operation.route().path());
        return matcher.replaceAll(found ->
                Matcher.quoteReplacement(names.getOrDefault(found.group(1), "00000000-0000-0000-0000-000000000000")));
    }

    private HttpResponse<String> send(AdminOperation operation, String path, String login) throws Exception {
        String method = operation.route().method().name();
        return node.send(method, path, method.equals("GET") ? "" : "{}", AdminNode.basic(login, WORD));
    }

    private static List<AdminOperation> inTenants() {
        return AdminOperations.all().stream()
                .filter(it -> it.route().path().contains("{tenant}"))
                .toList();
    }

    @Test
    void everythingOfAnotherTenantLooksLikeNothing() throws Exception {
        for (AdminOperation operation : inTenants()) {
            for (String login : List.of("olga@other", "bob@other")) {
                HttpResponse<String> answer = send(operation, path(operation, acme), login);

                assertThat(answer.statusCode())
                        .as(operation + " by " + login + ": " + answer.body())
                        .isEqualTo(404);
                assertThat(answer.body()).contains("There is no tenant").doesNotContain("acme");
            }
        }
    }

    /** The caller's own tenant with the ids of another's users, buckets, keys, webhooks, jobs, roles and providers. */
    @Test
    void idsOfAnotherTenantInOnesOwnAreUnknown() throws Exception {
        Map<String, String> mixed = new LinkedHashMap<>(acme);
        mixed.put("tenant", id(other));
        for (AdminOperation operation : inTenants()) {
            boolean namesMore =
                    VARIABLE.matcher(operation.route().path()).results().count() > 1;
            boolean isForTenants = operation.roles().contains(AdminRole.TENANT_ADMIN);
            // Of a user whom the tenant does not have there is no second factor to end.
            boolean isIdempotent = operation == UserOperation.RESET_USER_SECOND_FACTOR;
            if (namesMore && isForTenants && !isIdempotent) {
                HttpResponse<String> answer = send(operation, path(operation, mixed), "olga@other");

                // 400 where the body is read first, 501 where the platform lacks it; none does or shows something.
                assertThat(answer.statusCode())
                        .as(operation + ": " + answer.body())
                        .isIn(400, 404, 501);
            }
        }
        // Nor with the caller's own user in front of another's key, role or job.
        Map<String, String> own = new LinkedHashMap<>(mixed);
        own.put("user", id(olga));
        for (AdminOperation operation : List.of(
                CredentialOperation.DELETE_CREDENTIAL,
                CredentialOperation.DISABLE_CREDENTIAL,
                PolicyOperation.DELETE_ROLE,
                JobOperation.GET_JOB)) {
            assertThat(send(operation, path(operation, own), "olga@other").statusCode())
                    .as(operation.toString())
                    .isEqualTo(404);
        }
        assertThat(node.get(TENANTS + '/' + acme.get("tenant") + "/roles/reader")
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void operationsOfHigherRolesAreRefused() throws Exception {
        Map<String, String> own = new LinkedHashMap<>(acme);
        for (AdminOperation operation : AdminOperations.all()) {
            for (Map.Entry<String, AdminRole> caller : Map.of(
                            "olga@other", AdminRole.TENANT_ADMIN, "bob@other", AdminRole.TENANT_USER)
                    .entrySet()) {
                if (operation.roles().contains(caller.getValue())) {
                    continue;
                }
                own.put("tenant", id(other));
                own.put("user", id(olga));
                HttpResponse<String> answer = send(operation, path(operation, own), caller.getKey());
                assertThat(answer.statusCode())
                        .as(operation + " by " + caller.getKey() + ": " + answer.body())
                        .isEqualTo(403);
            }
        }
    }

    @Test
    void rolesAreNotTakenByWhatIsSent() throws Exception {
        String users = other + "/users";
        for (String role : List.of("PROVIDER_ADMIN", "ANONYMOUS", "", "tenant_admin")) {
            assertThat(status("olga@other", "POST", users, "{\"name\":\"x\",\"role\":\"" + role + "\"}"))
                    .as(role)
                    .isEqualTo(400);
        }
        String bob = users + "/" + named(users, "bob");
        assertThat(status("bob@other", "POST", users, "{\"name\":\"x\",\"role\":\"TENANT_ADMIN\"}"))
                .isEqualTo(403);
        assertThat(status("bob@other", "PUT", olga + "/login", "{\"password\":\"" + WORD + " 2\"}"))
                .isEqualTo(403);
        assertThat(status("bob@other", "POST", olga + "/credentials", "{}")).isEqualTo(403);
        assertThat(status("bob@other", "PUT", bob + "/quota", "{\"maxBytes\":1}"))
                .isEqualTo(403);
        // A header, a parameter and a second field of the same name change nothing.
        HttpResponse<String> headers = node.send(
                node.request("GET", "/api/v1/admin/me?role=PROVIDER_ADMIN", "", AdminNode.basic("bob@other", WORD))
                        .header("X-Role", "PROVIDER_ADMIN")
                        .header("X-Forwarded-User", "admin"));
        assertThat(AdminNode.json(headers).get("role").asString()).isEqualTo("TENANT_USER");
        assertThat(status(
                        "olga@other",
                        "POST",
                        users,
                        "{\"name\":\"x\",\"role\":\"TENANT_USER\",\"role\":\"TENANT_ADMIN\"}"))
                .isEqualTo(400);
    }

    private String named(String list, String name) throws Exception {
        return AdminNode.json(node.get(list + "?name=" + name))
                .at("/items/0/id")
                .asString();
    }

    private int status(String login, String method, String path, String body) throws Exception {
        return node.send(method, path, body, AdminNode.basic(login, WORD)).statusCode();
    }

    /** Mass assignment: members that are shown, or stand in the database, but are not to be sent. */
    @Test
    void membersThatNoClientSetsAreRefused() throws Exception {
        String home = TENANTS + '/' + acme.get("tenant");
        String ann = home + "/users/" + acme.get("user");
        Map<String, String> bodies = new LinkedHashMap<>();
        bodies.put("POST " + TENANTS, "{\"name\":\"mass\"");
        bodies.put("POST " + home + "/users", "{\"name\":\"mass\"");
        bodies.put("PUT " + ann + "/login", "{\"password\":\"" + WORD + "\"");
        bodies.put("POST " + ann + "/credentials", "{\"description\":\"mass\"");
        bodies.put("PUT " + home + "/settings", "{\"impersonation\":\"FULL_PERMISSION\"");
        bodies.put("PUT " + home + "/quota", "{\"maxBytes\":1");
        bodies.put(
                "PUT " + home + "/identity-providers/mass", "{\"issuer\":\"https://a.example\",\"audiences\":[\"a\"]");
        bodies.put("PUT " + home + "/identity-providers/corp/sign-in", "{\"clientId\":\"a\"");
        bodies.put("POST " + home + "/webhooks", "{\"url\":\"https://mass.example.com/\"");
        bodies.put("PUT " + ann + "/roles/mass", TRUST.substring(0, TRUST.length() - 1));
        bodies.put("PUT " + ann + "/policies/mass", "{\"document\":{}");
        bodies.put("POST /api/v1/admin/administrators", "{\"name\":\"mass\",\"password\":\"" + WORD + "\"");
        bodies.put(
                "PUT /api/v1/admin/identity-providers/mass",
                "{\"issuer\":\"https://a.example\",\"clientId\":\"a\",\"roleClaim\":\"r\",\"administrators\":[\"a\"]");
        bodies.put(
                "POST /api/v1/admin/me/tokens",
                "{\"name\":\"mass\",\"scope\":\"FULL\",\"expiresAt\":\""
                        + Instant.now().plusSeconds(60) + "\"");
        for (Map.Entry<String, String> request : bodies.entrySet()) {
            String method = request.getKey().substring(0, request.getKey().indexOf(' '));
            String path = request.getKey().substring(method.length() + 1);
            for (String more :
                    List.of("id", "status", "canonicalId", "createdAt", "revision", "isAdmin", "__proto__")) {
                HttpResponse<String> answer =
                        node.send(method, path, request.getValue() + ",\"" + more + "\":\"x\"}", node.admin());
                assertThat(answer.statusCode())
                        .as(request.getKey() + ' ' + more)
                        .isEqualTo(400);
                assertThat(AdminNode.json(answer).at("/errors/0/field").asString())
                        .isEqualTo(more);
            }
        }
        assertThat(node.get(home + "/identity-providers/mass").statusCode()).isEqualTo(404);
        assertThat(node.get("/api/v1/admin/administrators/mass").statusCode()).isEqualTo(404);
    }

    @Test
    void wrongElementOfAListIsReportedForTheFieldOfTheList() throws Exception {
        HttpResponse<String> answer = node.post(
                TENANTS + '/' + acme.get("tenant") + "/webhooks",
                "{\"url\":\"https://list.example.com/\",\"events\":[{}]}");

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(AdminNode.json(answer).at("/errors/0/field").asString()).isEqualTo("events");
    }

    @Test
    void filtersOfTenMebibytesLeaveTheNodeAlone() throws Exception {
        String home = TENANTS + '/' + acme.get("tenant");
        for (String list : List.of("/api/v1/admin/audit", home + "/objects", home + "/roles", home + "/quotas")) {
            assertThat(statusOrCut(list + "?filter=name==" + "a".repeat(10 << 20)))
                    .as(list)
                    .isBetween(400, 499);
        }
        assertThat(node.get(TENANTS).statusCode()).isEqualTo(200);
    }

    /** 400 also if the node closes the connection before it has read all that. */
    private int statusOrCut(String path) throws Exception {
        try {
            return node.get(path).statusCode();
        } catch (IOException cut) {
            return 400;
        }
    }

    @Test
    void deepDocumentsOfPoliciesAreRefused() throws Exception {
        String ann = TENANTS + '/' + acme.get("tenant") + "/users/" + acme.get("user");
        for (int depth : new int[] {600, 50_000}) {
            String deep = "{\"document\":" + "{\"a\":".repeat(depth) + "1" + "}".repeat(depth) + "}";
            assertThat(node.send("PUT", ann + "/policies/deep", deep, node.admin())
                            .statusCode())
                    .isEqualTo(400);
        }
    }
}
