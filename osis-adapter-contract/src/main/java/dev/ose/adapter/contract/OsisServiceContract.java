package dev.ose.adapter.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.adapter.PlatformInfo;
import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.Secret;
import dev.ose.adapter.contract.OsisCaller.Answer;
import java.net.URI;
import java.net.http.HttpClient;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * The checks of the contract's publisher for OSIS services: capabilities, key pairs, information, tenants, users, and
 * that a created user can list buckets over S3. For services in any language; deletes what it created.
 */
public abstract class OsisServiceContract {

    private OsisCaller caller;

    /** Address of the service; may have a path. */
    protected abstract URI endpoint();

    /** The user name of callers. */
    protected abstract String user();

    /** The user's password. */
    protected abstract Secret secret();

    /** The trusted certificates if the endpoint is https. */
    protected SSLContext tls() {
        try {
            return SSLContext.getDefault();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("the Java runtime lacks TLS", e);
        }
    }

    /**
     * The status with which the platform's S3 service lists the buckets of a user who has none: 200, unless the
     * platform refuses that, and so does not pass the publisher's check.
     */
    protected int statusOfEmptyList() {
        return 200;
    }

    @BeforeEach
    void connect() {
        caller = OsisCaller.of(endpoint(), tls()).withBasic(user(), secret());
    }

    @AfterEach
    void disconnect() {
        caller.close();
    }

    /** The caller of the running test, logged in. */
    protected final OsisCaller caller() {
        return caller;
    }

    @Test
    void capabilitiesAreReported() {
        Answer capabilities = ok(200, caller.get("/api/v1/s3capabilities"));

        JsonNode exclusions = capabilities.json().path("exclusions");
        assertThat(exclusions.isObject()).isTrue();
        assertThat(exclusions.size()).isPositive();
    }

    @Test
    void informationIsPublic() {
        try (OsisCaller anonymous = OsisCaller.of(endpoint(), tls())) {
            Answer information = ok(200, anonymous.get("/api/info"));

            assertThat(List.of("platform_name", "platform_version", "api_version", "logo_uri", "status"))
                    .allSatisfy(member -> assertThat(information.text(member)).isNotBlank());
            assertThat(words(information.json().path("auth_modes")))
                    .isNotEmpty()
                    .isSubsetOf("Basic", "Bearer");
        }
    }

    @Test
    void tenantIsMadeChangedFoundAndDeleted() {
        String organisation = UUID.randomUUID().toString();
        String another = UUID.randomUUID().toString();
        assertThat(tenants(organisation).total()).isZero();

        String tenantId = makeTenant(organisation);
        assertThat(caller.head("/api/v1/tenants/" + OsisCaller.encode(tenantId)).status())
                .isEqualTo(200);
        Answer changed = ok(
                200,
                caller.patch(
                        "/api/v1/tenants/" + OsisCaller.encode(tenantId),
                        Map.of("name", "verified", "active", true, "cd_tenant_ids", List.of(organisation, another))));
        assertThat(words(changed.json().path("cd_tenant_ids"))).containsExactlyInAnyOrder(organisation, another);
        assertThat(ok(200, caller.get("/api/v1/tenants?limit=1000")).total()).isPositive();
        Answer found = tenants(another);
        assertThat(found.total()).isEqualTo(1);
        assertThat(found.json().path("items").path(0).path("tenant_id").asString())
                .isEqualTo(tenantId);

        deleteTenant(tenantId);
        assertThat(tenants(organisation).total()).isZero();
        assertThat(caller.head("/api/v1/tenants/" + OsisCaller.encode(tenantId)).status())
                .isEqualTo(404);
    }

    @Test
    void userIsMadeDisabledFoundAndDeleted() {
        String organisation = UUID.randomUUID().toString();
        String tenantId = makeTenant(organisation);
        String cdUserId = UUID.randomUUID().toString();
        assertThat(users("cd_tenant_id==" + organisation + ";cd_user_id==" + cdUserId + ';')
                        .total())
                .isZero();

        Answer made = makeUser(tenantId, organisation, cdUserId);
        String path = userPath(tenantId, made.text("user_id"));
        assertThat(ok(200, caller.get(usersPath(tenantId))).total()).isEqualTo(1);
        Answer read = ok(200, caller.get(path));
        assertThat(read.text("cd_user_id")).isEqualTo(cdUserId);
        assertThat(read.text("cd_tenant_id")).isEqualTo(organisation);
        assertThat(read.text("tenant_id")).isEqualTo(tenantId);

        Map<String, Object> disabled = new HashMap<>(userDocument(tenantId, organisation, cdUserId));
        disabled.put("active", false);
        assertThat(ok(200, caller.patch(path, disabled)).json().path("active").asBoolean(true))
                .isFalse();
        Answer canonical = ok(200, caller.get("/api/v1/users/" + OsisCaller.encode(made.text("canonical_user_id"))));
        assertThat(canonical.json().path("active").asBoolean(true)).isFalse();
        assertThat(users("tenant_id==" + tenantId + ";cd_tenant_id==" + organisation + ";user_id=="
                                + made.text("user_id") + ";cd_user_id==" + cdUserId + ";username=="
                                + made.text("username"))
                        .total())
                .isEqualTo(1);

        assertThat(caller.delete(path + "?purge_data=false").status()).isEqualTo(204);
        assertThat(caller.delete(path + "?purge_data=false").status()).isEqualTo(204);
        assertThat(caller.get(path).status()).isEqualTo(404);
        deleteTenant(tenantId);
    }

