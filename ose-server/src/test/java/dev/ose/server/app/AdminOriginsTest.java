package dev.ose.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.testkit.PostgresFixture;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** Cross-origin requests of browsers, and the headers that they evaluate. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AdminOriginsTest {

    private static final String DIRECTOR = "https://vcd.example.com";
    private static final String OTHER_NAME = "https://cloud.example.com:8443";
    private static final String TENANTS = "/api/v1/admin/tenants";

    @RegisterExtension
    static final PostgresFixture POSTGRES = PostgresFixture.migrated();

    @TempDir
    static Path folder;

    private AdminNode node;

    @BeforeAll
    void start() throws IOException {
        node = AdminNode.start(
                POSTGRES.database(),
                folder,
                "--oss.director.url=https://VCD.example.com:443/",
                "--oss.director.user=administrator@system",
                "--oss.director.secret-file=/unread",
                "--oss.director.origins=" + OTHER_NAME,
                "--logging.level.dev.ose.quiet=error");
    }

    @AfterAll
    void stop() throws IOException {
        node.close();
    }

    @Test
    void levelOfALoggerThatIsPassedToSpringReachesTheLog() {
        assertThat(LoggerFactory.getLogger("dev.ose.quiet.Part").isWarnEnabled())
                .isFalse();
        assertThat(LoggerFactory.getLogger("dev.ose.loud.Part").isWarnEnabled()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {DIRECTOR, OTHER_NAME})
    void preflightOfAnAllowedOriginIsAnsweredWithoutALogin(String origin) throws Exception {
        HttpResponse<String> answer =
                preflight(origin, "POST", "authorization,content-type,x-vmware-vcloud-tenant-context");

        assertThat(answer.statusCode()).isEqualTo(200);
        HttpHeaders headers = answer.headers();
        assertThat(headers.firstValue("Access-Control-Allow-Origin")).contains(origin);
        assertThat(headers.firstValue("Access-Control-Allow-Methods").orElse(""))
                .contains("POST", "DELETE");
        assertThat(headers.firstValue("Access-Control-Allow-Headers").orElse(""))
                .containsIgnoringCase("authorization")
                .containsIgnoringCase("content-type")
                .containsIgnoringCase("x-vmware-vcloud-tenant-context");
        assertThat(headers.firstValue("Access-Control-Allow-Credentials")).isEmpty();
        assertThat(headers.allValues("Vary").toString()).contains("Origin");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://evil.example.com",
                "http://vcd.example.com",
                "https://vcd.example.com:8443",
                "https://vcd.example.com.evil.example",
                "https://sub.vcd.example.com",
                "null"
            })
    void everyOtherOriginIsRefused(String origin) throws Exception {
        HttpResponse<String> preflight = preflight(origin, "POST", "authorization");
        HttpResponse<String> call = send(asAdministrator(TENANTS).header("Origin", origin));

        assertThat(preflight.statusCode()).isEqualTo(403);
        assertThat(call.statusCode()).isEqualTo(403);
        assertThat(call.body()).contains("OSE-2107");
        assertThat(preflight.headers().map()).doesNotContainKey("access-control-allow-origin");
        assertThat(call.headers().map()).doesNotContainKey("access-control-allow-origin");
        assertThat(call.headers().allValues("Vary").toString()).contains("Origin");
    }

    @Test
    void unusedMethodsAndHeadersAreRefused() throws Exception {
        assertThat(preflight(DIRECTOR, "TRACE", "authorization").statusCode()).isEqualTo(403);
        assertThat(preflight(DIRECTOR, "GET", "x-forwarded-for").statusCode()).isEqualTo(403);
    }

    @Test
    void allowedPageMustLogInLikeEverybody() throws Exception {
        HttpResponse<String> stranger = send(request(TENANTS).header("Origin", DIRECTOR));
        HttpResponse<String> administrator = send(asAdministrator(TENANTS).header("Origin", DIRECTOR));

        assertThat(stranger.statusCode()).isEqualTo(401);
        assertThat(stranger.headers().firstValue("Access-Control-Allow-Origin")).contains(DIRECTOR);
        assertThat(administrator.statusCode()).isEqualTo(200);
        assertThat(administrator.headers().firstValue("Access-Control-Allow-Origin"))
                .contains(DIRECTOR);
        assertThat(administrator.headers().firstValue("Access-Control-Allow-Credentials"))
                .isEmpty();
        assertThat(administrator
                        .headers()
                        .firstValue("Access-Control-Expose-Headers")
                        .orElse(""))
                .contains("ETag", "Link", "Retry-After");
    }

    @Test
    void whoIsNoPageIsAnsweredAsEver() throws Exception {
        HttpResponse<String> answer = send(asAdministrator(TENANTS));

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().map()).doesNotContainKey("access-control-allow-origin");
        assertThat(send(request("/health/live")).statusCode()).isEqualTo(200);
    }

    private HttpResponse<String> preflight(String origin, String method, String headers) throws Exception {
        return send(request(TENANTS)
                .method("OPTIONS", HttpRequest.BodyPublishers.noBody())
                .header("Origin", origin)
                .header("Access-Control-Request-Method", method)
                .header("Access-Control-Request-Headers", headers));
    }

    private HttpRequest.Builder asAdministrator(String path) {
        return request(path).header("Authorization", node.admin());
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + node.port() + path));
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return node.send(request);
    }
}
