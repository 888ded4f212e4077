package dev.ose.it.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.it.Checksums;
import dev.ose.it.S3Target;
import dev.ose.it.Samples;
import dev.ose.it.Servers;
import dev.ose.it.SignedRequest;
import dev.ose.it.Where;
import dev.ose.it.Wire;
import dev.ose.it.WireAnswer;
import dev.ose.testkit.SignedChunks;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Requests that are wrong, cut or hostile, with documents that read files among them (CVE-2022-47950): each gets S3's
 * own answer, leaves nothing behind, and the node answers the next one.
 */
@ExtendWith(Servers.class)
final class BadRequestIT {

    private static final String FIVE_GIB_AND_ONE = "5368709121";
    private static final int BODY_BYTES = 1_000_000;

    private S3Target target;
    private String bucket;

    @BeforeEach
    void makeBucket(Servers.Endpoints endpoints) {
        target = endpoints.target(Where.HTTP);
        bucket = "it-" + UUID.randomUUID();
        Wire.send(target, SignedRequest.of("PUT", '/' + bucket)).assertStatus(200);
    }

    /** A partial or unacknowledged object would be listed here or prevent the bucket's deletion. */
    @AfterEach
    void nothingWasLeftBehind() {
        WireAnswer listing = Wire.send(target, SignedRequest.of("GET", '/' + bucket + "?list-type=2"));
        WireAnswer uploads = Wire.send(target, SignedRequest.of("GET", '/' + bucket + "?uploads"));

        listing.assertStatus(200);
        assertThat(listing.elements("Key")).isEmpty();
        assertThat(uploads.elements("UploadId")).isEmpty();
        Wire.send(target, SignedRequest.of("DELETE", '/' + bucket)).assertStatus(204);
    }

    @ParameterizedTest
    @ValueSource(strings = {"UPPER", "ab", "a..b", "a_b", "-ab", "192.168.0.1", "xn--abc"})
    void bucketNameThatIsNoneIsRefused(String name) {
        Wire.send(target, SignedRequest.of("PUT", '/' + name)).assertRefused(400, "InvalidBucketName");
    }

    @ParameterizedTest
    @ValueSource(strings = {"../other", "a/../../other", "%2e%2e/other", "a/..%2f../../other"})
    void keyThatClimbsOutOfTheBucketIsRefused(String key) {
        WireAnswer answer = Wire.send(
                target, SignedRequest.of("PUT", '/' + bucket + '/' + key).body("climbs"));

        answer.assertRefused(400, "InvalidURI");
    }

    @ParameterizedTest
    @CsvSource({"%zz", "%c3%28", "%00", "%"})
    void targetThatIsNoUriIsRefused(String key) {
        Wire.send(target, SignedRequest.of("PUT", '/' + bucket + '/' + key).body("none"))
                .assertRefused(400, "InvalidURI");
    }

