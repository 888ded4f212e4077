package dev.ose.server.s3;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.s3.HttpDate;
import dev.ose.server.http.WireClient;
import dev.ose.server.platform.transport.ScriptedPlatform;
import dev.ose.testkit.SignedForm;
import dev.ose.testkit.Version2Signature;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests with Signature Version 2: refused unless enabled. */
@Timeout(60)
class SignatureVersion2Test {

    private static final String FORM_ETAG = "ETag: \"9a0364b9e99bb480dd25e1f0284c8555\"\r\n";

    @SuppressWarnings("NullAway.Init") // Started before each test.
    private S3TestServer edge;

    @BeforeEach
    void start() throws IOException {
        edge = S3TestServer.takingVersion2(SignatureVersion2Test::answer);
    }

    @AfterEach
    void stop() throws IOException {
        edge.close();
    }

    private static boolean answer(ScriptedPlatform.Request request) throws IOException {
        byte[] body = request.body();
        return request.answer("200 OK", FORM_ETAG, body);
    }

    private static String signature(String key, String text) {
        return Version2Signature.of(S3TestServer.secretOf(key).getBytes(StandardCharsets.UTF_8), text);
    }

    /** The head of a request without a body, signed by Alice; the headers are lines, those of Amazon in their order. */
    private String signed(String target, String resource, String amzHeaders) {
        String date = HttpDate.format(Instant.now());
        String text = "GET\n\n\n" + date + '\n' + amzHeaders + resource;
        return "GET " + target + " HTTP/1.1\r\nHost: 127.0.0.1:" + edge.port() + "\r\nDate: " + date + "\r\n"
                + amzHeaders.replace("\n", "\r\n") + "Authorization: AWS " + S3TestServer.ALICE + ':'
                + signature(S3TestServer.ALICE, text) + "\r\n";
    }

    private WireClient.Answer send(String head) throws IOException {
        try (WireClient client = edge.connect()) {
            return client.send(head + "\r\n").answer();
        }
    }

    private String link(String key, String path, String moreQuery) {
        long end = Instant.now().plusSeconds(60).getEpochSecond();
        String signature =
                URLEncoder.encode(signature(key, "GET\n\n\n" + end + '\n' + path), StandardCharsets.US_ASCII);
        return "GET " + path + "?AWSAccessKeyId=" + key + "&Expires=" + end + "&Signature=" + signature + moreQuery
                + " HTTP/1.1\r\nHost: 127.0.0.1:" + edge.port() + "\r\n";
    }

    private String form(String key) {
        byte[] form = new SignedForm()
                .field("key", "k")
                .condition("{\"bucket\": \"photos\"}")
                .signByVersion2(
                        key,
                        S3TestServer.secretOf(key).getBytes(StandardCharsets.UTF_8),
                        Instant.now().plusSeconds(60))
                .file("k", new byte[] {'b', 'o', 'd', 'y'});
        return "POST /photos HTTP/1.1\r\nHost: 127.0.0.1:" + edge.port() + "\r\nContent-Type: "
                + SignedForm.CONTENT_TYPE + "\r\nContent-Length: " + form.length + "\r\n\r\n"
                + new String(form, StandardCharsets.ISO_8859_1);
    }

    private WireClient.Answer post(String form) throws IOException {
        try (WireClient client = edge.connect()) {
            return client.send(form).answer();
        }
    }

    private static String code(WireClient.Answer answer) {
        return answer.body().replaceFirst("(?s).*<Code>(.*)</Code>.*", "$1");
    }

    /** The request line of the only platform request, which has a Signature Version 4. */
    private String line() {
        assertThat(edge.platform.requests()).hasSize(1);
        ScriptedPlatform.Request request = edge.platform.requests().getFirst();
        assertThat(request.header("authorization"))
                .startsWith("AWS4-HMAC-SHA256 Credential=VENDOR" + S3TestServer.ALICE + '/');
        return request.line();
    }

    @Test
    void signedRequestReachesThePlatformSignedAnew() throws IOException {
        WireClient.Answer answer = send(signed("/photos/a%20b?versionId=v%31", "/photos/a%20b?versionId=v1", ""));

        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        assertThat(line()).isEqualTo("GET /photos/a%20b?versionId=v1 HTTP/1.1");
    }

    @Test
    void bucketInTheHostIsSigned() throws IOException {
        String head = signed("/k", "/dotted.photos/k", "").replace("127.0.0.1", "dotted.photos.s3.localhost");

        assertThat(send(head).status()).isEqualTo(200);
        assertThat(line()).isEqualTo("GET /dotted.photos/k HTTP/1.1");
        assertThat(code(send(head.replace("dotted.photos.s3", "photos.s3")))).isEqualTo("SignatureDoesNotMatch");
    }

