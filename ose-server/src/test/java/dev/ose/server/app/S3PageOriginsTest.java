package dev.ose.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.server.app.dataplane.S3Listeners;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The portal's pages and the origin of S3. */
@Timeout(120)
class S3PageOriginsTest extends OnEmbeddedNode {

    private static final String PORTAL = "https://portal.example.test";

    @Override
    String[] options() {
        return new String[] {"--oss.admin.public-url=" + PORTAL};
    }

    private HttpResponse<String> preflight(String origin, String target) throws Exception {
        return node.send(HttpRequest.newBuilder(URI.create(
                        "http://localhost:" + node.bean(S3Listeners.class).port() + target))
                .method("OPTIONS", HttpRequest.BodyPublishers.noBody())
                .headers(
                        "Origin",
                        origin,
                        "Access-Control-Request-Method",
                        "PUT",
                        "Access-Control-Request-Headers",
                        "authorization,content-type,x-amz-meta-a"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/no-such-bucket", "/no-such-bucket/key?uploadId=a&partNumber=1"})
    void preflightsOfThePortalAreAnsweredWithoutAnyRule(String target) throws Exception {
        HttpResponse<String> answer = preflight(PORTAL, target);
        HttpResponse<String> other = preflight("https://evil.example.test", target);

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Access-Control-Allow-Origin")).contains(PORTAL);
        assertThat(answer.headers().firstValue("Access-Control-Allow-Methods").orElseThrow())
                .contains("PUT", "DELETE");
        assertThat(answer.headers().firstValue("Access-Control-Allow-Headers"))
                .contains("authorization,content-type,x-amz-meta-a");
        assertThat(answer.headers().firstValue("Access-Control-Allow-Credentials"))
                .isEmpty();
        assertThat(other.statusCode()).isGreaterThanOrEqualTo(400);
        assertThat(other.headers().firstValue("Access-Control-Allow-Origin")).isEmpty();
    }

    @Test
    void linkIsReadByThePortalsPages() throws Exception {
        SignedInUser ann = SignedInUser.ofNewTenant(node);
        String bucket = ann.bucket();
        ann.ok("PUT", '/' + bucket + "/key", "content");
        String url = ann.link(bucket, "key");

        HttpResponse<String> answer =
                node.send(HttpRequest.newBuilder(URI.create(url)).header("Origin", PORTAL));
        HttpResponse<String> refused =
                node.send(HttpRequest.newBuilder(URI.create(url + "0")).header("Origin", PORTAL));
        HttpResponse<String> other =
                node.send(HttpRequest.newBuilder(URI.create(url)).header("Origin", "https://evil.example.test"));

        assertThat(answer.body()).isEqualTo("content");
        assertThat(answer.headers().firstValue("Access-Control-Allow-Origin")).contains(PORTAL);
        assertThat(answer.headers().firstValue("Access-Control-Expose-Headers").orElseThrow())
                .contains("ETag", "x-amz-version-id", "x-amz-request-id");
        assertThat(refused.statusCode()).isEqualTo(403);
        assertThat(refused.headers().firstValue("Access-Control-Allow-Origin")).contains(PORTAL);
        assertThat(other.headers().firstValue("Access-Control-Allow-Origin")).isEmpty();
    }

    /** A proxy that ends TLS sends http to the node. */
    @Test
    void portalBehindAProxyUsesItsSession() throws Exception {
        SignedInUser ann = SignedInUser.ofNewTenant(node);
        String bucket = ann.bucket();

        ann.ok("PUT", '/' + bucket + "/key", "x", "Origin", PORTAL, "Sec-Fetch-Site", "same-origin");
        HttpResponse<String> signOut = node.send(ann.browser()
                .bare("DELETE", "/api/v1/session", "")
                .header("X-OSE-CSRF", ann.browser().companion())
                .header("Origin", PORTAL));

        assertThat(signOut.statusCode()).as(signOut.body()).isEqualTo(204);
    }
}
