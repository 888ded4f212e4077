package dev.ose.server.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.ose.s3.UriEncoding;
import dev.ose.s3.sigv4.AccessKeyId;
import dev.ose.s3.sigv4.CredentialScope;
import dev.ose.s3.sigv4.HeaderField;
import dev.ose.s3.sigv4.OutgoingRequest;
import dev.ose.s3.sigv4.SigV4Signer;
import dev.ose.s3.sigv4.SigningKey;
import dev.ose.server.http.WireClient;
import dev.ose.server.platform.transport.ScriptedPlatform;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Presigned URLs with headers in the query, as SDKs create them. */
@Timeout(120)
class HoistedHeadersTest {

    private static final Path JS_CLIENT = Path.of(System.getProperty("user.home"), ".cache/ose-tools/js-client");
    /** The signer of the SDK for JavaScript, as its presigner calls it. */
    private static final String JS = """
            import { createHash, createHmac } from "node:crypto";
            import { SignatureV4 } from "@smithy/signature-v4";
            class Sha256 {
              constructor(key) { this.hash = key ? createHmac("sha256", key) : createHash("sha256"); }
              update(data) { this.hash.update(data); }
              async digest() { return new Uint8Array(this.hash.digest()); }
            }
            const [host, accessKeyId, secretAccessKey] = process.argv.slice(-3);
            const signer = new SignatureV4({ service: "s3", region: "us-east-1", sha256: Sha256, uriEscapePath: false,
              credentials: { accessKeyId, secretAccessKey } });
            const { query } = await signer.presign({ method: "PUT", protocol: "http:", hostname: host,
              path: "/photos/k",
              query: {}, headers: { host, "x-amz-meta-colour": "red + blue", "x-amz-storage-class": "STANDARD_IA",
              "x-amz-tagging": "a=b%20c", "x-amz-content-sha256": "UNSIGNED-PAYLOAD" } },
              { expiresIn: 60, unhoistableHeaders: new Set(["x-amz-content-sha256"]),
                unsignableHeaders: new Set(["content-type"]) });
            console.log(Object.entries(query).map(([k, v]) => k + "=" + encodeURIComponent(v)).join("&"));
            """;

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit makes it.
    Path folder;

    private S3TestServer edge;

    @BeforeEach
    void start() throws IOException {
        edge = new S3TestServer(request -> {
            // Otherwise it would be parsed as the next request on the connection.
            request.body();
            return request.answer("200 OK", "ETag: \"x\"\r\n", new byte[0]);
        });
    }

    @AfterEach
    void stop() throws IOException {
        edge.close();
    }

    private String link(String method, String hoisted, HeaderField... headers) {
        Instant now = Instant.now();
        SigningKey key = SigningKey.derive(
                S3TestServer.secretOf(S3TestServer.ALICE).getBytes(StandardCharsets.UTF_8),
                CredentialScope.at(now, "us-east-1", "s3"));
        List<HeaderField> all = new ArrayList<>(List.of(headers));
        all.add(new HeaderField("Host", host()));
        return new SigV4Signer()
                .presign(
                        new OutgoingRequest(method, "/photos/k", hoisted, all, "UNSIGNED-PAYLOAD"),
                        new AccessKeyId(S3TestServer.ALICE),
                        key,
                        now,
                        Duration.ofMinutes(1),
                        null);
    }

    private String host() {
        return "127.0.0.1:" + edge.port();
    }

    private WireClient.Answer put(String query, HeaderField... headers) throws IOException {
        StringBuilder head = new StringBuilder(
                "PUT /photos/k?" + query + " HTTP/1.1\r\nHost: " + host() + "\r\nContent-Length: 1\r\n");
        for (HeaderField header : headers) {
            head.append(header.name()).append(": ").append(header.value()).append("\r\n");
        }
        try (WireClient client = edge.connect()) {
            return client.send(head + "\r\nx").answer();
        }
    }

    private ScriptedPlatform.Request last() {
        return edge.platform.requests().getLast();
    }

    @ParameterizedTest
    @CsvSource({
        "x-amz-meta-colour, red",
        "X-Amz-Meta-Colour, red",
        "x-amz-storage-class, STANDARD_IA",
        "x-amz-tagging, a=b&c=d",
        "x-amz-acl, private",
        "x-amz-server-side-encryption, AES256",
        "x-amz-website-redirect-location, /other"
    })
    void headerInTheQueryIsOneToThePlatform(String name, String value) throws IOException {
        String hoisted = name + '=' + UriEncoding.encodeQuery(value);

        assertThat(put(link("PUT", hoisted)).status()).isEqualTo(200);

        assertThat(last().header(name.toLowerCase(Locale.ROOT))).isEqualTo(value);
        assertThat(last().line()).isEqualTo("PUT /photos/k HTTP/1.1");
    }