    @Test
    void linkAndFormAreTaken() throws IOException {
        assertThat(send(link(S3TestServer.ALICE, "/photos/k", "")).status()).isEqualTo(200);
        assertThat(line()).isEqualTo("GET /photos/k HTTP/1.1");
        assertThat(post(form(S3TestServer.ALICE)).status()).isEqualTo(204);
        assertThat(edge.platform.requests().getLast().line()).isEqualTo("PUT /photos/k HTTP/1.1");
    }

    @Test
    void othersLearnNoMoreThanBySignaturesOfVersionFour() throws IOException {
        WireClient.Answer now = edge.call(S3TestServer.EVE, "GET", "/photos/k", "");

        WireClient.Answer old = send(link(S3TestServer.EVE, "/photos/k", ""));
        WireClient.Answer disabled = send(link(S3TestServer.DISABLED, "/photos/k", ""));

        assertThat(old.status()).isEqualTo(now.status());
        assertThat(code(old)).isEqualTo(code(now));
        assertThat(disabled.status()).isEqualTo(403);
        assertThat(edge.platform.requests()).isEmpty();
    }

    @Test
    void unknownKeyAndWrongSignatureAreToldApart() throws IOException {
        assertThat(code(send(link("NOBODY", "/photos/k", "")))).isEqualTo("InvalidAccessKeyId");
        assertThat(code(send(link(S3TestServer.ALICE, "/photos/k", "").replace("/photos/k", "/photos/other"))))
                .isEqualTo("SignatureDoesNotMatch");
        assertThat(code(post(form("NOBODY")))).isEqualTo("InvalidAccessKeyId");
        assertThat(code(post(form(S3TestServer.EVE).replace(S3TestServer.EVE, S3TestServer.ALICE))))
                .isEqualTo("SignatureDoesNotMatch");
    }

    @Test
    void sessionNeedsItsTokenInASignedHeader() throws IOException {
        edge.openSession(S3TestServer.ALICE, "token");

        assertThat(code(send(signed("/photos/k", "/photos/k", "")))).isEqualTo("InvalidToken");
        assertThat(code(send(signed("/photos/k", "/photos/k", "") + "x-amz-security-token: token\r\n")))
                .isEqualTo("SignatureDoesNotMatch");
        assertThat(code(send(link(S3TestServer.ALICE, "/photos/k", "&x-amz-security-token=token"))))
                .isEqualTo("AccessDenied");
        assertThat(edge.platform.requests()).isEmpty();
        assertThat(send(signed("/photos/k", "/photos/k", "x-amz-security-token:token\n"))
                        .status())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Authorization: AWS AK:x\r\n",
                "Authorization: AWS4-HMAC-SHA256 Credential=AK/20130524/us-east-1/s3/aws4_request, SignedHeaders=host,"
                        + " Signature=x\r\n",
                "x-amz-acl: private\r\n",
                "x-amz-meta-a: b\r\n folded\r\n",
                "Content-Type: text/plain\r\nContent-Type: text/html\r\n",
                "Date: Mon, 01 Jan 1990 00:00:00 GMT\r\n"
            })
    void whatDoesNotGoWithASignatureIsRefused(String more) throws IOException {
        assertThat(send(signed("/photos/k", "/photos/k", "") + more).status()).isBetween(400, 403);
        assertThat(edge.platform.requests()).isEmpty();
    }

    @Test
    void secondSignatureInTheQueryIsRefused() throws IOException {
        String query = "?X-Amz-Signature=x";

        assertThat(code(send(signed("/photos/k" + query, "/photos/k", "")))).isEqualTo("InvalidArgument");
        assertThat(code(send(link(S3TestServer.ALICE, "/photos/k", "&X-Amz-Signature=x"))))
                .isEqualTo("InvalidArgument");
        assertThat(edge.platform.requests()).isEmpty();
    }

    @Test
    void framedBodyIsNeverStored() throws IOException {
        String stated = "x-amz-content-sha256:STREAMING-UNSIGNED-PAYLOAD-TRAILER\nx-amz-decoded-content-length:1\n";

        assertThat(code(send(signed("/photos/k", "/photos/k", stated)))).isEqualTo("InvalidRequest");
        assertThat(edge.platform.requests()).isEmpty();
    }

    @Test
    void iamKnowsVersionFourOnly() throws IOException {
        String head = signed("/", "/", "").replace("GET / ", "POST / ")
                + "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 0\r\n";

        assertThat(send(head).status()).isEqualTo(400);
    }

    /** A node with its defaults. */
    @Nested
    class ByDefault {

        @BeforeEach
        void startAnother() throws IOException {
            edge.close();
            edge = new S3TestServer(SignatureVersion2Test::answer);
        }

        @Test
        void versionTwoIsRefusedWhereverItStands() throws IOException {
            assertThat(code(send(signed("/photos/k", "/photos/k", "")))).isEqualTo("InvalidRequest");
            assertThat(code(send(link(S3TestServer.ALICE, "/photos/k", "")))).isEqualTo("InvalidRequest");
            assertThat(code(post(form(S3TestServer.ALICE)))).isEqualTo("InvalidRequest");
            assertThat(edge.platform.requests()).isEmpty();
        }
    }
}
