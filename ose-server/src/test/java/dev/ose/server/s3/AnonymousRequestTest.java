package dev.ose.server.s3;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.server.http.WireClient;
import dev.ose.server.upstream.ScriptedPlatform;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class AnonymousRequestTest {

    private Edge edge;

    @BeforeEach
    void start() throws IOException {
        edge = new Edge(request -> request.answer("hello".getBytes(java.nio.charset.StandardCharsets.UTF_8)));
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
    void readGoesToThePlatformWithNobodysSignature() throws IOException {
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
    void chunksThatNobodySignedAreRefused(String payload) throws IOException {
        WireClient.Answer answer =
                ask("PUT /photos/k", "Content-Length: 4\r\nx-amz-content-sha256: " + payload + "\r\n", "body");

        assertThat(answer.status()).isEqualTo(403);
        assertThat(edge.platform.requests()).isEmpty();
    }
}
