package dev.ose.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.ose.server.app.dataplane.S3Listeners;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import dev.ose.server.tenant.credential.UserPolicies;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Temporary credentials that sessions of the management API are given. */
@Timeout(120)
class S3CredentialsTest extends OnEmbeddedNode {

    private static final String PATH = "/api/v1/admin/me/s3-session";
    private static final Duration SOON = Duration.ofSeconds(20);

    @Override
    String[] options() {
        return new String[] {"--oss.admin.session.max-age=20m", "--oss.s3.public-url=https://s3.example.test"};
    }

    private static JsonNode made(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
        return AdminNode.json(answer);
    }

    private static JsonNode open(SignedInUser user, String wanted) throws Exception {
        return made(user.browser().send("POST", PATH, wanted));
    }

    private int status(JsonNode credentials, String method, String path, String query, String... headers)
            throws IOException {
        JsonNode key = JsonMapper.shared()
                .createObjectNode()
                .put("accessKey", credentials.get("accessKeyId").asString())
                .put("secretKey", credentials.get("secretAccessKey").asString());
        String token =
                "x-amz-security-token: " + credentials.get("sessionToken").asString();
        String[] all = Arrays.copyOf(headers, headers.length + 1);
        all[headers.length] = token;
        try (S3User user = new S3User(node.bean(S3Listeners.class).port(), key)) {
            return user.send(method, path, query, method.equals("PUT") ? "body" : "", all)
                    .status();
        }
    }

    @Test
    void credentialsAreTheUsersAndSayWhereTheyAreGood() throws Exception {
        SignedInUser ann = SignedInUser.ofNewTenant(node);
        String bucket = ann.bucket();
        Instant before = Instant.now();

        JsonNode credentials = open(ann, "{\"durationSeconds\":900}");

        assertThat(credentials.get("endpoint").asString()).isEqualTo("https://s3.example.test");
        assertThat(credentials.get("region").asString()).isEqualTo("us-east-1");
        assertThat(credentials.get("pathStyle").asBoolean()).isTrue();
        assertThat(Instant.parse(credentials.get("expiresAt").asString()))
                .isBetween(before.plusSeconds(890), before.plusSeconds(960));
        assertThat(status(credentials, "PUT", '/' + bucket + "/key", "")).isEqualTo(200);
        assertThat(status(credentials, "GET", "/", "")).isEqualTo(200);
        assertThat(ann.ok("GET", '/' + bucket, "")).contains("<Key>key</Key>");
    }

