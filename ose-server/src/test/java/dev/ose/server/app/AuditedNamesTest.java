package dev.ose.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.server.admin.access.AdminOperation;
import dev.ose.server.admin.access.AdminOperations;
import dev.ose.server.admin.access.CredentialOperation;
import dev.ose.server.admin.access.JobOperation;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** What entries of the audit log name, by path and body of their calls. */
class AuditedNamesTest extends OnAdminNode {

    private static final String TENANTS = "/api/v1/admin/tenants";
    private static final Pattern VARIABLE = Pattern.compile("\\{([a-zA-Z]+)}");
    /** Or a token or a link, which are named by their ids only, and none of this test is one. */
    private static final Set<String> WITH_A_FIELD =
            Set.of("tenant", "user", "bucket", "accessKey", "token", "link", "tenantName");

    private static final String FOREIGN = "{\"name\":\"foreign\",\"appName\":\"foreign\",\"bucket\":\"foreign\"}";

    private String home = "";

    @BeforeAll
    void createTenant() throws Exception {
        home = node.created(TENANTS, "{\"name\":\"home\"}").get("id").asString();
    }

    private JsonNode entryOf(HttpResponse<String> answer) throws Exception {
        String id = answer.headers().firstValue("X-OSE-Request-Id").orElseThrow();
        JsonNode found = AdminNode.json(node.get("/api/v1/admin/audit?filter=operation!=SignIn;requestId==" + id));
        assertThat(found.get("items")).hasSize(1);
        return found.get("items").get(0);
    }