    @Test
    void keyPairsAreMadeFoundAndDeleted() {
        String organisation = UUID.randomUUID().toString();
        String tenantId = makeTenant(organisation);
        String cdUserId = UUID.randomUUID().toString();
        String userId = makeUser(tenantId, organisation, cdUserId).text("user_id");
        String path = userPath(tenantId, userId) + "/s3credentials";

        assertThat(ok(200, caller.get(path)).total()).isEqualTo(1);
        Answer made = ok(201, caller.post(path, Map.of()));
        assertThat(made.text("secret_key")).isNotBlank();
        assertThat(ok(200, caller.get(path)).total()).isEqualTo(2);
        Answer found = ok(
                200,
                caller.get("/api/v1/s3credentials/query?filter="
                        + OsisCaller.encode("tenant_id==" + tenantId + ";user_id==" + userId + ";cd_tenant_id=="
                                + organisation + ";cd_user_id==" + cdUserId + ";access_key=="
                                + made.text("access_key"))));
        assertThat(found.total()).isEqualTo(1);
        assertThat(found.json().path("items").path(0).path("secret_key").asString())
                .isEqualTo(made.text("secret_key"));
        String keyPath = "/api/v1/s3credentials/" + OsisCaller.encode(made.text("access_key")) + "?tenant_id="
                + OsisCaller.encode(tenantId) + "&user_id=" + OsisCaller.encode(userId);
        Answer read = caller.get(keyPath);
        if (offers("getCredential")) {
            assertThat(read.text("secret_key")).isEqualTo(made.text("secret_key"));
        }
        if (offers("deleteCredential")) {
            assertThat(caller.delete(keyPath).status()).isEqualTo(204);
            assertThat(ok(200, caller.get(path)).total()).isEqualTo(1);
        }

        assertThat(caller.delete(userPath(tenantId, userId) + "?purge_data=false")
                        .status())
                .isEqualTo(204);
        deleteTenant(tenantId);
    }

    @Test
    void userWhoWasMadeListsBucketsOverS3() {
        Answer information = ok(200, caller.get("/api/info"));
        String organisation = UUID.randomUUID().toString();
        String tenantId = makeTenant(organisation);
        String userId =
                makeUser(tenantId, organisation, UUID.randomUUID().toString()).text("user_id");
        JsonNode key = ok(200, caller.get(userPath(tenantId, userId) + "/s3credentials"))
                .json()
                .path("items")
                .path(0);

        PlatformInfo s3 = new PlatformInfo(
                "osis",
                "1",
                URI.create(information.json().path("services").path("s3").asString()),
                information.json().path("regions").path(0).asString("us-east-1"),
                Set.of(),
                Set.of());
        try (HttpClient http = HttpClient.newHttpClient()) {
            PlatformKey pair = new PlatformKey(
                    key.path("access_key").asString(),
                    Secret.of(key.path("secret_key").asString()));
            assertThat(new S3Caller(http, s3, pair).listBuckets().status()).isEqualTo(statusOfEmptyList());
        }

        assertThat(caller.delete(userPath(tenantId, userId) + "?purge_data=false")
                        .status())
                .isEqualTo(204);
        deleteTenant(tenantId);
    }

    /** Makes a tenant for the organisation; its id. */
    protected final String makeTenant(String organisation) {
        Answer made = ok(
                201,
                caller.post(
                        "/api/v1/tenants",
                        Map.of("name", "verified", "active", true, "cd_tenant_ids", List.of(organisation))));
        assertThat(words(made.json().path("cd_tenant_ids"))).containsExactly(organisation);
        assertThat(made.text("tenant_id")).isNotBlank();
        return made.text("tenant_id");
    }

    /** Makes a user. */
    protected final Answer makeUser(String tenantId, String organisation, String cdUserId) {
        Answer made = ok(201, caller.post(usersPath(tenantId), userDocument(tenantId, organisation, cdUserId)));
        assertThat(made.json().path("active").asBoolean(false)).isTrue();
        assertThat(made.text("cd_user_id")).isEqualTo(cdUserId);
        assertThat(made.text("cd_tenant_id")).isEqualTo(organisation);
        assertThat(List.of("canonical_user_id", "tenant_id", "user_id", "username"))
                .allSatisfy(member -> assertThat(made.text(member)).isNotBlank());
        return made;
    }

    private static Map<String, Object> userDocument(String tenantId, String organisation, String cdUserId) {
        return Map.of(
                "tenant_id",
                tenantId,
                "active",
                true,
                "username",
                "verified-" + cdUserId,
                "email",
                "verified@example.com",
                "role",
                "TENANT_USER",
                "cd_user_id",
                cdUserId,
                "cd_tenant_id",
                organisation);
    }

    private boolean offers(String operation) {
        return !words(caller.get("/api/info").json().path("not_implemented")).contains(operation);
    }

    private void deleteTenant(String tenantId) {
        int status = caller.delete("/api/v1/tenants/" + OsisCaller.encode(tenantId) + "?purge_data=false")
                .status();
        assertThat(status).isEqualTo(offers("deleteTenant") ? 204 : 501);
    }

    private Answer tenants(String organisation) {
        return ok(
                200,
                caller.get("/api/v1/tenants/query?offset=0&limit=100&filter="
                        + OsisCaller.encode("cd_tenant_id==" + organisation)));
    }

    private Answer users(String filter) {
        return ok(200, caller.get("/api/v1/users/query?offset=0&limit=100&filter=" + OsisCaller.encode(filter)));
    }

    /** The path of a tenant's users. */
    protected static String usersPath(String tenantId) {
        return "/api/v1/tenants/" + OsisCaller.encode(tenantId) + "/users";
    }

    /** The path of a user. */
    protected static String userPath(String tenantId, String userId) {
        return usersPath(tenantId) + '/' + OsisCaller.encode(userId);
    }

    private static List<String> words(JsonNode list) {
        return list.valueStream().map(JsonNode::asString).toList();
    }

    private static Answer ok(int status, Answer answer) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(status);
        return answer;
    }
}
