package dev.ose.server.s3;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.adapter.Capability;
import dev.ose.s3.sigv4.HeaderField;
import dev.ose.server.http.WireClient;
import dev.ose.server.platform.transport.ScriptedPlatform;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class CrossOriginTest {

    private static final String PORTAL = "https://portal.example.com";
    private static final String SHOP = "https://shop.example.com";
    private static final String RULES = """
            <CORSConfiguration><CORSRule><AllowedOrigin>https://*.example.com</AllowedOrigin>
            <AllowedMethod>GET</AllowedMethod><AllowedMethod>PUT</AllowedMethod><AllowedHeader>x-amz-*</AllowedHeader>
            <ExposeHeader>ETag</ExposeHeader><MaxAgeSeconds>60</MaxAgeSeconds></CORSRule></CORSConfiguration>""";

    private volatile String rules = RULES;
    private volatile String status = "200 OK";
    private S3TestServer edge;

    @BeforeEach
    void start() throws IOException {
        edge = new S3TestServer(this::serve, Set.of(Capability.EXACT_KEYS, Capability.ACL, Capability.CORS));
    }

    private boolean serve(ScriptedPlatform.Request request) throws IOException {
        byte[] body = request.body();
        if (request.line().startsWith("GET ") && request.line().contains("?cors")) {
            return rules.isEmpty()
                    ? request.answer("404 Not Found", "", bytes("<Error><Code>NoSuchCORSConfiguration</Code></Error>"))
                    : request.answer(bytes(rules));
        }
        if (request.line().contains("?cors")) {
            rules = new String(body, StandardCharsets.UTF_8);
            return request.answer(new byte[0]);
        }
        // The platform's CORS headers must not mix with the node's.
        return request.answer(status, "Access-Control-Allow-Origin: *\r\nVary: Cookie\r\n", bytes("<Error/>"));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @AfterEach
    void stop() throws IOException {
        edge.close();
    }

    private WireClient.Answer preflight(String host, String target, String origin, String method, String headers)
            throws IOException {
        return send("OPTIONS " + target + " HTTP/1.1\r\nHost: " + host + "\r\nOrigin: " + origin
                + "\r\nAccess-Control-Request-Method: " + method
                + (headers.isEmpty() ? "" : "\r\nAccess-Control-Request-Headers: " + headers) + "\r\n\r\n");
    }

    private WireClient.Answer send(String text) throws IOException {
        try (WireClient client = edge.connect()) {
            client.send(text);
            return client.answer();
        }
    }

    private long asked() {
        return edge.platform.requests().stream()
                .filter(request -> request.line().contains("?cors"))
                .count();
    }

    @ParameterizedTest
    @CsvSource({
        "127.0.0.1, /photos",
        "127.0.0.1, /photos/a%2Fkey",
        "photos.s3.localhost, /",
        "photos.s3.localhost:9000, /key",
        "127.0.0.1, /dotted.photos/key",
        "dotted.photos.s3.localhost, /key",
        // A preflight of a presigned URL has its query.
        "127.0.0.1, /photos/k?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Signature=00&X-Amz-Credential=x&uploadId=u"
    })
    void preflightIsAnsweredInEveryStyleOfAddress(String host, String target) throws IOException {
        WireClient.Answer answer = preflight(host, target, SHOP, "PUT", "X-Amz-Date, x-amz-meta-a");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.headers())
                .containsEntry("access-control-allow-origin", SHOP)
                .containsEntry("access-control-allow-methods", "GET, PUT")
                .containsEntry("access-control-allow-headers", "x-amz-date, x-amz-meta-a")
                .containsEntry("access-control-expose-headers", "ETag")
                .containsEntry("access-control-max-age", "60")
                .containsEntry("access-control-allow-credentials", "true")
                .containsEntry("vary", "Origin, Access-Control-Request-Headers, Access-Control-Request-Method")
                .containsEntry("content-length", "0");
    }

    @ParameterizedTest
    @CsvSource({
        "127.0.0.1, /",
        "127.0.0.1, /photos",
        "127.0.0.1, /missing/key",
        "photos.s3.localhost, /key?uploadId=u&partNumber=1",
    })
    void pagesOfThePortalNeedNoRule(String host, String target) throws IOException {
        rules = "";
        status = "403 Forbidden";

        WireClient.Answer asked = preflight(host, target, PORTAL, "DELETE", "x-amz-meta-a, authorization");
        WireClient.Answer injected = preflight(host, target, PORTAL, "DELETE", "x-a\u00e4");
        WireClient.Answer refused =
                send("DELETE " + target + " HTTP/1.1\r\nHost: " + host + "\r\nOrigin: " + PORTAL + "\r\n\r\n");

        assertThat(asked.status()).isEqualTo(200);
        assertThat(asked.headers())
                .containsEntry("access-control-allow-origin", PORTAL)
                .containsEntry("access-control-allow-methods", "GET, HEAD, PUT, POST, DELETE")
                .containsEntry("access-control-allow-headers", "x-amz-meta-a, authorization")
                .containsEntry("access-control-max-age", "600")
                .doesNotContainKey("access-control-allow-credentials");
        assertThat(injected.headers()).doesNotContainKey("access-control-allow-headers");
        assertThat(refused.status()).isGreaterThanOrEqualTo(400);
        assertThat(refused.headers())
                .containsEntry("access-control-allow-origin", PORTAL)
                .containsEntry("vary", "Origin, Access-Control-Request-Headers, Access-Control-Request-Method");
        assertThat(asked()).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://portal.example.com",
                "https://portal.example.com.evil.example",
                "https://portal.example.com:8443",
                "https://PORTAL.example.com",
                "null"
            })
    void originsThatLookLikeThePortalAreOthers(String origin) throws IOException {
        rules = "";

        WireClient.Answer answer = preflight("127.0.0.1", "/photos/k", origin, "GET", "");

        assertThat(answer.status()).isEqualTo(403);
        assertThat(answer.headers()).doesNotContainKey("access-control-allow-origin");
    }

    @Test
    void rulesAreReadForTheOwnerAndTheOriginStaysHere() throws IOException {
        preflight("127.0.0.1", "/photos/k", SHOP, "GET", "");

        ScriptedPlatform.Request sent = edge.platform.requests().getFirst();
        assertThat(sent.line()).isEqualTo("GET /photos?cors HTTP/1.1");
        assertThat(sent.header("authorization")).contains("Credential=OWNERKEY/");
        assertThat(sent.head()).doesNotContainIgnoringCase("origin");
    }

    @Test
    void preflightThatNoRuleIsForIsForbidden() throws IOException {
        for (WireClient.Answer answer : new WireClient.Answer[] {
            preflight("127.0.0.1", "/photos/k", "https://evil.example", "GET", ""),
            preflight("127.0.0.1", "/photos/k", SHOP, "DELETE", ""),
            preflight("127.0.0.1", "/photos/k", SHOP, "GET", "x-other")
        }) {
            assertThat(answer.status()).isEqualTo(403);
            assertThat(answer.body())
                    .contains("<Code>AccessForbidden</Code>", "not allowed", "<ResourceType>OBJECT</ResourceType>");
            assertThat(answer.headers()).doesNotContainKey("access-control-allow-origin");
        }
    }

    @Test
    void missingBucketLooksLikeOneWithoutRules() throws IOException {
        rules = "";

        WireClient.Answer without = preflight("127.0.0.1", "/photos", SHOP, "GET", "");
        WireClient.Answer missing = preflight("127.0.0.1", "/missing", SHOP, "GET", "");

        assertThat(without.status()).isEqualTo(403);
        assertThat(without.body())
                .contains(
                        "<Code>AccessForbidden</Code>", "<Message>CORSResponse: CORS is not enabled for this bucket.");
        assertThat(missing.status()).isEqualTo(without.status());
        assertThat(anonymised(missing).replace("missing", "photos")).isEqualTo(anonymised(without));
        assertThat(missing.headers().keySet()).isEqualTo(without.headers().keySet());
    }

    private static String anonymised(WireClient.Answer answer) {
        return answer.body().replaceAll("<(RequestId|HostId)>[^<]*</", "<$1></");
    }

    @ParameterizedTest
    @ValueSource(strings = {"500 Internal Server Error", "403 Forbidden"})
    void rulesThatCannotBeReadAllowNothing(String refusal) throws IOException {
        edge.close();
        edge = new S3TestServer(request -> request.answer(refusal, "", bytes("<Error/>")), Set.of(Capability.CORS));

        assertThat(preflight("127.0.0.1", "/photos", SHOP, "GET", "").body()).contains("CORS is not enabled");
    }

    /** The same page gets another answer once the rules can be read. */
    @ParameterizedTest
    @ValueSource(strings = {"500 Internal Server Error", "404 Not Found"})
    void answerToAPageVariesByOriginAlsoWithoutRules(String refusal) throws IOException {
        edge.close();
        edge = new S3TestServer(
                request -> request.line().contains("?cors")
                        ? request.answer(refusal, "", bytes("<Error><Code>NoSuchCORSConfiguration</Code></Error>"))
                        : request.answer(bytes("content")),
                Set.of(Capability.CORS));

        WireClient.Answer answer =
                edge.call(S3TestServer.ALICE, "GET", "/photos/k", "", new HeaderField("Origin", SHOP));

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.headers())
                .doesNotContainKey("access-control-allow-origin")
                .containsEntry("vary", "Origin");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Origin: https://shop.example.com\r\n", "Access-Control-Request-Method: GET\r\n"})
    void preflightWithoutAQuestionIsBad(String headers) throws IOException {
        WireClient.Answer answer = send("OPTIONS /photos/k HTTP/1.1\r\nHost: 127.0.0.1\r\n" + headers + "\r\n");

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.body()).contains("<Code>BadRequest</Code>");
        assertThat(edge.platform.requests()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"200 OK", "404 Not Found"})
    void answerToAPageMayBeReadByIt(String status) throws IOException {
        this.status = status;

        WireClient.Answer answer =
                edge.call(S3TestServer.ALICE, "GET", "/photos/k", "", new HeaderField("Origin", SHOP));

        assertThat(answer.status()).isEqualTo(Integer.parseInt(status.substring(0, 3)));
        assertThat(answer.headers())
                .containsEntry("access-control-allow-origin", SHOP)
                .containsEntry("vary", "Origin, Access-Control-Request-Headers, Access-Control-Request-Method");
    }

    /** Without the headers a page could not distinguish an expired URL from a network failure. */
    @Test
    void refusalThatNeverSawThePlatformMayBeReadToo() throws IOException {
        WireClient.Answer answer = send("GET /photos/k HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: " + SHOP
                + "\r\nAuthorization: AWS4-HMAC-SHA256 nonsense\r\n\r\n");

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.headers()).containsEntry("access-control-allow-origin", SHOP);
    }

    @Test
    void answerToAnotherPageOrToNoneTellsOfNoOriginAndVariesByIt() throws IOException {
        WireClient.Answer other = edge.call(
                S3TestServer.ALICE, "GET", "/photos/k", "", new HeaderField("Origin", "https://evil.example"));
        long askedForOther = asked();
        WireClient.Answer none = edge.call(S3TestServer.ALICE, "GET", "/photos/k", "");

        assertThat(other.headers())
                .doesNotContainKey("access-control-allow-origin")
                .containsEntry("vary", "Origin");
        assertThat(none.headers())
                .doesNotContainKey("access-control-allow-origin")
                .containsEntry("vary", "Origin");
        assertThat(asked()).isEqualTo(askedForOther);
    }

    @Test
    void rulesAreRememberedForSecondsAndOurOwnChangesCountAtOnce() throws IOException {
        preflight("127.0.0.1", "/photos", SHOP, "GET", "");
        preflight("127.0.0.1", "/photos", SHOP, "PUT", "");
        assertThat(asked()).isEqualTo(1);

        rules = RULES.replace("<AllowedMethod>PUT</AllowedMethod>", "");
        assertThat(preflight("127.0.0.1", "/photos", SHOP, "PUT", "").status()).isEqualTo(200);
        edge.nanos.addAndGet(Duration.ofSeconds(6).toNanos());
        assertThat(preflight("127.0.0.1", "/photos", SHOP, "PUT", "").status()).isEqualTo(403);

        assertThat(edge.call(S3TestServer.ALICE, "PUT", "/photos?cors", RULES).status())
                .isEqualTo(200);
        assertThat(preflight("127.0.0.1", "/photos", SHOP, "PUT", "").status()).isEqualTo(200);
        assertThat(edge.call(S3TestServer.ALICE, "DELETE", "/photos?cors", "").status())
                .isEqualTo(200);
        assertThat(preflight("127.0.0.1", "/photos", SHOP, "PUT", "").status()).isEqualTo(403);
    }

    @Test
    void rulesThatS3WouldNotTakeNeverReachThePlatform() throws IOException {
        WireClient.Answer answer = edge.call(
                S3TestServer.ALICE, "PUT", "/photos?cors", RULES.replace("ETag", "ETag&#13;&#10;Set-Cookie: a=b"));

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.body()).contains("<Code>InvalidRequest</Code>");
        assertThat(edge.platform.requests()).isEmpty();
    }

    @Test
    void platformWithoutRulesIsNotAsked() throws IOException {
        edge.close();
        edge = new S3TestServer(this::serve, Set.of(Capability.ACL));

        assertThat(preflight("127.0.0.1", "/photos", SHOP, "GET", "").status()).isEqualTo(403);
        assertThat(edge.platform.requests()).isEmpty();
    }
}
