package dev.ose.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.it.Servers.Front;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Known problems with other gateways, tested directly and through the load balancers;
 * docs/reference/known-client-traps.md lists all of them with their tests.
 */
@ExtendWith(Servers.class)
@ParameterizedClass
@EnumSource(Front.class)
final class KnownTrapsIT {

    private static final byte[] CONTENT = "content".getBytes(StandardCharsets.US_ASCII);

    @Parameter
    Front front;

    private S3Target target;
    private String bucket;
    private final List<String> stored = new ArrayList<>();

    @BeforeEach
    void makeBucket(Servers.Fronts fronts) {
        target = fronts.target(front, Where.HTTP);
        bucket = "traps-" + UUID.randomUUID();
        send(SignedRequest.of("PUT", '/' + bucket)).assertStatus(200);
    }

    @AfterEach
    void removeBucket() {
        stored.forEach(path -> send(SignedRequest.of("DELETE", path)).assertStatus(204));
        send(SignedRequest.of("DELETE", '/' + bucket)).assertStatus(204);
    }

    private WireAnswer send(SignedRequest request) {
        return Wire.send(target, request);
    }

    private SignedRequest put(String key) {
        String path = '/' + bucket + '/' + key;
        if (!stored.contains(path)) {
            stored.add(path);
        }
        return SignedRequest.of("PUT", path).body(CONTENT);
    }

    private SignedRequest get(String key) {
        return SignedRequest.of("GET", '/' + bucket + '/' + key);
    }

    /** Trap 3: a load balancer that answers "100 Continue" itself takes away a header that was signed. */
    @Test
    void signedExpectIsVerifiedBehindEveryBalancer() {
        String head =
                new String(put("expected").header("Expect", "100-continue").head(target), StandardCharsets.ISO_8859_1);
        assertThat(head).containsIgnoringCase("expect: 100-continue").containsIgnoringCase("content-length: 7");

        try (Wire wire = Wire.connect(target)) {
            wire.write(head);
            wire.write(CONTENT);

            wire.answer("PUT").assertStatus(200);
        }
    }

    /** Trap 4: the signed host is that of Host, whatever headers proxies add. */
    @ParameterizedTest
    @ValueSource(strings = {"other.example.com", "other.example.com:8443", "[::1]:9000", "s3.localhost, proxy"})
    void forwardedHostChangesNothing(String host) {
        send(put("k").unsigned("X-Forwarded-Host", host).unsigned("X-Forwarded-Port", "1"))
                .assertStatus(200);

        assertThat(send(get("k").presigned(Duration.ofMinutes(5)).unsigned("X-Forwarded-Host", host))
                        .body())
                .isEqualTo(CONTENT);
    }

    /** Trap 5: browsers take the percent signs out of links where they think that they may. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "attachment;filename=a.txt",
                "attachment%3Bfilename%3Da.txt",
                "attachment;%20filename=%22a%20b.txt%22",
                "attachment%3B+filename%3D%22a+b.txt%22",
                "attachment;%20filename*=UTF-8''%25C3%25A4.txt"
            })
    void linkWithASemicolonInItsQueryServes(String disposition) {
        send(put("k")).assertStatus(200);

        WireAnswer answer =
                send(get("k?response-content-disposition=" + disposition).presigned(Duration.ofMinutes(5)));

        answer.assertStatus(200);
        assertThat(answer.header("content-disposition")).startsWith("attachment;");
    }

    /** Traps 6 and 7: characters that one side encodes and the other does not, and names that are empty. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "a!b",
                "a*b",
                "a'b",
                "a(b)",
                "a=b",
                "a@b",
                "a:b",
                "a$b",
                "a&b",
                "a,b",
                "a;b",
                "a+b",
                "a~b",
                "a%21b",
                "a%2Ab",
                "a%27b",
                "a%28b%29",
                "a%3Db",
                "a%40b",
                "a%3Ab",
                "a%24b",
                "a%26b",
                "a%2Cb",
                "a%3Bb",
                "a%2Bb",
                "a%7Eb",
                "a%20b",
                "a%25b",
                "a%2525b",
                "a%2Fb",
                "a%5Cb",
                "a%23b",
                "a%3Fb",
                "a%22b",
                "a%3Cb%3E",
                "a%0Ab",
                "a%01b",
                "%C3%A4",
                "/k",
                "a//b",
                "a/b/",
                "a//",
                "//",
                "a/.b",
                "...",
                "a%2f%2fb",
                "-",
                "%F0%9F%98%80"
            })
    void keyIsTheOneThatWasMeant(String key) {
        send(put(key)).assertStatus(200);

        assertThat(send(get(key)).body()).isEqualTo(CONTENT);
        assertThat(send(get(key).presigned(Duration.ofMinutes(5))).body()).isEqualTo(CONTENT);
        WireAnswer listing = send(SignedRequest.of("GET", '/' + bucket + "?list-type=2&encoding-type=url"));
        assertThat(decoded(listing.element("Key"))).isEqualTo(decoded(key));
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    /** Trap 9: values come back as they were sent, but for spaces in a row, which signatures take for one. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "text/plain;Charset=UTF-8",
                "text/plain; charset=utf-8",
                "TEXT/Plain",
                "a,b, c",
                "\"quoted; = \"",
                "\u00c3\u00a4",
                "\u00e4",
                "=?UTF-8?Q?=C3=A4?="
            })
    void headerValueComesBackAsItWas(String value) {
        send(put("k").header("Content-Type", value)
                        .header("Cache-Control", value)
                        .header("x-amz-meta-a_b", value)
                        .header("x-amz-meta-c.d", value))
                .assertStatus(200);

        WireAnswer answer = send(get("k"));

        assertThat(answer.headers())
                .containsEntry("content-type", value)
                .containsEntry("cache-control", value)
                .containsEntry("x-amz-meta-a_b", value)
                .containsEntry("x-amz-meta-c.d", value);
    }

    /** Traps 15 and 17: the framing of a body and its name stay on the wire. */
    @ParameterizedTest
    @ValueSource(strings = {"aws-chunked", "gzip,aws-chunked", "aws-chunked,gzip", "gzip, aws-chunked"})
    void framingIsNotStored(String coding) {
        String framed = "7\r\ncontent\r\n0\r\nx-amz-checksum-crc32:" + Checksums.crc32(CONTENT) + "\r\n\r\n";
        SignedRequest request = put("framed")
                .payload("STREAMING-UNSIGNED-PAYLOAD-TRAILER")
                .header("Content-Encoding", coding)
                .header("x-amz-decoded-content-length", "7")
                .header("x-amz-trailer", "x-amz-checksum-crc32")
                .declaring(Integer.toString(framed.length()));
        try (Wire wire = Wire.connect(target)) {
            wire.write(request.head(target));
            wire.write(framed);
            wire.answer("PUT").assertStatus(200);
        }

        WireAnswer answer = send(get("framed"));

        assertThat(answer.body()).isEqualTo(CONTENT);
        assertThat(answer.header("content-encoding")).isEqualTo(coding.contains("gzip") ? "gzip" : null);
    }

