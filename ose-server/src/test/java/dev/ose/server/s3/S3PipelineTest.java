package dev.ose.server.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.ose.s3.sigv4.HeaderField;
import dev.ose.server.http.WireClient;
import dev.ose.server.platform.transport.ScriptedPlatform;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class S3PipelineTest {

    @SuppressWarnings("NullAway.Init") // Each test starts it with a platform of its own.
    private S3TestServer edge;

    @AfterEach
    void stop() throws IOException {
        edge.close();
    }

    private void start(ScriptedPlatform.Script script) throws IOException {
        edge = new S3TestServer(script);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String lines(String... lines) {
        return String.join("\r\n", lines) + "\r\n";
    }

    @Test
    void getStreamsThePlatformsAnswerAndHidesThePlatform() throws IOException {
        start(request -> request.answer(
                "200 OK",
                lines(
                        "ETag: \"e\"",
                        "Content-Type: text/x",
                        "x-amz-meta-a: 1",
                        "x-amz-request-id: theirs",
                        "x-amz-id-2: theirs",
                        "Server: vendor",
                        "x-rgw-object-type: Normal",
                        "Set-Cookie: c"),
                bytes("hello")));

        WireClient.Answer answer = edge.call(S3TestServer.ALICE, "GET", "/photos/a%20b?versionId=7&x-id=GetObject", "");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo("hello");
        assertThat(answer.headers())
                .containsEntry("etag", "\"e\"")
                .containsEntry("content-type", "text/x")
                .containsEntry("x-amz-meta-a", "1")
                .containsEntry("content-length", "5")
                .doesNotContainKeys("server", "x-rgw-object-type", "set-cookie");
        assertThat(answer.headers().get("x-amz-request-id")).isNotEqualTo("theirs");
        ScriptedPlatform.Request sent = edge.platform.requests().getFirst();
        assertThat(sent.line()).isEqualTo("GET /photos/a%20b?versionId=7 HTTP/1.1");
        assertThat(sent.header("authorization"))
                .contains("Credential=VENDORALICEKEY/")
                .contains("/plat-1/s3/");
        assertThat(edge.ledger).isEmpty();
    }

    @Test
    void conditionOfARangeIsThePlatformsToLookAt() throws IOException {
        edge = S3TestServer.withoutQuirks(request -> request.answer(new byte[0]));

        resume();

        assertThat(edge.platform.requests().getFirst().header("if-range")).isEqualTo("\"old\"");
        assertThat(edge.platform.requests().getFirst().header("range")).isEqualTo("bytes=5-");
    }

    @Test
    void platformThatOverlooksTheConditionOfARangeIsAskedForAll() throws IOException {
        start(request -> request.answer(new byte[0]));

        resume();
        edge.call(S3TestServer.ALICE, "GET", "/photos/k", "", new HeaderField("Range", "bytes=5-"));

        assertThat(edge.platform.requests().getFirst().header("if-range")).isEmpty();
        assertThat(edge.platform.requests().getFirst().header("range")).isEmpty();
        assertThat(edge.platform.requests().getLast().header("range")).isEqualTo("bytes=5-");
    }

    private void resume() throws IOException {
        edge.call(
                S3TestServer.ALICE,
                "GET",
                "/photos/k",
                "",
                new HeaderField("Range", "bytes=5-"),
                new HeaderField("If-Range", "\"old\""));
    }

    @Test
    void sendsNoHeaderThatItDoesNotKnow() throws IOException {
        start(request -> request.answer(new byte[0]));

        edge.call(
                S3TestServer.ALICE,
                "GET",
                "/photos/k",
                "",
                new HeaderField("x-emc-namespace", "other"),
                new HeaderField("x-rgw-admin", "1"),
                new HeaderField("X-Forwarded-For", "1.2.3.4"),
                new HeaderField("Cookie", "c"),
                new HeaderField("Accept-Encoding", "gzip"),
                new HeaderField("Range", "bytes=0-1"),
                new HeaderField("x-amz-meta-Kept", "yes"));

        ScriptedPlatform.Request sent = edge.platform.requests().getFirst();
        assertThat(sent.head().lines().skip(1).filter(line -> !line.isEmpty()).map(line -> line.substring(
                                0, line.indexOf(':'))
                        .toLowerCase(Locale.ROOT)))
                .containsExactlyInAnyOrder(
                        "host", "range", "x-amz-meta-kept", "x-amz-date", "x-amz-content-sha256", "authorization");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "x-amz-copy-source: photos/secret",
                "x-amz-acl: public-read",
                "x-amz-meta-a: 1",
                "x-amz-server-side-encryption: AES256",
                "x-amz-made-up: 1"
            })
    void refusesAnXAmzHeaderThatIsNotSigned(String line) throws IOException {
        start(request -> request.answer(new byte[0]));

        String signed = edge.signed(S3TestServer.ALICE, "PUT", "/photos/k", "body");
        WireClient.Answer answer = raw(signed.replaceFirst("\r\n", "\r\n" + line + "\r\n"));

        assertThat(answer.status()).isEqualTo(403);
        assertThat(answer.body())
                .contains("<Code>AccessDenied</Code>")
                .contains("HeadersNotSigned")
                .contains(line.substring(0, line.indexOf(':')));
        assertThat(edge.platform.requests()).isEmpty();
        assertThat(edge.ledger).isEmpty();
    }

    private WireClient.Answer raw(String request) throws IOException {
        try (WireClient client = edge.connect()) {
            return client.send(request).answer();
        }
    }

    @Test
    void answersAForeignBucketExactlyLikeAMissingOne() throws IOException {
        start(request -> request.answer(new byte[0]));

        WireClient.Answer foreign = edge.call(S3TestServer.ALICE, "GET", "/loot/k", "");
        WireClient.Answer missing = edge.call(S3TestServer.ALICE, "GET", "/nope/k", "");
        WireClient.Answer copied =
                edge.call(S3TestServer.ALICE, "PUT", "/photos/k", "", new HeaderField("x-amz-copy-source", "loot/k"));

        assertThat(foreign.status()).isEqualTo(404).isEqualTo(missing.status());
        assertThat(anonymous(foreign, "loot")).isEqualTo(anonymous(missing, "nope"));
        assertThat(copied.status()).isEqualTo(404);
        assertThat(copied.body()).contains("NoSuchBucket");
        assertThat(edge.platform.requests()).isEmpty();
    }

    private static String anonymous(WireClient.Answer answer, String name) {
        return answer.body()
                .replace(name, "B")
                .replace(answer.headers().get("x-amz-request-id"), "R")
                .replace(answer.headers().get("x-amz-id-2"), "H");
    }

    @ParameterizedTest
    @CsvSource({"DISABLEDKEY,InvalidAccessKeyId", "UNKNOWNKEY,InvalidAccessKeyId"})
    void refusesWhoMayNotAct(String key, String code) throws IOException {
        start(request -> request.answer(new byte[0]));

        WireClient.Answer answer = edge.call(key, "GET", "/photos/k", "");

        assertThat(answer.status()).isEqualTo(403);
        assertThat(answer.body()).contains("<Code>" + code + "</Code>");
        assertThat(edge.platform.requests()).isEmpty();
    }

    @Test
    void explainsAWrongSignatureAsS3Does() throws IOException {
        start(request -> request.answer(new byte[0]));

        WireClient.Answer answer =
                raw(edge.signed(S3TestServer.ALICE, "GET", "/photos/k", "").replace("GET /photos/k", "GET /photos/l"));

        assertThat(answer.status()).isEqualTo(403);
        assertThat(answer.body())
                .contains("<Code>SignatureDoesNotMatch</Code>", "<StringToSign>", "<CanonicalRequest>GET")
                .contains("<RequestId>" + answer.headers().get("x-amz-request-id") + "</RequestId>")
                .contains("<HostId>" + answer.headers().get("x-amz-id-2") + "</HostId>");
    }

    @Test
    void aPlatformThatRefusesOurKeyIsNotTheClientsFault() throws IOException {
        start(request -> request.answer(
                "403 Forbidden",
                "",
                bytes("<Error><Code>InvalidAccessKeyId</Code><Message>VENDORX</Message></Error>")));

        WireClient.Answer answer = edge.call(S3TestServer.ALICE, "GET", "/photos/k", "");

        assertThat(answer.status()).isEqualTo(500);
        assertThat(answer.body()).contains("InternalError").doesNotContain("VENDOR");
    }

    @Test
    void cutsAGetThatThePlatformDidNotFinish() throws IOException {
        start(request -> {
            request.send("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nonly this");
            return false;
        });

        Assertions.assertThatThrownBy(() -> edge.call(S3TestServer.ALICE, "GET", "/photos/k", ""))
                .isInstanceOf(EOFException.class)
                .hasMessageContaining("body cut");
    }

    @Test
    void listingsDoNotTellWhatThePlatformCallsTheTenant() throws IOException {
        start(request -> request.answer(
                bytes("<ListBucketResult><Tenant>vendor-tenant</Tenant><Name>photos</Name></ListBucketResult>")));

        WireClient.Answer answer = edge.call(S3TestServer.ALICE, "GET", "/photos?list-type=2", "");

        assertThat(answer.body()).contains("<Name>photos</Name>").doesNotContain("vendor-tenant");
    }

    @Test
    void listingsNameOwnersByOurIds() throws IOException {
        start(request -> request.answer(
                bytes("<ListBucketResult><Name>photos</Name><Contents><Key>a&#x1;&amp;</Key><Owner><ID>vendor-id</ID>"
                        + "<DisplayName>vendor-name</DisplayName></Owner></Contents></ListBucketResult>")));

        WireClient.Answer answer =
                edge.call(S3TestServer.ALICE, "GET", "/photos?prefix=a%2Bb+c&max-keys=5&made-up=1", "");

        assertThat(answer.body())
                .contains("<Owner><ID>" + "a".repeat(64) + "</ID><DisplayName>alice</DisplayName></Owner>")
                .contains("<Key>a&#x1;&amp;</Key>");
        assertThat(edge.platform.requests().getFirst().line())
                .isEqualTo("GET /photos?prefix=a%2Bb%20c&max-keys=5 HTTP/1.1");
    }

    @Test
    void headErrorsHaveNoBodyButAnId() throws IOException {
        start(request -> {
            request.send("HTTP/1.1 404 Not Found\r\nContent-Length: 300\r\n\r\n");
            return true;
        });

        WireClient.Answer answer = edge.call(S3TestServer.ALICE, "HEAD", "/photos/k", "");

        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.headers()).containsKey("x-amz-request-id");
    }

    @Test
    void headTellsTheLengthOfTheObject() throws IOException {
        start(request -> {
            request.send("HTTP/1.1 200 OK\r\nContent-Length: 12345678901\r\nETag: \"e\"\r\n\r\n");
            return true;
        });

        assertThat(edge.call(S3TestServer.ALICE, "HEAD", "/photos/k", "").headers())
                .containsEntry("content-length", "12345678901")
                .containsEntry("etag", "\"e\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/photos/../loot/k", "/photos/a/../../loot", "/photos/%2e%2e/loot", "/photos/..%2Floot"})
    void refusesKeysThatClimbOutOfTheirBucket(String target) throws IOException {
        start(request -> request.answer(new byte[0]));

        WireClient.Answer answer = edge.call(S3TestServer.ALICE, "GET", target, "");

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.body()).contains("<Code>InvalidURI</Code>");
        assertThat(edge.platform.requests()).isEmpty();
    }

    @Test
    void sendsKeysExactly() throws IOException {
        start(request -> request.answer(new byte[0]));

        edge.call(S3TestServer.ALICE, "GET", "/photos//a//%2Fb%25%2B+c~%E2%82%AC/../d/", "");

        assertThat(edge.platform.requests().getFirst().line())
                .isEqualTo("GET /photos//a///b%25%2B%2Bc~%E2%82%AC/../d/ HTTP/1.1");
    }

    @Test
    void duringADatabaseOutageKnownReadersContinueAndNoKeyIsCalledWrong() throws IOException {
        start(request -> request.answer(bytes("x")));
        edge.databaseGone = true;

        assertThat(edge.call(S3TestServer.ALICE, "GET", "/photos/k", "").status())
                .isEqualTo(200);
        assertThat(edge.call("UNKNOWNKEY", "GET", "/photos/k", "").status()).isEqualTo(503);
        assertThat(edge.call(S3TestServer.ALICE, "PUT", "/photos/k", "content").status())
                .isEqualTo(503);
        assertThat(edge.platform.requests()).hasSize(1);
    }

    @Test
    void recordsEachRequestOnceWithoutItsQuery() throws IOException {
        start(request -> request.answer(bytes("hello")));

        edge.call(S3TestServer.ALICE, "GET", "/photos/k?versionId=x", "");

        await().atMost(Duration.ofMinutes(1)).until(() -> !edge.summaries.isEmpty());
        assertThat(edge.summaries).singleElement().satisfies(summary -> {
            assertThat(summary.operation()).isEqualTo("GetObject");
            assertThat(summary.path()).isEqualTo("/photos/k");
            assertThat(summary.status()).isEqualTo(200);
            assertThat(summary.cost().bytesOut()).isEqualTo(5);
            assertThat(summary.client().accessKey()).isEqualTo(S3TestServer.ALICE);
            assertThat(summary.failure()).isNull();
        });
    }

    @Test
    void servesManyRequestsOnOneConnection() throws IOException {
        start(request -> {
            request.body();
            return request.answer("200 OK", "ETag: \"9a0364b9e99bb480dd25e1f0284c8555\"\r\n", new byte[0]);
        });

        try (WireClient client = edge.connect()) {
            for (int i = 0; i < 50; i++) {
                client.send(edge.signed(
                        S3TestServer.ALICE, i % 2 == 0 ? "PUT" : "GET", "/photos/k" + i, i % 2 == 0 ? "body" : ""));
                assertThat(client.answer().status()).isEqualTo(200);
            }
        }
        assertThat(edge.platform.connections()).isEqualTo(1);
    }
}
