package dev.ose.adapter.embedded.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.adapter.embedded.PlatformFixture;
import dev.ose.s3.HttpDate;
import dev.ose.s3.sigv4.HeaderField;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.sync.RequestBody;

class RawRequestsTest {

    private static final String TRAILER_MODE = "STREAMING-UNSIGNED-PAYLOAD-TRAILER";

    @RegisterExtension
    static final PlatformFixture PLATFORM = new PlatformFixture();

    private final String bucket = PLATFORM.newBucket();
    private final RawClient client = new RawClient(PLATFORM);

    @Test
    void anonymousRequestIsDenied() throws IOException {
        var answer = client.send("GET /" + bucket + "/k HTTP/1.1\r\nHost: " + client.host() + "\r\n\r\n");

        assertThat(answer.status()).isEqualTo(403);
        assertThat(answer.body()).contains("<Code>AccessDenied</Code>");
        assertThat(answer.head()).contains("x-amz-request-id: ");
    }

    @Test
    void wrongSignatureIsRefused() throws IOException {
        String head = client.head("GET", "/" + bucket + "?location", RawClient.UNSIGNED);

        var answer = client.send(head.replace("?location", "?acl"));

        assertThat(answer.status()).isEqualTo(403);
        assertThat(answer.body()).contains("<Code>SignatureDoesNotMatch</Code>");
    }

    @Test
    void unsignedAmzHeaderIsRefused() throws IOException {
        String head = client.head("PUT", "/" + bucket + "/k", RawClient.UNSIGNED, length(1));

        var answer = client.send(head.replace("\r\n\r\n", "\r\nx-amz-copy-source: /some-bucket/k\r\n\r\n") + "x");

        assertThat(answer.status()).isEqualTo(403);
        assertThat(answer.body()).contains("<HeadersNotSigned>x-amz-copy-source");
        assertThat(exists("k")).isFalse();
    }