    @Test
    void checksumInTheQueryIsOneOfTheBody() throws IOException {
        String right = "jNwVgw==";

        assertThat(put(link("PUT", "x-amz-checksum-crc32=" + UriEncoding.encodeQuery(right)))
                        .status())
                .isEqualTo(200);
        assertThat(last().header("x-amz-checksum-crc32")).isEqualTo(right);
        // The node verifies an algorithm that this platform does not support.
        assertThat(put(link("PUT", "x-amz-checksum-sha512=" + UriEncoding.encodeQuery("A".repeat(86) + "==")))
                        .body())
                .contains("<Code>BadDigest</Code>");
    }

    @Test
    void copySourceInTheQueryIsCopiedFrom() throws IOException {
        put(link("PUT", "x-amz-copy-source=photos%2Fother"));

        assertThat(last().header("x-amz-copy-source")).contains("photos/other");
    }

    @ParameterizedTest
    @ValueSource(strings = {"x-amz-write-offset-bytes=1", "x-amz-unheard-of=1", "x-amz-grant-unheard=1"})
    void whatIsNotOfferedAsAHeaderIsNotInTheQuery(String hoisted) throws IOException {
        assertThat(put(link("PUT", hoisted)).body()).contains("<Code>NotImplemented</Code>");
        assertThat(edge.platform.requests()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "x-amz-storage-class=STANDARD&X-Amz-Storage-Class=STANDARD",
                "x-amz-acl=private&x-amz-acl=public-read",
                "x-amz-meta-a=%0d%0aInjected:%20yes",
                "x-amz-meta-%0a=a"
            })
    void whatAHeaderCouldNotSayIsRefused(String hoisted) throws IOException {
        assertThat(put(link("PUT", hoisted)).body()).contains("<Code>InvalidArgument</Code>");
        assertThat(edge.platform.requests()).isEmpty();
    }

    @Test
    void headerBesideTheQueryHasToSayTheSame() throws IOException {
        HeaderField same = new HeaderField("x-amz-storage-class", "STANDARD_IA");
        HeaderField other = new HeaderField("x-amz-storage-class", "STANDARD");

        assertThat(put(link("PUT", "x-amz-storage-class=STANDARD_IA", same), same)
                        .status())
                .isEqualTo(200);
        assertThat(last().header("x-amz-storage-class")).isEqualTo("STANDARD_IA");
        assertThat(put(link("PUT", "x-amz-storage-class=STANDARD_IA", other), other)
                        .body())
                .contains("<Code>InvalidArgument</Code>");
    }

    @Test
    void headerThatWasAddedToALinkIsRefused() throws IOException {
        assertThat(put(link("PUT", "") + "&x-amz-acl=public-read").body())
                .contains("<Code>SignatureDoesNotMatch</Code>");
        assertThat(put("AWSAccessKeyId=" + S3TestServer.ALICE + "&Expires=4000000000&Signature=x&x-amz-acl=public-read")
                        .body())
                .contains("<Code>InvalidArgument</Code>", "Version 2");
        assertThat(edge.platform.requests()).isEmpty();
    }

    @Test
    void linkOfTheSdkForJavaScriptBringsItsHeaders() throws Exception {
        assumeThat(JS_CLIENT.resolve("node_modules/@smithy/signature-v4")).exists();
        Path script =
                JS_CLIENT.resolve("node_modules/.ose-" + ProcessHandle.current().pid() + ".mjs");
        Files.writeString(script, JS);
        try {
            Process node = new ProcessBuilder(
                            "node",
                            script.toString(),
                            host(),
                            S3TestServer.ALICE,
                            S3TestServer.secretOf(S3TestServer.ALICE))
                    .redirectError(folder.resolve("errors").toFile())
                    .start();
            String query = new String(node.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            assertThat(node.waitFor())
                    .as(Files.readString(folder.resolve("errors")))
                    .isZero();
            assertThat(query).contains("x-amz-meta-colour=", "X-Amz-Signature=");

            assertThat(put(query, new HeaderField("x-amz-content-sha256", "UNSIGNED-PAYLOAD"))
                            .status())
                    .isEqualTo(200);

            assertThat(last().header("x-amz-meta-colour")).isEqualTo("red + blue");
            assertThat(last().header("x-amz-storage-class")).isEqualTo("STANDARD_IA");
            assertThat(last().header("x-amz-tagging")).isEqualTo("a=b%20c");
        } finally {
            Files.delete(script);
        }
    }
}