    static List<AdminOperation> operationsBelowAName() {
        return AdminOperations.all().stream()
                .filter(AdminOperation::isAudited)
                .filter(it -> it.route().path().replace("{tenant}", "").contains("{"))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("operationsBelowAName")
    void namesInBodiesReplaceNoneInPaths(AdminOperation operation) throws Exception {
        String path = VARIABLE.matcher(operation.route().path()).replaceAll(it -> value(it.group(1)));
        boolean isCreating = operation == CredentialOperation.CREATE_CREDENTIAL;

        JsonNode entry = entryOf(node.send(operation.route().method().name(), path, FOREIGN, node.admin()));

        assertThat(entry.get("operation").asString()).isEqualTo(operation.title());
        assertThat(entry.path("subject").asString("")).isEqualTo(isCreating ? "foreign" : named(operation));
        assertThat(entry.path("bucket").asString("")).isEqualTo(bucket(operation));
    }

    /** A job's is in its body alone. */
    private String bucket(AdminOperation operation) {
        if (operation == JobOperation.START_JOB) {
            return "foreign";
        }
        return operation.route().path().contains("{bucket}") ? value("bucket") : "";
    }

    @Test
    void rotatedKeyPairIsNamedBesideTheNewOne() throws Exception {
        String users = TENANTS + '/' + home + "/users";
        String keys = users + '/'
                + node.created(users, "{\"name\":\"rotating\"}").get("id").asString() + "/credentials";
        String former = node.created(keys, "{}").get("accessKey").asString();

        HttpResponse<String> rotated = node.post(keys + '/' + former + "/rotate", "{}");

        JsonNode entry = entryOf(rotated);
        assertThat(rotated.statusCode()).as(rotated.body()).isEqualTo(201);
        assertThat(entry.get("accessKey").asString())
                .isEqualTo(AdminNode.json(rotated).get("accessKey").asString())
                .isNotEqualTo(former);
        assertThat(entry.get("subject").asString()).isEqualTo(former);
    }

    @Test
    void changesOfUsersAndTenantsShowRoleAndStatus() throws Exception {
        String tenant = TENANTS + '/' + home;
        String ann = tenant + "/users/"
                + node.created(tenant + "/users", "{\"name\":\"ann\"}")
                        .get("id")
                        .asString();

        JsonNode promoted = changed(ann, "{\"displayName\":\"Ann\",\"role\":\"TENANT_ADMIN\",\"status\":\"ACTIVE\"}");
        JsonNode lengthy = changed(ann, "{\"role\":" + " ".repeat(1 << 17) + "\"TENANT_USER\"}");
        JsonNode named = changed(ann, "{\"displayName\":\"secret\"}");
        JsonNode odd = changed(ann, "{\"role\":\"OWNER\"}");
        JsonNode refused = entryOf(node.send("PATCH", tenant, "{\"status\":\"DISABLED\"}", login("eva")));
        JsonNode suspended = changed(tenant, "{\"status\":\"DISABLED\",\"suspensionReason\":\"Unpaid\"}");
        changed(tenant, "{\"status\":\"ACTIVE\"}");

        assertThat(promoted.get("subject").asString()).isEqualTo("role=TENANT_ADMIN status=ACTIVE");
        assertThat(lengthy.get("subject").asString()).isEqualTo("role=TENANT_USER");
        assertThat(named.has("subject")).isFalse();
        assertThat(odd.get("status").asInt()).isEqualTo(400);
        assertThat(odd.has("subject")).isFalse();
        assertThat(refused.get("status").asInt()).isEqualTo(403);
        assertThat(refused.get("subject").asString()).isEqualTo("status=DISABLED");
        assertThat(suspended.get("operation").asString()).isEqualTo("UpdateTenant");
        assertThat(suspended.get("subject").asString()).isEqualTo("status=DISABLED");
    }

    @Test
    void settingsOfTenantsShowTheirNewValues() throws Exception {
        String tenant = TENANTS + '/' + home;
        String ada = login("ada");

        JsonNode settings = entryOf(
                node.send("PUT", tenant + "/settings", "{\"impersonation\":\"FULL_PERMISSION\"}", node.admin()));
        JsonNode access = entryOf(node.send("PUT", tenant + "/provider-access", "{\"access\":\"ALLOW\"}", ada));
        JsonNode refused =
                entryOf(node.send("PUT", tenant + "/provider-access", "{\"access\":\"DISALLOW\"}", node.admin()));
        JsonNode odd =
                entryOf(node.send("PUT", tenant + "/settings", "{\"impersonation\":\"my secret\"}", node.admin()));

        assertThat(settings.get("subject").asString()).isEqualTo("impersonation=FULL_PERMISSION");
        assertThat(access.get("status").asInt()).isEqualTo(200);
        assertThat(access.get("subject").asString()).isEqualTo("access=ALLOW");
        assertThat(refused.get("status").asInt()).isEqualTo(403);
        assertThat(refused.get("subject").asString()).isEqualTo("access=DISALLOW");
        assertThat(odd.get("status").asInt()).isEqualTo(400);
        assertThat(odd.has("subject")).isFalse();
    }

    private JsonNode changed(String path, String body) throws Exception {
        return entryOf(node.send("PATCH", path, body, node.admin()));
    }

    /** That of an administrator of the tenant, who may not change it. */
    private String login(String name) throws Exception {
        String users = TENANTS + '/' + home + "/users";
        String id = node.created(users, "{\"name\":\"" + name + "\",\"role\":\"TENANT_ADMIN\"}")
                .get("id")
                .asString();
        node.send("PUT", users + '/' + id + "/login", "{\"password\":\"a password of tests\"}", node.admin());
        return AdminNode.basic(name + "@home", "a password of tests");
    }

    /** What the path has beside the fields of an entry. */
    private String named(AdminOperation operation) {
        return VARIABLE.matcher(operation.route().path())
                .results()
                .map(it -> it.group(1))
                .filter(variable -> !WITH_A_FIELD.contains(variable))
                .map(this::value)
                .collect(Collectors.joining(" "));
    }

    private String value(String variable) {
        return switch (variable) {
            case "tenant" -> home;
            case "user", "job" -> new UUID(0, 9).toString();
            case "webhook" -> "1";
            default -> "some-" + variable.toLowerCase(Locale.ROOT);
        };
    }
}