    /** Trap 21: after an empty upload with Expect the connection serves the next request. */
    @Test
    void emptyUploadThatExpectsLeavesACleanConnection() {
        try (Wire wire = Wire.connect(target)) {
            wire.exchange(put("empty").body(new byte[0]).header("Expect", "100-continue"))
                    .assertStatus(200);

            WireAnswer next = wire.exchange(get("empty"));

            next.assertStatus(200);
            assertThat(next.header("content-length")).isEqualTo("0");
        }
    }

    /** Trap 22: clients of today send a CRC32 where those of yesterday sent an MD5. */
    @Test
    void deletionTakesEitherChecksumAndNeedsOne() {
        String document = "<Delete><Object><Key>none</Key></Object></Delete>";
        byte[] bytes = document.getBytes(StandardCharsets.US_ASCII);

        send(delete(document).header("Content-MD5", Checksums.md5(bytes))).assertStatus(200);
        send(delete(document).header("x-amz-checksum-crc32", Checksums.crc32(bytes)))
                .assertStatus(200);
        assertThat(send(delete(document)).status()).isEqualTo(400);
        send(delete(document).header("Content-MD5", Checksums.md5(CONTENT))).assertRefused(400, "BadDigest");
        send(delete(document).header("x-amz-checksum-crc32", Checksums.crc32(CONTENT)))
                .assertRefused(400, "BadDigest");
    }

    private SignedRequest delete(String document) {
        return SignedRequest.of("POST", '/' + bucket + "?delete=").body(document);
    }

    /** Traps 28 and 29: lengths are those of the object, also where there is no body to count. */
    @Test
    void lengthsAreTrue() {
        send(put("k").header("Cache-Control", "max-age=1")).assertStatus(200);
        send(put("none").body(new byte[0])).assertStatus(200);

        assertThat(send(get("k")).header("content-length")).isEqualTo("7");
        assertThat(send(SignedRequest.of("HEAD", '/' + bucket + "/k")).header("content-length"))
                .isEqualTo("7");
        assertThat(send(get("none")).header("content-length")).isEqualTo("0");
        assertThat(send(SignedRequest.of("HEAD", '/' + bucket + "/none")).header("content-length"))
                .isEqualTo("0");
        WireAnswer part = send(get("k").header("Range", "bytes=1-2"));
        assertThat(part.status()).isEqualTo(206);
        assertThat(part.headers()).containsEntry("content-length", "2").containsEntry("content-range", "bytes 1-2/7");
        WireAnswer same = send(
                get("k").header("If-None-Match", String.valueOf(send(get("k")).header("etag"))));
        assertThat(same.status()).isEqualTo(304);
        assertThat(same.header("content-length")).isIn(null, "7");
        assertThat(same.headers()).containsKeys("etag", "last-modified").containsEntry("cache-control", "max-age=1");
    }

    /** A resumed download gets the rest of the same object, or all of a changed one. */
    @Test
    void downloadThatIsGoneOnWithIsOfOneObject() {
        send(put("k")).assertStatus(200);
        String tag = String.valueOf(send(get("k")).header("etag"));

        WireAnswer same = send(get("k").header("Range", "bytes=1-2").header("If-Range", tag));
        WireAnswer other = send(get("k").header("Range", "bytes=1-2").header("If-Range", "\"other\""));

        assertThat(same.status()).isEqualTo(206);
        assertThat(same.headers()).containsEntry("content-range", "bytes 1-2/7");
        assertThat(other.status()).isEqualTo(200);
        assertThat(other.body()).isEqualTo(CONTENT);
    }

    /** Trap 40: the client receives the refusal of an upload even if it continues sending. */
    @Test
    void refusalOfALargeUploadCanBeReadByAClientThatAsksFirst() {
        SignedRequest request = SignedRequest.of("PUT", "/no-such-" + bucket + "/k")
                .payload("UNSIGNED-PAYLOAD")
                .header("Expect", "100-continue")
                .declaring(Integer.toString(100 * Samples.MIB));
        try (Wire wire = Wire.connect(target)) {
            wire.write(request.head(target));

            wire.answer("PUT").assertRefused(404, "NoSuchBucket");
        }
    }
}
