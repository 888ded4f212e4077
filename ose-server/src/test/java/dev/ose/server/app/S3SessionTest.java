package dev.ose.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.ose.server.app.dataplane.S3Listeners;
import dev.ose.server.http.WireClient;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import dev.ose.server.tenant.credential.UserPolicies;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** S3 with the session of a browser: what it may do, and what it is not good for. */
@Timeout(120)
class S3SessionTest extends OnEmbeddedNode {

    private static final String HTML = "<html><script>fetch('/api/v1/admin/me')</script></html>";

    private SignedInUser user() throws Exception {
        return SignedInUser.ofNewTenant(node);
    }

    private static void assertRefused(HttpResponse<String> answer, int status, String code, String sentence) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        assertThat(answer.body()).contains("<Code>" + code + "</Code>", sentence);
    }

    private static void assertAnonymous(HttpResponse<String> answer) {
        assertRefused(answer, 403, "AccessDenied", "Access Denied");
    }

    @Test
    void sessionActsAsItsUser() throws Exception {
        SignedInUser ann = user();
        String bucket = ann.bucket();

        ann.ok("PUT", '/' + bucket + "/a/b", "content");
        HttpResponse<String> list = ann.send("GET", '/' + bucket + "?list-type=2", "", "Accept", "application/json");

        assertThat(AdminNode.json(list).get("objectBrief").get(0).get("key").asString())
                .isEqualTo("a/b");
        assertThat(list.headers().firstValue("Cache-Control")).contains("no-store");
        assertThat(list.headers().firstValue("Content-Security-Policy")).contains("sandbox");
        assertThat(ann.ok("GET", "", "")).contains("<Name>" + bucket + "</Name>");
        assertThat(ann.send("HEAD", '/' + bucket + "/a/b", "").headers().firstValue("Content-Length"))
                .contains("7");
        try (S3User key =
                new S3User(node.bean(S3Listeners.class).port(), node.created(ann.path() + "/credentials", "{}"))) {
            assertThat(key.ok("GET", '/' + bucket + "/a/b", "", "")).isEqualTo("content");
        }
        ann.ok("DELETE", '/' + bucket + "/a/b", "");
        ann.ok("DELETE", '/' + bucket, "");
    }

    @ParameterizedTest
    @CsvSource({"PUT, ''", "PUT, /key", "DELETE, ''", "POST, ?delete", "PUT, ?policy"})
    void writesWithoutTheSessionsTokenAreRefused(String method, String target) throws Exception {
        SignedInUser ann = user();
        SignedInUser other = user();
        String bucket = target.isEmpty() && method.equals("PUT") ? SignedInUser.newBucket() : ann.bucket();
        String path = '/' + bucket + target;
        String sentence = "X-OSE-CSRF";

        assertRefused(node.send(ann.withCookie(method, path, "")), 403, "AccessDenied", sentence);
        assertRefused(
                node.send(ann.withCookie(method, path, "")
                        .header("X-OSE-CSRF", other.browser().companion())),
                403,
                "AccessDenied",
                sentence);
        assertThat(ann.send("HEAD", '/' + bucket + "/key", "").statusCode()).isEqualTo(404);
    }

    @Test
    void sessionOfAnotherTenantFindsNothing() throws Exception {
        SignedInUser ann = user();
        SignedInUser stranger = user();
        String bucket = ann.bucket();
        ann.ok("PUT", '/' + bucket + "/key", "content");

        assertRefused(stranger.send("GET", '/' + bucket, ""), 404, "NoSuchBucket", bucket);
        assertRefused(stranger.send("PUT", '/' + bucket + "/key", "other"), 404, "NoSuchBucket", bucket);
        assertThat(stranger.send("HEAD", '/' + bucket + "/key", "").statusCode())
                .isEqualTo(404);
        assertThat(stranger.ok("GET", "", "")).doesNotContain(bucket);
        assertThat(stranger.ok("GET", "?shared", "")).doesNotContain(bucket);
    }

    @Test
    void colleagueAndAdministratorActAsThemselves() throws Exception {
        SignedInUser ann = user();
        SignedInUser bob = ann.colleague("bob", "TENANT_USER");
        SignedInUser ada = ann.colleague("ada", "TENANT_ADMIN");
        String bucket = ann.bucket();

        assertAnonymous(bob.send("PUT", '/' + bucket + "/key", "content"));
        assertAnonymous(ada.send("PUT", '/' + bucket + "/key", "content"));
        assertThat(ada.ok("GET", "?all", "")).contains(bucket);
        assertThat(bob.send("GET", "?all", "").statusCode()).isEqualTo(403);
    }

    @Test
    void sessionThatHasEndedIsRefusedFromThenOn() throws Exception {
        SignedInUser ann = user();
        String bucket = ann.bucket();

        ann.browser().send("DELETE", "/api/v1/session", "");

        for (HttpResponse<String> answer :
                List.of(ann.send("GET", '/' + bucket, ""), ann.send("PUT", '/' + bucket + "/key", "x"))) {
            assertRefused(answer, 401, "NotSignedIn", "sign in again");
            assertThat(answer.headers().firstValue("WWW-Authenticate").orElseThrow())
                    .startsWith("OSE-Session")
                    .doesNotContain("Basic");
        }
    }

    @ParameterizedTest
    @CsvSource({"user", "tenant", "password", "idle", "expired"})
    void disablingNewPasswordsAndTimeEndTheSession(String what) throws Exception {
        SignedInUser ann = user();
        String bucket = ann.bucket();

        switch (what) {
            case "user" -> node.post(ann.path() + "/disable", "");
            case "tenant" -> node.post(ann.tenant() + "/disable", "");
            case "idle" -> age(ann, "used_at = now() - interval '31 minutes'");
            case "expired" -> age(ann, "expires_at = now()");
            default ->
                node.send("PUT", ann.path() + "/login", "{\"password\":\"another word of tests\"}", node.admin());
        }

        assertRefused(ann.send("GET", '/' + bucket, ""), 401, "NotSignedIn", "ended");
        assertRefused(ann.send("DELETE", '/' + bucket, ""), 401, "NotSignedIn", "ended");
    }

    private void age(SignedInUser user, String change) {
        int changed = node.database()
                .update(
                        "UPDATE admin_session SET " + change
                                + " WHERE account_id = (SELECT a.id FROM account a WHERE a.user_id = ?)",
                        UUID.fromString(user.id()));
        assertThat(changed).isOne();
    }

    /** Another host of the domain may set such a cookie. */
    @Test
    void sessionInTheValueOfAnotherCookieIsNone() throws Exception {
        SignedInUser ann = user();
        String planted = "a=b,__Host-ose-session=" + ann.browser().bearer();

        assertAnonymous(node.send(ann.s3("GET", "", "").header("Cookie", planted)));
        assertAnonymous(node.send(ann.s3("GET", "", "").header("Cookie", planted + "; c=d")));
        assertAnonymous(node.send(ann.s3("GET", "", "").header("Cookie", "x" + planted.substring(4))));
    }

    /** A browser that does not know the prefix of the name sends a planted cookie, too. */
    @Test
    void twoSessionsAreNone() throws Exception {
        SignedInUser ann = user();
        SignedInUser planter = user();
        String own = "__Host-ose-session=" + ann.browser().bearer();
        String planted = "__Host-ose-session=" + planter.browser().bearer();

        assertAnonymous(node.send(ann.s3("GET", "", "").header("Cookie", planted + "; " + own)));
        assertThat(node.send(ann.s3("GET", "", "").header("Cookie", own + "; " + own))
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void administratorsOfTheProviderAreToldThatTheyHaveNoUser() throws Exception {
        node.created(
                "/api/v1/admin/administrators",
                "{\"name\":\"root\",\"password\":\"a password of tests\"," + "\"mustChange\":false}");
        AdminBrowser root = AdminBrowser.signIn(node, "", "root", "a password of tests");
        SignedInUser asRoot = new SignedInUser(node, "", "", "", root);

        assertRefused(asRoot.send("GET", "", ""), 403, "AccessDenied", "Administrators of the provider");
        assertRefused(
                node.send(asRoot.s3("GET", "", "").header("Authorization", asRoot.personalToken("FULL"))),
                403,
                "AccessDenied",
                "Administrators of the provider");
    }

    @Test
    void signatureDecidesOverTheCookie() throws Exception {
        SignedInUser ann = user();
        SignedInUser bob = user();
        String bucket = SignedInUser.newBucket();
        String cookie = "Cookie: __Host-ose-session=" + ann.browser().bearer();
        JsonNode credential = node.created(bob.path() + "/credentials", "{}");

        try (S3User key = new S3User(node.port(), credential)) {
            key.ok("PUT", SignedInUser.S3 + '/' + bucket, "", "", cookie);
        }
        WireClient.Answer forged = forged(credential.get("accessKey").asString(), cookie);

        assertThat(bob.ok("GET", "", "")).contains(bucket);
        assertThat(ann.ok("GET", "", "")).doesNotContain(bucket);
        assertThat(forged.status()).isEqualTo(403);
        assertThat(forged.body()).contains("SignatureDoesNotMatch");
        assertRefused(
                ann.send("GET", "?X-Amz-Algorithm=AWS4-HMAC-SHA256", ""), 400, "AuthorizationQueryParametersError", "");
    }

    private WireClient.Answer forged(String accessKey, String cookie) throws IOException {
        JsonNode wrong = JsonMapper.shared().readTree("{\"accessKey\":\"" + accessKey + "\",\"secretKey\":\"wrong\"}");
        try (S3User key = new S3User(node.port(), wrong)) {
            return key.send("GET", SignedInUser.S3 + '/', "", "", cookie);
        }
    }

    @ParameterizedTest
    @CsvSource({"Origin, https://evil.test", "Origin, null", "Sec-Fetch-Site, same-site", "Sec-Fetch-Site, cross-site"})
    void pagesOfOtherOriginsDoNotUseTheSession(String header, String value) throws Exception {
        SignedInUser ann = user();
        String bucket = ann.bucket();

        assertAnonymous(ann.send("GET", '/' + bucket, "", header, value));
        assertAnonymous(ann.send("PUT", '/' + bucket + "/key", "x", header, value));
        assertThat(ann.send("HEAD", '/' + bucket + "/key", "").statusCode()).isEqualTo(404);
    }

    @Test
    void pagesOfTheOriginUseTheSession() throws Exception {
        SignedInUser ann = user();
        String bucket = ann.bucket();

        ann.ok("GET", '/' + bucket, "", "Sec-Fetch-Site", "none");
        ann.ok(
                "PUT",
                '/' + bucket + "/key",
                "x",
                "Origin",
                "http://127.0.0.1:" + node.port(),
                "Sec-Fetch-Site",
                "same-origin");
    }

    @Test
    void objectsAreNoPagesOfTheOrigin() throws Exception {
        SignedInUser ann = user();
        String bucket = ann.bucket();
        ann.ok("PUT", '/' + bucket + "/private.html", HTML, "Content-Type", "text/html");
        ann.ok("PUT", '/' + bucket + "/public.html", HTML, "Content-Type", "text/html");
        ann.ok("DELETE", '/' + bucket + "?publicAccessBlock", "");
        ann.ok(
                "PUT",
                '/' + bucket + "?policy",
                "{\"Statement\":[{\"Effect\":\"Allow\",\"Principal\":\"*\",\"Action\":\"s3:GetObject\","
                        + "\"Resource\":\"arn:aws:s3:::" + bucket + "/public.html\"}]}");
        String token = ann.personalToken("READ_ONLY");

        HttpResponse<String> withheld = ann.send("GET", '/' + bucket + "/private.html", "");
        HttpResponse<String> open = ann.send("GET", '/' + bucket + "/public.html", "");
        HttpResponse<String> anonymous = node.send(ann.s3("GET", '/' + bucket + "/public.html", ""));
        HttpResponse<String> byToken =
                node.send(ann.s3("GET", '/' + bucket + "/private.html", "").header("Authorization", token));

        assertAnonymous(withheld);
        assertThat(withheld.body()).doesNotContain("script");
        assertThat(open.body()).isEqualTo(anonymous.body()).isEqualTo(HTML);
        assertThat(byToken.body()).isEqualTo(HTML);
        for (HttpResponse<String> each : List.of(withheld, open, anonymous, byToken)) {
            assertThat(each.headers().firstValue("Content-Security-Policy")).contains("sandbox");
            assertThat(each.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
        }
    }

    @Test
    void tokensActWithinTheirScope() throws Exception {
        SignedInUser ann = user();
        String bucket = ann.bucket();
        String reader = ann.personalToken("READ_ONLY");
        String full = ann.personalToken("FULL");

        assertThat(bearer(ann, "PUT", '/' + bucket + "/key", full).statusCode()).isEqualTo(200);
        assertThat(bearer(ann, "GET", '/' + bucket, reader).body()).contains("<Key>key</Key>");
        assertThat(bearer(ann, "GET", '/' + bucket + "/key", reader).statusCode())
                .isEqualTo(200);
        assertRefused(bearer(ann, "DELETE", '/' + bucket + "/key", reader), 403, "AccessDenied", "reading only");
        assertRefused(bearer(ann, "PUT", '/' + bucket + "?policy", reader), 403, "AccessDenied", "reading only");
        assertRefused(
                bearer(ann, "GET", "", "Bearer ose_pat_" + "a".repeat(43)),
                401,
                "NotSignedIn",
                "unknown or has expired");
        assertRefused(bearer(ann, "GET", "", "Bearer junk"), 400, "InvalidArgument", "Authorization Type");
        assertRefused(bearer(ann, "GET", "", node.admin()), 400, "InvalidArgument", "Authorization Type");
    }

    @Test
    void tokenDecidesOverTheCookieAndEndsWithItsUser() throws Exception {
        SignedInUser ann = user();
        SignedInUser bob = user();
        String bucket = bob.bucket();
        String token = bob.personalToken("FULL");

        HttpResponse<String> both = node.send(ann.withCookie("GET", "", "").header("Authorization", token));
        assertThat(both.body()).contains(bucket);

        node.post(bob.path() + "/disable", "");
        assertRefused(bearer(bob, "GET", "", token), 403, "AccessDenied", "disabled or expired");
    }

    private HttpResponse<String> bearer(SignedInUser user, String method, String target, String login)
            throws Exception {
        HttpRequest.Builder request = user.s3(method, target, "").header("Authorization", login);
        return node.send(request);
    }

    @Test
    void policiesOfTheUserDecide() throws Exception {
        SignedInUser ann = user();
        String bucket = ann.bucket();
        node.bean(UserPolicies.class)
                .put(
                        new TenantId(UUID.fromString(ann.tenant().substring(TENANTS.length() + 1))),
                        new UserId(UUID.fromString(ann.id())),
                        "lister",
                        "{\"Statement\":{\"Effect\":\"Allow\",\"Action\":\"s3:ListBucket\",\"Resource\":[\"*\"]}}");

        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertAnonymous(ann.send("PUT", '/' + bucket + "/key", "x")));
        ann.ok("GET", '/' + bucket, "");
        assertAnonymous(ann.send("GET", "", ""));
        assertAnonymous(ann.send("DELETE", '/' + bucket, ""));
    }

    @Test
    void quotaOfTheUserCounts() throws Exception {
        SignedInUser ann = user();
        String bucket = ann.bucket();
        HttpResponse<String> set = node.send("PUT", ann.path() + "/quota", "{\"maxBytes\":10}", node.admin());
        assertThat(set.statusCode()).as(set.body()).isLessThan(300);

        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertRefused(
                        ann.send("PUT", '/' + bucket + "/key", "x".repeat(11)), 403, "QuotaExceeded", "user"));
    }

    @Test
    void requestsAreMeteredOnTheUser() throws Exception {
        SignedInUser ann = user();
        String bucket = ann.bucket();
        ann.ok("PUT", '/' + bucket + "/key", "12345");

        await().atMost(Duration.ofMinutes(1)).untilAsserted(() -> {
            String metered = node.get(ann.tenant() + "/metering?from=2000-01-01T00:00:00Z&to=2100-01-01T00:00:00Z")
                    .body();
            assertThat(metered).contains(ann.id(), bucket, "\"bytesIn\":5");
        });
    }

    @Test
    void changesAreInTheAuditLogWithTheSessionsUser() throws Exception {
        SignedInUser ann = user();
        String bucket = ann.bucket();

        HttpResponse<String> answer = ann.send("PUT", '/' + bucket + "?versioning", """
                <VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>""");

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        String id = answer.headers().firstValue("x-amz-request-id").orElseThrow();
        JsonNode entry = AdminNode.json(node.get(ann.tenant() + "/audit?filter=requestId==" + id))
                .get("items")
                .get(0);
        assertThat(entry.toString())
                .contains("\"PutBucketVersioning\"", "\"SESSION\"", "\"ann\"", bucket)
                .doesNotContain("ACCESS_KEY");
    }

    @Test
    void refusedChangeOfAReadOnlyTokenIsInTheAuditLog() throws Exception {
        SignedInUser ann = user();
        String target = '/' + ann.bucket() + "?policy";

        HttpResponse<String> answer = bearer(ann, "PUT", target, ann.personalToken("READ_ONLY"));

        String id = answer.headers().firstValue("x-amz-request-id").orElseThrow();
        JsonNode entries = AdminNode.json(node.get(ann.tenant() + "/audit?order=at&filter=requestId==" + id))
                .get("items");
        assertThat(entries).hasSize(2);
        assertThat(entries.get(0).toString()).contains("\"SignIn\"", "\"S3\"", "\"TOKEN\"", "\"status\":200");
        assertThat(entries.get(1).toString()).contains("\"PutBucketPolicy\"", "\"TOKEN\"", "\"ann\"", "\"status\":403");
    }

    @Test
    void listenerOfS3AloneTakesNoLoginOfTheManagementApi() throws Exception {
        SignedInUser ann = user();
        String bucket = ann.bucket();
        String token = ann.personalToken("FULL");
        String head = "GET /" + bucket + " HTTP/1.1\r\nHost: localhost\r\n";

        assertThat(s3(head + "Cookie: __Host-ose-session=" + ann.browser().bearer() + "\r\n\r\n")
                        .body())
                .contains("AccessDenied");
        assertThat(s3(head + "Authorization: " + token + "\r\n\r\n").body()).contains("Unsupported Authorization Type");
    }

    private WireClient.Answer s3(String request) throws IOException {
        try (WireClient client = new WireClient(node.bean(S3Listeners.class).port())) {
            return client.send(request).answer();
        }
    }
}