    @Test
    void keyOf1025BytesIsRefused() {
        Wire.send(target, SignedRequest.of("PUT", '/' + bucket + '/' + "k".repeat(1025)))
                .assertRefused(400, "KeyTooLongError");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "18446744073709551617", "9223372036854775808", "1e3", "0x10", "1,1"})
    void lengthThatIsNoneIsRefused(String length) {
        WireAnswer answer = Wire.send(target, put("key").declaring(length));

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.header("x-amz-request-id")).isEqualTo(answer.element("RequestId"));
    }

    @Test
    void lengthToldTwiceIsRefused() {
        WireAnswer answer = Wire.send(target, put("key").unsigned("Content-Length", "5"));

        answer.assertRefused(400, "BadRequest");
    }

    @Test
    void objectOfMoreThanFiveGibibytesIsRefusedBeforeItIsSent() {
        try (Wire wire = Wire.connect(target)) {
            SignedRequest request = SignedRequest.of("PUT", '/' + bucket + "/key")
                    .payload("UNSIGNED-PAYLOAD")
                    .header("Expect", "100-continue")
                    .declaring(FIVE_GIB_AND_ONE);
            wire.write(request.head(target));

            wire.answer("PUT").assertRefused(400, "EntityTooLarge");
        }
    }

    @Test
    void objectWithoutLengthIsRefused() {
        SignedRequest request = put("key").withoutLength().header("Transfer-Encoding", "chunked");
        try (Wire wire = Wire.connect(target)) {
            wire.write(request.head(target));
            wire.write("4\r\nbody\r\n0\r\n\r\n");

            wire.answer("PUT").assertRefused(411, "MissingContentLength");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "body"})
    void uploadThatNeverSaysItsLengthIsRefused(String body) {
        try (Wire wire = Wire.connect(target)) {
            wire.write(put("key").withoutLength().head(target));
            wire.write(body);

            wire.answer("PUT").assertRefused(411, "MissingContentLength");
        }
    }

    @Test
    void unknownMethodIsRefused() {
        Wire.send(target, SignedRequest.of("BREW", '/' + bucket)).assertRefused(405, "MethodNotAllowed");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Transfer-Encoding: gzip", "Content-Length: 4\r\nTransfer-Encoding: chunked"})
    void codingThatHidesTheEndOfABodyIsRefused(String lines) {
        try (Wire wire = Wire.connect(target)) {
            wire.write("PUT /" + bucket + "/key HTTP/1.1\r\nHost: " + target.host() + "\r\n" + lines + "\r\n\r\n");
            WireAnswer answer = wire.answer("PUT");

            assertThat(answer.status()).isIn(400, 501);
            assertThat(answer.header("x-amz-request-id")).isNotEmpty().isEqualTo(answer.element("RequestId"));
        }
    }

    @Test
    void malformedXmlIsRefused() {
        Wire.send(target, post("delete", "<Delete><Object><Key>a</Key></Object>"))
                .assertRefused(400, "MalformedXML");
    }

    /** Written out they would be three gigabytes, more than the node has. */
    @Test
    void entitiesThatMultiplyAreRefused() {
        StringBuilder bomb = new StringBuilder("<?xml version=\"1.0\"?><!DOCTYPE d [<!ENTITY e0 \"lol\">");
        for (int i = 1; i < 10; i++) {
            String previous = "&e" + (i - 1) + ';';
            bomb.append("<!ENTITY e")
                    .append(i)
                    .append(" \"")
                    .append(previous.repeat(10))
                    .append("\">");
        }
        bomb.append("]><Delete><Object><Key>&e9;</Key></Object></Delete>");

        WireAnswer answer = Wire.send(target, post("delete", bomb.toString()));

        answer.assertRefused(400, "MalformedXML");
    }

    @Test
    void externalEntityIsNotRead() {
        String document = "<!DOCTYPE d [<!ENTITY e SYSTEM \"file:///etc/passwd\">]>"
                + "<Delete><Object><Key>&e;</Key></Object></Delete>";

        WireAnswer answer = Wire.send(target, post("delete", document));

        answer.assertRefused(400, "MalformedXML");
        assertThat(answer.text()).doesNotContain("root:");
    }

    @Test
    void bodyThatDoesNotHaveTheSignedDigestIsRefused() {
        SignedRequest request = put("key").payload(Samples.sha256("other".getBytes(StandardCharsets.UTF_8)));

        Wire.send(target, request).assertRefused(400, "XAmzContentSHA256Mismatch");
    }

    @Test
    void bodyThatDoesNotHaveTheToldMd5IsRefused() {
        SignedRequest request = put("key").header("Content-MD5", "1B2M2Y8AsgTpgAmY7PhCfg==");

        Wire.send(target, request).assertRefused(400, "BadDigest");
    }

    @Test
    void bodyThatDoesNotHaveTheToldChecksumIsRefused() {
        SignedRequest request = put("key").header("x-amz-checksum-crc32", "AAAAAA==");

        Wire.send(target, request).assertRefused(400, "BadDigest");
    }

    @Test
    void uploadCutInTheMiddleLeavesNothing() {
        SignedRequest request = SignedRequest.of("PUT", '/' + bucket + "/cut").body(Samples.bytes(1, BODY_BYTES));
        byte[] whole = request.bytes(target);
        try (Wire wire = Wire.connect(target)) {
            wire.write(Arrays.copyOf(whole, whole.length - BODY_BYTES / 2));
            wire.endWriting();
        }

        Wire.send(target, SignedRequest.of("GET", '/' + bucket + "/cut")).assertRefused(404, "NoSuchKey");
    }

    @Test
    void partCutInTheMiddleIsNoPart() {
        String id = Wire.send(target, SignedRequest.of("POST", '/' + bucket + "/parts?uploads="))
                .element("UploadId");
        SignedRequest request = SignedRequest.of("PUT", '/' + bucket + "/parts?partNumber=1&uploadId=" + id)
                .body(Samples.bytes(2, BODY_BYTES));
        byte[] whole = request.bytes(target);
        try (Wire wire = Wire.connect(target)) {
            wire.write(Arrays.copyOf(whole, whole.length - BODY_BYTES / 2));
            wire.endWriting();
        }

        WireAnswer parts = Wire.send(target, SignedRequest.of("GET", '/' + bucket + "/parts?uploadId=" + id));

        parts.assertStatus(200);
        assertThat(parts.elements("PartNumber")).isEmpty();
        Wire.send(target, SignedRequest.of("DELETE", '/' + bucket + "/parts?uploadId=" + id))
                .assertStatus(204);
    }

    @Test
    void clientThatDisconnectsDuringADownloadDisturbsNoOther() {
        Wire.send(target, SignedRequest.of("PUT", '/' + bucket + "/big").body(Samples.bytes(3, 8 * Samples.MIB)))
                .assertStatus(200);
        for (int i = 0; i < 20; i++) {
            try (Wire wire = Wire.connect(target)) {
                wire.write(SignedRequest.of("GET", '/' + bucket + "/big").bytes(target));
                assertThat(wire.readSome()).isNotEmpty();
            }
        }

        WireAnswer answer = Wire.send(target, SignedRequest.of("GET", '/' + bucket + "/big"));

        assertThat(Samples.sha256(answer.body())).isEqualTo(Samples.sha256(Samples.bytes(3, 8 * Samples.MIB)));
        Wire.send(target, SignedRequest.of("DELETE", '/' + bucket + "/big")).assertStatus(204);
    }

    @Test
    void refusedUploadDoesNotPoisonItsConnection() {
        try (Wire wire = Wire.connect(target)) {
            WireAnswer refused = wire.exchange(SignedRequest.of("PUT", "/no-such-bucket-" + bucket.substring(3) + "/k")
                    .body(Samples.bytes(4, 1000)));
            refused.assertRefused(404, "NoSuchBucket");
            if (!"close".equals(refused.header("connection"))) {
                wire.exchange(SignedRequest.of("HEAD", '/' + bucket)).assertStatus(200);
            }
        }
    }

    /** A byte of the first chunk, of the last one, of its signature and of the trailer's. */
    @ParameterizedTest
    @ValueSource(ints = {1_000, BODY_BYTES - 1_000, -180, -10})
    void signedChunksThatWereChangedAreRefused(int at) {
        byte[] object = Samples.bytes(5, BODY_BYTES);
        SignedRequest request = framed("STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER", 0);
        int length = chunks(request.head(target), object).length;
        byte[] head =
                framed("STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER", length).head(target);
        byte[] body = chunks(head, object);
        body[at < 0 ? length + at : at] ^= 1;

        refuse(head, body, 403, "SignatureDoesNotMatch");
    }

    @Test
    void framedBodyWithAnotherChecksumIsRefused() {
        byte[] object = Samples.bytes(6, BODY_BYTES);
        byte[] framed = ("f4240\r\n" + new String(object, StandardCharsets.ISO_8859_1)
                        + "\r\n0\r\nx-amz-checksum-crc32:AAAAAA==\r\n\r\n")
                .getBytes(StandardCharsets.ISO_8859_1);

        byte[] head =
                framed("STREAMING-UNSIGNED-PAYLOAD-TRAILER", framed.length).head(target);

        refuse(head, framed, 400, "BadDigest");
    }

    private SignedRequest framed(String mode, int length) {
        return SignedRequest.of("PUT", '/' + bucket + "/framed")
                .payload(mode)
                .header("x-amz-decoded-content-length", Integer.toString(BODY_BYTES))
                .header("x-amz-trailer", "x-amz-checksum-crc32")
                .declaring(Integer.toString(length));
    }

    private byte[] chunks(byte[] head, byte[] object) {
        return SignedChunks.after(
                        new String(head, StandardCharsets.ISO_8859_1),
                        target.secretText().getBytes(StandardCharsets.UTF_8))
                .chunks(object, 64 * 1024)
                .trailer("x-amz-checksum-crc32", Checksums.crc32(object))
                .end();
    }

    private void refuse(byte[] head, byte[] body, int status, String code) {
        try (Wire wire = Wire.connect(target)) {
            wire.write(head);
            wire.write(body);

            wire.answer("PUT").assertRefused(status, code);
        }
    }

    private SignedRequest put(String key) {
        return SignedRequest.of("PUT", '/' + bucket + '/' + key).body("body");
    }

    private SignedRequest post(String subresource, String document) {
        return SignedRequest.of("POST", '/' + bucket + '?' + subresource + '=')
                .header("x-amz-sdk-checksum-algorithm", "SHA256")
                .header("x-amz-checksum-sha256", Checksums.sha256(document))
                .body(document);
    }
}
