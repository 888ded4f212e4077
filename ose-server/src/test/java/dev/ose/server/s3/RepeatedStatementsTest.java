package dev.ose.server.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.ose.s3.sigv4.HeaderField;
import dev.ose.server.http.WireClient;
import dev.ose.server.platform.transport.ScriptedPlatform;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that state one fact in two places: refused, unless both are equal or form a list. */
@Timeout(60)
class RepeatedStatementsTest {

    @SuppressWarnings("NullAway.Init") // Started before each test.
    private S3TestServer edge;

    @BeforeEach
    void start() throws IOException {
        // A platform without quirks.
        edge = S3TestServer.withoutQuirks(request -> request.answer(new byte[0]));
    }

    @AfterEach
    void stop() throws IOException {
        edge.close();
    }

    private static HeaderField header(String name, String value) {
        return new HeaderField(name, value);
    }

    private void assertRefused(WireClient.Answer answer, String code) {
        assertThat(answer.body()).contains("<Code>" + code + "</Code>");
        assertThat(edge.platform.requests()).isEmpty();
        assertThat(edge.ledger).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "x-amz-copy-source, /photos/a, /loot/a",
        "x-amz-acl, private, public-read",
        "x-amz-tagging, a=1, a=2",
        "x-amz-storage-class, STANDARD, STANDARD",
        "x-amz-checksum-crc32, AAAAAA==, AAAAAA==",
        "x-amz-server-side-encryption, AES256, aws:kms",
        "x-amz-bypass-governance-retention, false, true",
        "x-amz-expected-bucket-owner, 1, 2",
        "Content-Type, text/plain, text/html",
        "Content-MD5, 1B2M2Y8AsgTpgAmY7PhCfg==, 1B2M2Y8AsgTpgAmY7PhCfg==",
        "Range, bytes=0-1, bytes=2-3",
        "Expires, 0, 1"
    })
    void headerThatMeansOneThingMayNotBeRepeated(String name, String first, String second) throws IOException {
        WireClient.Answer answer =
                edge.call(S3TestServer.ALICE, "PUT", "/photos/k", "x", header(name, first), header(name, second));

        assertThat(answer.status()).isEqualTo(400);
        assertRefused(answer, "InvalidArgument");
    }

    /** The platform receives the single list that the client's signature covers. */
    @Test
    void linesOfAListGoOnAsOneLine() throws IOException {
        edge.call(
                S3TestServer.ALICE,
                "GET",
                "/photos/k?attributes",
                "",
                header("x-amz-object-attributes", "ETag"),
                header("x-amz-object-attributes", "ObjectSize"),
                header("x-amz-object-attributes", "StorageClass"));

        assertThat(lines("x-amz-object-attributes")).containsExactly("ETag,ObjectSize,StorageClass");
    }

    @Test
    void linesOfMetadataGoOnAsOneLine() throws IOException {
        edge.call(
                S3TestServer.ALICE,
                "PUT",
                "/photos/k",
                "x",
                header("x-amz-meta-a", "1"),
                header("x-amz-meta-b", "only"),
                header("x-amz-meta-a", "2"),
                header("Cache-Control", "no-store"),
                header("Cache-Control", "private"));

        assertThat(lines("x-amz-meta-a")).containsExactly("1,2");
        assertThat(lines("x-amz-meta-b")).containsExactly("only");
        assertThat(lines("cache-control")).containsExactly("no-store,private");
    }

    private List<String> lines(String name) {
        ScriptedPlatform.Request sent = edge.platform.requests().getFirst();
        return sent.head()
                .lines()
                .filter(line -> line.regionMatches(true, 0, name + ":", 0, name.length() + 1))
                .map(line -> line.substring(name.length() + 1).strip())
                .toList();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/photos/k?versionId=a&versionId=b",
                "/photos/k?response-content-type=text/plain&response-content-type=text/html",
                "/photos?list-type=2&start-after=a&start-after=b",
                "/photos?list-type=2&max-keys=1&max-keys=2",
                "/photos?list-type=2&delimiter=a&delimiter=b",
                "/photos?acl&acl",
                "/?prefix=a&prefix=b"
            })
    void parameterThatMeansSomethingMayNotBeRepeated(String target) throws IOException {
        assertRefused(edge.call(S3TestServer.ALICE, "GET", target, ""), "InvalidArgument");
    }

    /** The address is that of the request line and Host; headers of proxies are ignored. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "X-Forwarded-Host: loot.s3.localhost",
                "X-Forwarded-Host: evil.example",
                "X-Forwarded-Prefix: /loot",
                "X-Original-URL: /loot/k",
                "X-Rewrite-URL: /loot/k",
                "X-Host: loot.s3.localhost",
                "Forwarded: host=loot.s3.localhost;for=10.0.0.1",
                "X-HTTP-Method-Override: DELETE"
            })
    void headersOfProxiesChangeNoAddress(String line) throws IOException {
        try (WireClient client = edge.connect()) {
            String signed = edge.signed(S3TestServer.ALICE, "GET", "/photos/k", "");
            client.send(signed.replaceFirst("\r\n", "\r\n" + line + "\r\n"));

            assertThat(client.answer().status()).isEqualTo(200);
        }
        assertThat(edge.platform.requests().getFirst().line()).isEqualTo("GET /photos/k HTTP/1.1");
    }

    /** The client's address is the connection's, or the one that a trusted balancer states. */
    @Test
    void headersOfProxiesChangeNoOrigin() throws IOException {
        try (WireClient client = edge.connect()) {
            String signed = edge.signed(S3TestServer.ALICE, "GET", "/photos/k", "");
            client.send(signed.replaceFirst(
                    "\r\n",
                    "\r\nX-Forwarded-For: 198.51.100.7\r\nX-Real-IP: 198.51.100.7\r\nX-Forwarded-Proto: https\r\n"));
            client.answer();
        }

        await().atMost(Duration.ofMinutes(1)).until(() -> !edge.summaries.isEmpty());
        assertThat(edge.summaries)
                .allSatisfy(summary -> assertThat(summary.client().address()).isIn("127.0.0.1", "localhost"));
    }
}
