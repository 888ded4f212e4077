package dev.ose.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Links that users make for objects. */
@Timeout(120)
class S3LinkTest extends OnEmbeddedNode {

    private static final String PRESIGN = "/api/v1/admin/me/presign";

    private static String wanted(String method, String bucket, String key, String more) {
        return "{\"method\":\"" + method + "\",\"bucket\":\"" + bucket + "\",\"key\":\"" + key + "\",\"expiresIn\":600"
                + more + "}";
    }

    private static JsonNode link(SignedInUser user, String wanted) throws Exception {
        HttpResponse<String> answer = user.browser().send("POST", PRESIGN, wanted);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return AdminNode.json(answer);
    }

    private static String url(SignedInUser user, String wanted) throws Exception {
        return link(user, wanted).get("url").asString();
    }

    private HttpResponse<String> get(String url) throws Exception {
        return node.send(HttpRequest.newBuilder(URI.create(url)));
    }

    private HttpResponse<String> put(String url, String body, String... headers) throws Exception {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(url)).PUT(HttpRequest.BodyPublishers.ofString(body));
        return node.send(headers.length == 0 ? request : request.headers(headers));
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain", "a b/\u00fc&?#+%.html", "folder//x=y;z~'()", "\u65e5\u672c"})
    void linkIsTheObjectAtTheAddressOfS3(String key) throws Exception {
        SignedInUser ann = SignedInUser.ofNewTenant(node);
        String bucket = ann.bucket();

        String write = url(ann, wanted("PUT", bucket, key, ""));
        assertThat(put(write, "content").statusCode()).isEqualTo(200);
        String read = url(ann, wanted("GET", bucket, key, ""));

        assertThat(read).startsWith("http://localhost:").doesNotContain("/api/");
        assertThat(get(read).body()).isEqualTo("content");
        assertThat(put(read, "other").statusCode()).isEqualTo(403);
        assertThat(get(read.replace("X-Amz-Expires=600", "X-Amz-Expires=601")).statusCode())
                .isEqualTo(403);
    }

    @Test
    void answerIsWhatTheLinkSays() throws Exception {
        SignedInUser ann = SignedInUser.ofNewTenant(node);
        String bucket = ann.bucket();
        ann.ok("PUT", '/' + bucket + "/page", "<html>", "Content-Type", "text/html");
        Instant before = Instant.now();

        JsonNode link = link(
                ann,
                wanted(
                        "GET",
                        bucket,
                        "page",
                        ",\"responseContentType\":\"text/plain\","
                                + "\"responseContentDisposition\":\"attachment; filename=\\\"a b.txt\\\"\""));

        HttpResponse<String> answer = get(link.get("url").asString());
        assertThat(answer.headers().firstValue("Content-Type")).contains("text/plain");
        assertThat(answer.headers().firstValue("Content-Disposition")).contains("attachment; filename=\"a b.txt\"");
        assertThat(Instant.parse(link.get("expiresAt").asString()))
                .isBetween(before.plusSeconds(599), before.plusSeconds(660));
    }

    @Test
    void uploadMustHaveTheTypeOfTheLink() throws Exception {
        SignedInUser ann = SignedInUser.ofNewTenant(node);
        String url = url(ann, wanted("PUT", ann.bucket(), "image", ",\"contentType\":\"image/png\""));

        assertThat(put(url, "<html>", "Content-Type", "text/html").statusCode()).isEqualTo(403);
        assertThat(put(url, "png", "Content-Type", "image/png").statusCode()).isEqualTo(200);
    }

    @Test
    void versionIsTheOneOfTheLink() throws Exception {
        SignedInUser ann = SignedInUser.ofNewTenant(node);
        String bucket = ann.bucket();
        ann.ok("PUT", '/' + bucket + "?versioning", """
                <VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>""");
        String version = ann.send("PUT", '/' + bucket + "/key", "first")
                .headers()
                .firstValue("x-amz-version-id")
                .orElseThrow();
        ann.ok("PUT", '/' + bucket + "/key", "second");

        String url = url(ann, wanted("GET", bucket, "key", ",\"versionId\":\"" + version + "\""));

        assertThat(url).contains("versionId=" + URLEncoder.encode(version, StandardCharsets.UTF_8));
        assertThat(get(url).body()).isEqualTo("first");
    }