    @Test
    void credentialsReachOneFolderOfOneBucket() throws Exception {
        SignedInUser ann = SignedInUser.ofNewTenant(node);
        String bucket = '/' + ann.bucket();
        String other = '/' + ann.bucket();
        JsonNode credentials = open(ann, "{\"bucket\":\"" + bucket.substring(1) + "\",\"prefix\":\"in*/\"}");

        assertThat(status(credentials, "PUT", bucket + "/in%2A/key", "")).isEqualTo(200);
        assertThat(status(credentials, "GET", bucket + "/in%2A/key", "")).isEqualTo(200);
        assertThat(status(credentials, "GET", bucket, "list-type=2&prefix=in%2A%2F"))
                .isEqualTo(200);
        assertThat(status(credentials, "DELETE", bucket + "/in%2A/key", "")).isEqualTo(204);
        assertThat(status(credentials, "PUT", bucket + "/inside/key", "")).isEqualTo(403);
        assertThat(status(credentials, "GET", bucket, "list-type=2")).isEqualTo(403);
        assertThat(status(credentials, "GET", bucket, "list-type=2&prefix=inside%2F"))
                .isEqualTo(403);
        assertThat(status(credentials, "PUT", other + "/in%2A/key", "")).isEqualTo(403);
        assertThat(status(credentials, "DELETE", bucket, "")).isEqualTo(403);
        assertThat(status(credentials, "GET", "/", "")).isEqualTo(403);
        assertThat(status(credentials, "PUT", bucket + "/in%2A/key", "", "x-amz-acl: public-read"))
                .isEqualTo(403);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void readOnlyCredentialsWriteNothing(boolean isForOneBucket) throws Exception {
        SignedInUser ann = SignedInUser.ofNewTenant(node);
        String bucket = ann.bucket();
        ann.ok("PUT", '/' + bucket + "/key", "content");
        String limit = isForOneBucket ? ",\"bucket\":\"" + bucket + "\"" : "";
        JsonNode credentials = open(ann, "{\"readOnly\":true" + limit + "}");

        assertThat(status(credentials, "GET", '/' + bucket + "/key", "")).isEqualTo(200);
        assertThat(status(credentials, "GET", '/' + bucket, "")).isEqualTo(200);
        assertThat(status(credentials, "PUT", '/' + bucket + "/key", "")).isEqualTo(403);
        assertThat(status(credentials, "DELETE", '/' + bucket + "/key", "")).isEqualTo(403);
        assertThat(status(credentials, "PUT", '/' + SignedInUser.newBucket(), ""))
                .isEqualTo(403);
    }

    @Test
    void bucketsOfOthersStayOutOfReach() throws Exception {
        SignedInUser ann = SignedInUser.ofNewTenant(node);
        SignedInUser stranger = SignedInUser.ofNewTenant(node);
        String bucket = ann.bucket();

        JsonNode credentials = open(stranger, "{\"bucket\":\"" + bucket + "\"}");

        assertThat(status(credentials, "PUT", '/' + bucket + "/key", "")).isEqualTo(404);
    }

    @ParameterizedTest
    @CsvSource({"sign-out", "disable", "all"})
    void credentialsEndWithTheSession(String how) throws Exception {
        SignedInUser ann = SignedInUser.ofNewTenant(node);
        String bucket = '/' + ann.bucket();
        JsonNode credentials = open(ann, "{}");
        assertThat(status(credentials, "GET", bucket, "")).isEqualTo(200);

        switch (how) {
            case "disable" -> node.post(ann.path() + "/disable", "");
            case "all" -> ann.browser().send("DELETE", "/api/v1/session?all=true", "");
            default -> ann.browser().send("DELETE", "/api/v1/session", "");
        }

        await().atMost(SOON).untilAsserted(() -> assertThat(status(credentials, "GET", bucket, ""))
                .isEqualTo(403));
    }

    @Test
    void credentialsLastNoLongerThanTheSession() throws Exception {
        SignedInUser ann = SignedInUser.ofNewTenant(node);
        Instant end = Instant.parse(AdminNode.json(ann.browser().send("GET", "/api/v1/session", ""))
                .get("expiresAt")
                .asString());

        JsonNode credentials = open(ann, "{\"durationSeconds\":3600}");

        assertThat(Instant.parse(credentials.get("expiresAt").asString()))
                .isBetween(end.minusSeconds(60), end.plusSeconds(1));
    }

    @Test
    void credentialsOfATokenLastTheirTime() throws Exception {
        SignedInUser ann = SignedInUser.ofNewTenant(node);
        String bucket = '/' + ann.bucket();
        JsonNode credentials = made(node.send("POST", PATH, "{}", ann.personalToken("FULL")));

        ann.browser().send("DELETE", "/api/v1/session?all=true", "");

        assertThat(status(credentials, "GET", bucket, "")).isEqualTo(200);
        assertThat(node.send("POST", PATH, "{}", ann.personalTokenByPassword("READ_ONLY"))
                        .statusCode())
                .isEqualTo(403);
    }

    @Test
    void policiesOfTheUserDecideWhetherItMayHaveThem() throws Exception {
        SignedInUser ann = SignedInUser.ofNewTenant(node);
        attach(ann, "s3:*");
        assertThat(ann.browser().send("POST", PATH, "{}").statusCode()).isEqualTo(403);

        attach(ann, "sts:GetSessionToken");

        JsonNode credentials = open(ann, "{}");
        assertThat(status(credentials, "GET", "/", "")).isEqualTo(403);
        assertThat(node.send("POST", PATH, "{}", node.admin()).statusCode()).isEqualTo(403);
    }

    private void attach(SignedInUser user, String action) {
        node.bean(UserPolicies.class)
                .put(
                        new TenantId(UUID.fromString(user.tenant().substring(TENANTS.length() + 1))),
                        new UserId(UUID.fromString(user.id())),
                        "only",
                        "{\"Statement\":{\"Effect\":\"Allow\",\"Action\":\"" + action + "\",\"Resource\":[\"*\"]}}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "durationSeconds | {\"durationSeconds\":899}",
                "durationSeconds | {\"durationSeconds\":3601}",
                "prefix | {\"prefix\":\"a\"}",
                "bucket | {\"bucket\":\"*\"}"
            })
    void wishesThatBreakARuleAreRefusedWithTheirField(String field, String body) throws Exception {
        SignedInUser ann = SignedInUser.ofNewTenant(node);

        HttpResponse<String> answer = ann.browser().send("POST", PATH, body);

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
        assertThat(AdminNode.json(answer).get("field").asString()).isEqualTo(field);
    }

    @Test
    void auditLogNamesTheKeyAndNoSecret() throws Exception {
        SignedInUser ann = SignedInUser.ofNewTenant(node);

        HttpResponse<String> answer = ann.browser().send("POST", PATH, "{}");

        JsonNode credentials = made(answer);
        String id = answer.headers().firstValue("X-OSE-Request-Id").orElseThrow();
        assertThat(node.get("/api/v1/admin/audit?filter=requestId==" + id).body())
                .contains("\"CreateS3Session\"", credentials.get("accessKeyId").asString())
                .doesNotContain(credentials.get("secretAccessKey").asString())
                .doesNotContain(credentials.get("sessionToken").asString());
    }

    /** At the configured address, which the listener's own port is not part of. */
    @Test
    void linksAreAtTheConfiguredAddress() throws Exception {
        SignedInUser ann = SignedInUser.ofNewTenant(node);
        String bucket = ann.bucket();
        ann.ok("PUT", '/' + bucket + "/key", "content");

        String url = ann.link(bucket, "key");

        assertThat(url).startsWith("https://s3.example.test/" + bucket + "/key?");
        assertThat(WholeNode.send(
                                node.bean(S3Listeners.class).port(),
                                WholeNode.plain(
                                        "GET",
                                        "s3.example.test",
                                        url.substring("https://s3.example.test".length()),
                                        "",
                                        ""))
                        .body())
                .isEqualTo("content");
    }
}
