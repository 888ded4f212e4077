package dev.ose.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.ose.server.app.dataplane.S3Listeners;
import dev.ose.server.bucket.CorsPolicy;
import dev.ose.server.bucket.PresentCorsPolicy;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The provider's CORS policy, from the admin API to answers of S3. */
@Timeout(120)
class CorsPolicyTest extends OnEmbeddedNode {

    private static final String CORS = "/api/v1/admin/cors";
    private static final String APP = "https://app.example.test";
    private static final String OTHER = "https://other.example.test";
    private static final String RULES = "{\"mode\":\"BUCKET_RULES\"}";
    private static final String LISTED =
            "{\"mode\":\"LISTED_ORIGINS\",\"origins\":[\"" + APP + "\",\"http://localhost:8080\"]}";

    private void put(String policy, CorsPolicy.Mode mode) throws Exception {
        HttpResponse<String> answer = node.send("PUT", CORS, policy, node.admin());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        await().atMost(Duration.ofMinutes(1))
                .until(() -> node.bean(PresentCorsPolicy.class).now().mode() == mode);
    }

    @AfterEach
    void reset() throws Exception {
        put(RULES, CorsPolicy.Mode.BUCKET_RULES);
    }

    private HttpResponse<String> s3(String method, String target, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(
                        "http://localhost:" + node.bean(S3Listeners.class).port() + target))
                .method(method, HttpRequest.BodyPublishers.noBody());
        return node.send(headers.length == 0 ? request : request.headers(headers));
    }

    private static Optional<String> allowed(HttpResponse<String> answer) {
        return answer.headers().firstValue("Access-Control-Allow-Origin");
    }

    private static String vary(HttpResponse<String> answer) {
        return String.join(",", answer.headers().allValues("Vary"));
    }

    @Test
    void listedOriginsAreAllowedAndOthersFallBackToTheRulesOfTheBucket() throws Exception {
        SignedInUser ann = SignedInUser.ofNewTenant(node);
        String bucket = ann.bucket();
        ann.ok("PUT", '/' + bucket + "/key", "content");
        ann.ok("PUT", '/' + bucket + "?cors", """
                <CORSConfiguration><CORSRule><AllowedMethod>GET</AllowedMethod>\
                <AllowedOrigin>https://other.example.test</AllowedOrigin></CORSRule></CORSConfiguration>""");
        String target = URI.create(ann.link(bucket, "key")).getRawPath()
                + '?'
                + URI.create(ann.link(bucket, "key")).getRawQuery();

        put(LISTED, CorsPolicy.Mode.LISTED_ORIGINS);

        assertThat(allowed(s3("GET", target, "Origin", APP))).contains(APP);
        assertThat(allowed(s3("GET", target, "Origin", OTHER))).contains(OTHER);
        assertThat(allowed(s3("GET", target, "Origin", "https://evil.example.test")))
                .isEmpty();
        HttpResponse<String> preflight =
                s3("OPTIONS", "/no-such-bucket/key", "Origin", APP, "Access-Control-Request-Method", "PUT");
        assertThat(preflight.statusCode()).isEqualTo(200);
        assertThat(preflight.headers().firstValue("Access-Control-Allow-Credentials"))
                .isEmpty();
        assertThat(vary(s3("GET", target))).contains("Origin");
        assertThat(allowed(s3("GET", target))).isEmpty();
        for (String other : List.of("/no-such-bucket/key", "/")) {
            assertThat(vary(s3("GET", other, "Origin", OTHER))).as(other).contains("Origin");
            assertThat(vary(s3("GET", other))).as(other).contains("Origin");
        }
    }

    /** An answer without an origin has no header that lets a page read it, so a cache must not give it to one. */
    @Test
    void anyOriginIsAllowedAndAnswersWithoutOneAreKeptApart() throws Exception {
        put("{\"mode\":\"ANY_ORIGIN\"}", CorsPolicy.Mode.ANY_ORIGIN);

        HttpResponse<String> refused = s3("GET", "/no-such-bucket/key", "Origin", OTHER);

        assertThat(refused.statusCode()).isGreaterThanOrEqualTo(400);
        assertThat(allowed(refused)).contains("*");
        HttpResponse<String> none = s3("GET", "/no-such-bucket/key");
        assertThat(allowed(none)).isEmpty();
        assertThat(vary(none)).isEqualTo("Origin");
    }

    /** Before a page asked, nothing is known of the bucket, and requests without an origin must not wait for it. */
    @Test
    void answersOfABucketWithRulesVaryByOriginOnceAPageAsked() throws Exception {
        SignedInUser ann = SignedInUser.ofNewTenant(node);
        String bucket = ann.bucket();
        ann.ok("PUT", '/' + bucket + "/key", "content");
        ann.ok("PUT", '/' + bucket + "?cors", """
                <CORSConfiguration><CORSRule><AllowedMethod>GET</AllowedMethod>\
                <AllowedOrigin>https://other.example.test</AllowedOrigin></CORSRule></CORSConfiguration>""");
        URI link = URI.create(ann.link(bucket, "key"));
        String target = link.getRawPath() + '?' + link.getRawQuery();

        assertThat(allowed(s3("GET", target, "Origin", OTHER))).contains(OTHER);

        HttpResponse<String> later = s3("GET", target);
        assertThat(later.statusCode()).isEqualTo(200);
        assertThat(vary(later)).contains("Origin");
        assertThat(vary(s3("GET", "/another-bucket/key"))).isEmpty();
    }

    @Test
    void policyIsEditedWithItsTag() throws Exception {
        String tag = node.get(CORS).headers().firstValue("ETag").orElseThrow();
        put(LISTED, CorsPolicy.Mode.LISTED_ORIGINS);

        HttpResponse<String> late =
                node.send(node.request("PUT", CORS, RULES, node.admin()).header("If-Match", tag));

        assertThat(late.statusCode()).isEqualTo(412);
        assertThat(AdminNode.json(node.get(CORS)).get("origins").size()).isEqualTo(2);
    }

    @Test
    void wrongPoliciesAreRefused() throws Exception {
        for (String origins : List.of(
                "[]",
                "[\"*\"]",
                "[\"https://app.example.test/\"]",
                "[\"https://App.example.test\"]",
                "[\"https://app.example.test:443\"]",
                "[\"https://app.example.test:0\"]",
                "[\"ftp://app.example.test\"]",
                "[null]")) {
            assertThat(node.send("PUT", CORS, "{\"mode\":\"LISTED_ORIGINS\",\"origins\":" + origins + "}", node.admin())
                            .statusCode())
                    .as(origins)
                    .isEqualTo(400);
        }
        assertThat(node.send("PUT", CORS, "{}", node.admin()).statusCode()).isEqualTo(400);
    }
}