    @ParameterizedTest
    @ValueSource(strings = {"user", "tenant"})
    void linkEndsWithItsUser(String what) throws Exception {
        SignedInUser ann = SignedInUser.ofNewTenant(node);
        String bucket = ann.bucket();
        ann.ok("PUT", '/' + bucket + "/key", "content");
        String url = url(ann, wanted("GET", bucket, "key", ""));
        assertThat(get(url).statusCode()).isEqualTo(200);

        node.post((what.equals("user") ? ann.path() : ann.tenant()) + "/disable", "");

        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(get(url).statusCode()).isEqualTo(403));
    }

    @Test
    void linkGivesNothingThatItsUserHasNot() throws Exception {
        SignedInUser ann = SignedInUser.ofNewTenant(node);
        SignedInUser stranger = SignedInUser.ofNewTenant(node);
        SignedInUser colleague = ann.colleague("bob", "TENANT_ADMIN");
        String bucket = ann.bucket();
        ann.ok("PUT", '/' + bucket + "/key", "content");

        assertThat(get(url(stranger, wanted("GET", bucket, "key", ""))).statusCode())
                .isEqualTo(404);
        assertThat(get(url(colleague, wanted("GET", bucket, "key", ""))).statusCode())
                .isEqualTo(403);
    }

    @Test
    void tokensMakeLinksUnlessTheyAreReadOnlyAndTheProviderMakesNone() throws Exception {
        SignedInUser ann = SignedInUser.ofNewTenant(node);
        String wanted = wanted("GET", ann.bucket(), "key", "");

        assertThat(node.send("POST", PRESIGN, wanted, ann.personalToken("FULL")).statusCode())
                .isEqualTo(200);
        assertThat(node.send("POST", PRESIGN, wanted, ann.personalToken("READ_ONLY"))
                        .statusCode())
                .isEqualTo(403);
        assertThat(node.send("POST", PRESIGN, wanted, node.admin()).statusCode())
                .isEqualTo(403);
        assertThat(node.send("POST", PRESIGN, wanted, "").statusCode()).isEqualTo(401);
        assertThat(node.send(ann.browser().bare("POST", PRESIGN, wanted)).statusCode())
                .isEqualTo(403);
    }

    @Test
    void auditLogNamesTheObjectAndNoSignature() throws Exception {
        SignedInUser ann = SignedInUser.ofNewTenant(node);
        String bucket = ann.bucket();

        HttpResponse<String> answer = ann.browser().send("POST", PRESIGN, wanted("GET", bucket, "a/key", ""));

        String id = answer.headers().firstValue("X-OSE-Request-Id").orElseThrow();
        String entry = node.get("/api/v1/admin/audit?filter=requestId==" + id).body();
        assertThat(entry).contains("\"PresignObject\"", "GET " + bucket + "/a/key", "\"SESSION\"");
        assertThat(entry).doesNotContain("X-Amz-Signature");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "method | {\"bucket\":\"abc\",\"key\":\"k\",\"expiresIn\":1}",
                "method | {\"method\":\"DELETE\",\"bucket\":\"abc\",\"key\":\"k\",\"expiresIn\":1}",
                "bucket | {\"method\":\"GET\",\"bucket\":\"A/b\",\"key\":\"k\",\"expiresIn\":1}",
                "key | {\"method\":\"GET\",\"bucket\":\"abc\",\"key\":\"\",\"expiresIn\":1}",
                "key | {\"method\":\"GET\",\"bucket\":\"abc\",\"key\":\"a/../b\",\"expiresIn\":1}",
                "key | {\"method\":\"PUT\",\"bucket\":\"abc\",\"key\":\"./a\",\"expiresIn\":1}",
                "expiresIn | {\"method\":\"GET\",\"bucket\":\"abc\",\"key\":\"k\"}",
                "expiresIn | {\"method\":\"GET\",\"bucket\":\"abc\",\"key\":\"k\",\"expiresIn\":0}",
                "expiresIn | {\"method\":\"GET\",\"bucket\":\"abc\",\"key\":\"k\",\"expiresIn\":604801}",
                "versionId | {\"method\":\"PUT\",\"bucket\":\"abc\",\"key\":\"k\",\"expiresIn\":1,\"versionId\":\"v\"}",
                "contentType | {\"method\":\"GET\",\"bucket\":\"abc\",\"key\":\"k\",\"expiresIn\":1,"
                        + "\"contentType\":\"a/b\"}",
                "responseContentType | {\"method\":\"GET\",\"bucket\":\"abc\",\"key\":\"k\",\"expiresIn\":1,"
                        + "\"responseContentType\":\"a\\r\\nb\"}"
            })
    void wishesThatBreakARuleAreRefusedWithTheirField(String field, String body) throws Exception {
        SignedInUser ann = SignedInUser.ofNewTenant(node);

        HttpResponse<String> answer = ann.browser().send("POST", PRESIGN, body);

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
        assertThat(answer.body()).contains(field);
    }
}