    @Test
    void wrongPayloadHashLeavesNothing() throws IOException {
        String head = client.head("PUT", "/" + bucket + "/k", RawClient.sha256("other"), length(4));

        var answer = client.send(head + "body");

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.body()).contains("<Code>XAmzContentSHA256Mismatch</Code>");
        assertThat(exists("k")).isFalse();
        assertThat(PLATFORM.directory().resolve("data/incoming")).isEmptyDirectory();
    }

    @Test
    void cutBodyLeavesNothing() throws IOException {
        String head = client.head("PUT", "/" + bucket + "/k", RawClient.UNSIGNED, length(100));

        client.send(head + "only this", true);

        assertThat(exists("k")).isFalse();
        assertThat(PLATFORM.directory().resolve("data/incoming")).isEmptyDirectory();
    }

    @Test
    void missingLengthIsTold() throws IOException {
        var answer = client.send(client.head("PUT", "/" + bucket + "/k", RawClient.UNSIGNED));
        var chunked = client.send(client.head(
                        "PUT", "/" + bucket + "/k", RawClient.UNSIGNED, new HeaderField("Transfer-Encoding", "chunked"))
                + "1\r\nx\r\n0\r\n\r\n");

        assertThat(answer.status()).isEqualTo(411);
        assertThat(chunked.status()).isEqualTo(411);
        assertThat(chunked.body()).contains("MissingContentLength");
    }

    @ParameterizedTest
    @ValueSource(strings = {"18446744073709551621", "+5", "5, 5", "0x5"})
    void strangeLengthsAreRefused(String length) throws IOException {
        var answer = client.send("PUT /" + bucket + "/k HTTP/1.1\r\nHost: " + client.host() + "\r\nContent-Length: "
                + length + "\r\n\r\n12345");

        assertThat(answer.status()).isEqualTo(400);
    }

    @Test
    void otherTransferCodingsAreRefused() throws IOException {
        var answer = client.send("PUT /" + bucket + "/k HTTP/1.1\r\nHost: " + client.host()
                + "\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n");

        assertThat(answer.status()).isEqualTo(501);
    }

    @Test
    void tooLargeBodyIsRefusedBeforeItIsSent() throws IOException {
        var answer = client.send(client.head(
                "PUT",
                "/" + bucket + "/k",
                RawClient.UNSIGNED,
                length((5L << 30) + 1),
                new HeaderField("Expect", "100-continue")));

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.body()).contains("<Code>EntityTooLarge</Code>");
        assertThat(answer.head()).contains("connection: close");
    }

    @Test
    void continueIsSentOnceTheHeadIsGood() throws IOException {
        var answer = client.send(client.head(
                "PUT", "/" + bucket + "/k", RawClient.UNSIGNED, length(1), new HeaderField("Expect", "100-continue")));

        assertThat(answer.status()).isEqualTo(100);
    }

    @Test
    void refusedUploadIsAnsweredAlthoughItGoesOn() throws IOException {
        String head = client.head("PUT", "/no-such-bucket-here/k", RawClient.UNSIGNED, length(100_000_000));

        var answer = client.send(head + "x".repeat(100_000));

        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.body()).contains("<Code>NoSuchBucket</Code>");
    }

    @Test
    void headErrorHasNoBody() throws IOException {
        var answer = client.send(client.head("HEAD", "/" + bucket + "/none", RawClient.UNSIGNED));

        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.head()).contains("x-amz-request-id: ");
    }

    @Test
    void unsatisfiableRangeTellsTheSize() throws IOException {
        PLATFORM.s3().putObject(request -> request.bucket(bucket).key("k"), RequestBody.fromString("12345"));

        var answer = client.send(
                client.head("GET", "/" + bucket + "/k", RawClient.UNSIGNED, new HeaderField("Range", "bytes=9-")));

        assertThat(answer.status()).isEqualTo(416);
        assertThat(answer.head()).contains("content-range: bytes */5");
    }

    @Test
    void rangeOfAnObjectThatIsAnotherByNowIsAllOfIt() throws IOException {
        String tag = PLATFORM.s3()
                .putObject(request -> request.bucket(bucket).key("k"), RequestBody.fromString("12345"))
                .eTag();
        String time = HttpDate.format(PLATFORM.s3()
                .headObject(request -> request.bucket(bucket).key("k"))
                .lastModified());

        assertThat(ranged(tag)).returns(206, each -> each.status()).returns("345", each -> each.body());
        assertThat(ranged(time)).returns(206, each -> each.status()).returns("345", each -> each.body());
        for (String other : List.of("\"other\"", "W/" + tag, "Wed, 12 Oct 2022 17:50:00 GMT", "nonsense")) {
            assertThat(ranged(other)).returns(200, each -> each.status()).returns("12345", each -> each.body());
        }
    }

    private RawClient.Answer ranged(String condition) throws IOException {
        return client.send(client.head(
                "GET",
                "/" + bucket + "/k",
                RawClient.UNSIGNED,
                new HeaderField("Range", "bytes=2-"),
                new HeaderField("If-Range", condition)));
    }

    @Test
    void trailerChecksumIsVerified() throws IOException {
        String framed = "9\r\n123456789\r\n0\r\nx-amz-checksum-crc32:%s\r\n\r\n";
        String good = framed.formatted("y/Q5Jg==");
        String bad = framed.formatted("AAAAAA==");

        var refused = client.send(framedHead(bad) + bad);
        boolean existed = exists("k");
        var stored = client.send(framedHead(good) + good);

        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.body()).contains("<Code>BadDigest</Code>");
        assertThat(existed).isFalse();
        assertThat(stored.status()).isEqualTo(200);
        var got =
                PLATFORM.s3().getObjectAsBytes(request -> request.bucket(bucket).key("k"));
        assertThat(got.asUtf8String()).isEqualTo("123456789");
        assertThat(got.response().contentEncoding()).isNull();
    }

    @Test
    void framedBodyInChunksOfHttpNeedsNoLength() throws IOException {
        String framed = "9\r\n123456789\r\n0\r\nx-amz-checksum-crc32:y/Q5Jg==\r\n\r\n";
        String chunked = Integer.toHexString(framed.length()) + "\r\n" + framed + "\r\n0\r\n\r\n";

        var stored = client.send(framedHead(new HeaderField("Transfer-Encoding", "chunked")) + chunked);

        assertThat(stored.status()).isEqualTo(200);
        assertThat(PLATFORM.s3()
                        .getObjectAsBytes(request -> request.bucket(bucket).key("k"))
                        .asUtf8String())
                .isEqualTo("123456789");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"9\r\n1234", "zz\r\n", "9\r\n123456789\r\n0\r\n\r\n", "a\r\n0123456789\r\n0\r\n\r\n", "9\n"})
    void brokenFramingLeavesNothing(String framed) throws IOException {
        var answer = client.send(framedHead(framed) + framed, true);

        assertThat(answer.status()).isIn(400, -1);
        assertThat(exists("k")).isFalse();
    }

    @Test
    void chunksWithoutTheirSignatureLeaveNothing() throws IOException {
        String framed =
                "1;chunk-signature=" + "0".repeat(64) + "\r\nx\r\n0;chunk-signature=" + "0".repeat(64) + "\r\n\r\n";

        var answer = client.send(client.head(
                        "PUT",
                        "/" + bucket + "/k",
                        "STREAMING-AWS4-HMAC-SHA256-PAYLOAD",
                        length(framed.length()),
                        new HeaderField("x-amz-decoded-content-length", "1"))
                + framed);

        assertThat(answer.status()).isEqualTo(403);
        assertThat(answer.body()).contains("<Code>SignatureDoesNotMatch</Code>");
        assertThat(exists("k")).isFalse();
    }

    private String framedHead(String framed) {
        return framedHead(length(framed.length()));
    }

    private String framedHead(HeaderField length) {
        return client.head(
                "PUT",
                "/" + bucket + "/k",
                TRAILER_MODE,
                length,
                new HeaderField("Content-Encoding", "aws-chunked"),
                new HeaderField("x-amz-decoded-content-length", "9"),
                new HeaderField("x-amz-trailer", "x-amz-checksum-crc32"));
    }

    private boolean exists(String key) {
        return PLATFORM.s3().listObjectsV2(request -> request.bucket(bucket)).contents().stream()
                .anyMatch(object -> object.key().equals(key));
    }

    private static HeaderField length(long length) {
        return new HeaderField("Content-Length", Long.toString(length));
    }
}
