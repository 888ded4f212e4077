package dev.ose.server.s3;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.server.http.WireClient;
import dev.ose.server.platform.transport.ScriptedPlatform;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class AnonymousRequestTest {

    private S3TestServer edge;

    @BeforeEach
    void start() throws IOException {
        edge = new S3TestServer(request -> request.answer("hello".getBytes(StandardCharsets.UTF_8)));
    }

    @AfterEach
    void stop() throws IOException {
        edge.close();
    }

    private WireClient.Answer ask(String line, String headers, String body) throws IOException {
        try (WireClient client = edge.connect()) {
            client.send(line + " HTTP/1.1\r\nHost: 127.0.0.1\r\n" + headers + "\r\n" + body);
            return client.answer();
        }
    }

    @Test
    void anonymousReadIsSentUnsigned() throws IOException {
        WireClient.Answer answer = ask("GET /photos/k", "", "");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo("hello");
        ScriptedPlatform.Request sent = edge.platform.requests().getFirst();
        assertThat(sent.line()).isEqualTo("GET /group1:photos/k HTTP/1.1");
        assertThat(sent.head()).doesNotContainIgnoringCase("authorization").doesNotContain("VENDOR");
    }

    @Test
    void writeIsTrackedAsEveryWriteIs() throws IOException {
        WireClient.Answer answer = ask("PUT /photos/k", "Content-Length: 4\r\n", "body");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(edge.ledger.getFirst()).isEqualTo("begin k");
        assertThat(edge.platform.requests().getFirst().head()).doesNotContainIgnoringCase("authorization");
    }

    /** The client does not get 100 Continue for a refused body. */
    @Test
    void strangerIsRefusedBeforeBeingToldToContinue() throws IOException {
        edge.close();
        edge = new S3TestServer(request -> request.answer("403 Forbidden", "", new byte[0]));

        for (int length : new int[] {4, 1_000_000}) {
            WireClient.Answer answer =
                    ask("PUT /photos/k", "Content-Length: " + length + "\r\nExpect: 100-continue\r\n", "");

            assertThat(answer.status()).isEqualTo(403);
        }
        assertThat(edge.platform.requests())
                .allSatisfy(sent -> assertThat(sent.header("expect")).isEqualTo("100-continue"));
    }

    @ParameterizedTest
    @ValueSource(ints = {4, 1_000_000})
    void bodyFollowsThePlatformsConsent(int length) throws IOException {
        edge.close();
        edge = new S3TestServer(request ->
                request.answer("200 OK", "x-amz-meta-length: " + request.body().length + "\r\n", new byte[0]));

        try (WireClient client = edge.connect()) {
            client.send("PUT /photos/k HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: " + length
                    + "\r\nExpect: 100-continue\r\n\r\n");
            assertThat(client.answer().status()).isEqualTo(100);
            client.send("x".repeat(length));
            WireClient.Answer answer = client.answer();

            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.headers()).containsEntry("x-amz-meta-length", Integer.toString(length));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /",
                "PUT /newbucket",
                "DELETE /photos",
                "GET /photos?location",
                "PUT /photos?policy",
                "PUT /photos?acl",
                "GET /photos/k?response-content-type=text/html",
                "POST /photos/k?select&select-type=2",
                "GET /nobodys/k",
                "GET /nobodys"
            })
    void whatOnlyAHolderOfAKeyMayDoNeverReachesThePlatform(String line) throws IOException {
        WireClient.Answer answer = ask(line, line.startsWith("GET") ? "" : "Content-Length: 0\r\n", "");

        assertThat(answer.status()).isEqualTo(403);
        assertThat(answer.body()).contains("<Code>AccessDenied</Code>");
        assertThat(edge.platform.requests()).isEmpty();
    }

    @Test
    void refusedStrangerDoesNotLearnThatThereIsABucket() throws IOException {
        stop();
        edge = new S3TestServer(request -> request.answer("403 Forbidden", "", new byte[0]));

        WireClient.Answer refused = head("/photos");
        WireClient.Answer missing = head("/nobodys");

        assertThat(refused.status()).isEqualTo(403);
        assertThat(missing.status()).isEqualTo(403);
        assertThat(refused.headers().keySet()).isEqualTo(missing.headers().keySet());
    }

    private WireClient.Answer head(String target) throws IOException {
        try (WireClient client = edge.connect()) {
            client.send("HEAD " + target + " HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
            return client.headAnswer();
        }
    }

    /** A platform may answer that it does not support a setting before it authorises the request. */
    @ParameterizedTest
    @CsvSource({
        "accelerate, 501 Not Implemented",
        "website, 405 Method Not Allowed",
        "abac, 501 Not Implemented",
        "notification, 404 Not Found"
    })
    void strangerDoesNotLearnWhatThePlatformLacks(String setting, String status) throws IOException {
        stop();
        edge = new S3TestServer(request -> request.answer(status, "", new byte[0]));

        WireClient.Answer there = ask("GET /photos?" + setting, "", "");
        WireClient.Answer missing = ask("GET /nobodys?" + setting, "", "");

        assertThat(there.status()).isEqualTo(403);
        assertThat(anonymised(there).replace("photos", "nobodys")).isEqualTo(anonymised(missing));
        assertThat(there.headers().keySet()).isEqualTo(missing.headers().keySet());
    }

    /** An answer about faults of the request would disclose that the resource exists. */
    @ParameterizedTest
    @CsvSource({
        "PUT /%s/k, Transfer-Encoding: chunked, '1\r\nx\r\n0\r\n\r\n'",
        "PUT /%s/k, x-amz-grant-read: nonsense, ''",
        "PUT /%s/k?encryption, x-amz-meta-a: b, ''",
        "GET /%s/k?attributes, x-amz-object-attributes: ETag, ''",
        "POST /%s/k?uploadId=u, x-amz-meta-a: b, ''",
        "POST /%s?delete, x-amz-meta-a: b, ''",
        "POST /%s/k?restore, x-amz-meta-a: b, ''"
    })
    void faultsAreToldOnlyOfWhatMayBeKnownToExist(String line, String header, String body) throws IOException {
        String length = header.startsWith("Transfer-Encoding") ? "" : "Content-Length: 0\r\n";
        WireClient.Answer there = ask(line.formatted("photos"), header + "\r\n" + length, body);
        WireClient.Answer missing = ask(line.formatted("nobodys"), header + "\r\n" + length, body);

        assertThat(there.status()).isEqualTo(403);
        assertThat(anonymised(there).replace("photos", "nobodys")).isEqualTo(anonymised(missing));
        assertThat(edge.platform.requests()).isEmpty();
    }

    private static String anonymised(WireClient.Answer answer) {
        return answer.body().replaceAll("<(RequestId|HostId)>[^<]*</", "<$1></");
    }

    @ParameterizedTest
    @ValueSource(strings = {"foreign/secret", "photos/secret"})
    void copyNeverReachesThePlatform(String source) throws IOException {
        WireClient.Answer answer =
                ask("PUT /photos/k", "Content-Length: 0\r\nx-amz-copy-source: " + source + "\r\n", "");

        assertThat(answer.status()).isEqualTo(403);
        assertThat(edge.platform.requests()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"STREAMING-AWS4-HMAC-SHA256-PAYLOAD", "STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER", "junk"})
    void unsignedChunksAreRefused(String payload) throws IOException {
        WireClient.Answer answer =
                ask("PUT /photos/k", "Content-Length: 4\r\nx-amz-content-sha256: " + payload + "\r\n", "body");

        assertThat(answer.status()).isEqualTo(403);
        assertThat(edge.platform.requests()).isEmpty();
    }
}
