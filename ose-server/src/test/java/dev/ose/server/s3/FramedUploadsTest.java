package dev.ose.server.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.ose.adapter.Capability;
import dev.ose.s3.checksum.ChecksumAlgorithm;
import dev.ose.s3.checksum.Digester;
import dev.ose.s3.sigv4.HeaderField;
import dev.ose.server.http.WireClient;
import dev.ose.server.platform.transport.ScriptedPlatform;
import dev.ose.testkit.SignedChunks;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.IntSupplier;
import java.util.zip.CRC32;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Uploads in aws-chunked framing, to platforms with and without support. */
@Timeout(60)
class FramedUploadsTest {

    private static final Set<Capability> NO_TRAILERS = Set.of(Capability.EXACT_KEYS);
    private static final Set<Capability> TRAILERS = Set.of(Capability.EXACT_KEYS, Capability.TRAILERS);
    private static final String SIGNED = "STREAMING-AWS4-HMAC-SHA256-PAYLOAD";
    private static final String SIGNED_TRAILER = "STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER";
    private static final String UNSIGNED_TRAILER = "STREAMING-UNSIGNED-PAYLOAD-TRAILER";
    private static final String CHECKSUM = "x-amz-checksum-crc32";

    private final List<byte[]> received = new CopyOnWriteArrayList<>();

    @SuppressWarnings("NullAway.Init") // Each test starts it with capabilities of its own.
    private S3TestServer edge;

    @AfterEach
    void stop() throws IOException {
        edge.close();
    }

    private void start(Set<Capability> capabilities) throws IOException {
        edge = new S3TestServer(this::store, capabilities);
    }

    private boolean store(ScriptedPlatform.Request request) throws IOException {
        byte[] body = request.body();
        received.add(body);
        boolean isWhole = body.length == Integer.parseInt(request.header("content-length"));
        return isWhole && request.answer("200 OK", "ETag: \"9a0364b9e99bb480dd25e1f0284c8555\"\r\n", new byte[0]);
    }

    private String head(String mode, String target, int objectBytes, int wireBytes, String... headers) {
        HeaderField[] all = new HeaderField[headers.length / 2 + 1];
        all[0] = new HeaderField("x-amz-decoded-content-length", Integer.toString(objectBytes));
        for (int i = 0; i < headers.length; i += 2) {
            all[i / 2 + 1] = new HeaderField(headers[i], headers[i + 1]);
        }
        return edge.head(S3TestServer.ALICE, "PUT", target, mode, wireBytes, all);
    }

    private static SignedChunks chunksAfter(String head) {
        return SignedChunks.after(
                head, S3TestServer.secretOf(S3TestServer.ALICE).getBytes(StandardCharsets.US_ASCII));
    }

    private WireClient.Answer send(String head, byte[] body) throws IOException {
        try (WireClient client = edge.connect()) {
            return client.send(head).send(body).answer();
        }
    }

    /** Signs the chunks after the head, whose Content-Length is computed first. */
    private WireClient.Answer sendSigned(String mode, String target, byte[] object, String... headers)
            throws IOException {
        int length = signedBody(head(mode, target, object.length, 0, headers), mode, object).length;
        String head = head(mode, target, object.length, length, headers);
        return send(head, signedBody(head, mode, object));
    }

    private static byte[] signedBody(String head, String mode, byte[] object) {
        SignedChunks chunks = chunksAfter(head).chunks(object, 10_000);
        return mode.equals(SIGNED)
                ? chunks.end()
                : chunks.trailer(CHECKSUM, crc32(object)).end();
    }

    private static byte[] unsignedBody(byte[] object, String checksum) {
        return unsignedBody(object, CHECKSUM, checksum);
    }

    private static byte[] unsignedBody(byte[] object, String header, String checksum) {
        String end = "\r\n0\r\n" + header + ':' + checksum + "\r\n\r\n";
        String whole =
                Integer.toHexString(object.length) + "\r\n" + new String(object, StandardCharsets.ISO_8859_1) + end;
        return whole.getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Like minio-go: a line feed after the checksum, and an additional empty line. */
    private static byte[] unsignedBodyOfMinio(byte[] object) {
        String usual = new String(unsignedBody(object, crc32(object)), StandardCharsets.ISO_8859_1);
        String own = usual.substring(0, usual.length() - 4) + "\n\r\n\r\n";
        return own.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static String crc32(byte[] object) {
        CRC32 crc = new CRC32();
        crc.update(object);
        return Base64.getEncoder()
                .encodeToString(
                        ByteBuffer.allocate(4).putInt((int) crc.getValue()).array());
    }

    private static byte[] random(int size) {
        byte[] object = new byte[size];
        new Random(size).nextBytes(object);
        return object;
    }

    @ParameterizedTest
    @CsvSource({"1,/photos/k", "9999,/photos/k", "3000000,/photos/k", "30000,/photos/k?partNumber=1&uploadId=u"})
    void signedChunksGoOnPlain(int size, String target) throws IOException {
        start(TRAILERS);
        byte[] object = random(size);

        WireClient.Answer answer = sendSigned(SIGNED, target, object, "Content-Encoding", "gzip,aws-chunked");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(received.getFirst()).isEqualTo(object);
        ScriptedPlatform.Request sent = edge.platform.requests().getFirst();
        assertThat(sent.header("x-amz-content-sha256")).isEqualTo("UNSIGNED-PAYLOAD");
        assertThat(sent.header("content-encoding")).isEqualTo("gzip");
        assertThat(sent.head()).doesNotContainIgnoringCase("x-amz-decoded-content-length");
        assertThat(edge.ledger).isEqualTo(target.contains("?") ? List.of() : List.of("begin k", "Written k"));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 30_000, 3_000_000})
    void signedTrailerGoesOnUnsignedToAPlatformThatKeepsIt(int size) throws IOException {
        start(TRAILERS);
        byte[] object = random(size);

        WireClient.Answer answer = sendSigned(
                SIGNED_TRAILER,
                "/photos/k",
                object,
                "x-amz-trailer",
                CHECKSUM,
                "x-amz-sdk-checksum-algorithm",
                "CRC32");

        assertThat(answer.status()).isEqualTo(200);
        String wire = new String(received.getFirst(), StandardCharsets.ISO_8859_1);
        assertThat(wire).endsWith("0\r\n" + CHECKSUM + ':' + crc32(object) + "\r\n\r\n");
        ScriptedPlatform.Request sent = edge.platform.requests().getFirst();
        assertThat(sent.header("x-amz-content-sha256")).isEqualTo(UNSIGNED_TRAILER);
        assertThat(sent.header("content-encoding")).isEqualTo("aws-chunked");
        assertThat(sent.header("x-amz-trailer")).isEqualTo(CHECKSUM);
        assertThat(sent.header("x-amz-decoded-content-length")).isEqualTo(Integer.toString(size));
        assertThat(edge.ledger).containsExactly("begin k", "Written k");
    }

    @ParameterizedTest
    @ValueSource(strings = {SIGNED_TRAILER, UNSIGNED_TRAILER})
    void trailersAreComparedHereIfThePlatformCannotKeepThem(String mode) throws IOException {
        start(NO_TRAILERS);
        byte[] object = random(200_000);
        String[] headers = {"x-amz-trailer", CHECKSUM, "x-amz-sdk-checksum-algorithm", "CRC32"};

        byte[] unsigned = unsignedBody(object, crc32(object));
        WireClient.Answer answer = mode.equals(SIGNED_TRAILER)
                ? sendSigned(mode, "/photos/k", object, headers)
                : send(head(mode, "/photos/k", object.length, unsigned.length, headers), unsigned);

        assertThat(answer.status()).isEqualTo(200);
        assertThat(received.getFirst()).isEqualTo(object);
        ScriptedPlatform.Request sent = edge.platform.requests().getFirst();
        assertThat(sent.header("x-amz-content-sha256")).isEqualTo("UNSIGNED-PAYLOAD");
        assertThat(sent.head())
                .doesNotContainIgnoringCase("x-amz-trailer")
                .doesNotContainIgnoringCase("x-amz-sdk-checksum-algorithm")
                .doesNotContainIgnoringCase("content-encoding");
    }

    @ParameterizedTest
    @ValueSource(ints = {7, 200_000})
    void wrongChecksumIsRefusedAndNeverWhole(int size) throws IOException {
        start(NO_TRAILERS);
        byte[] object = random(size);
        byte[] body = unsignedBody(object, "AAAAAA==");

        WireClient.Answer answer =
                send(head(UNSIGNED_TRAILER, "/photos/k", size, body.length, "x-amz-trailer", CHECKSUM), body);

        assertRefused(answer, 400, "BadDigest", size);
    }

    /**
     * The body is broken at any place: first byte, middle, last chunk, its signature, the signature of the empty chunk.
     */
    @ParameterizedTest
    @ValueSource(ints = {100, 5_000, 15_000, 29_000, 30_100, -70, -5})
    void brokenSignedBodyIsRefusedAndNeverWhole(int at) throws IOException {
        start(TRAILERS);
        byte[] object = random(30_000);
        int length = signedBody(head(SIGNED, "/photos/k", object.length, 0), SIGNED, object).length;
        String head = head(SIGNED, "/photos/k", object.length, length);
        byte[] body = signedBody(head, SIGNED, object);
        body[at < 0 ? length + at : at] ^= 1;

        WireClient.Answer answer = send(head, body);

        assertRefused(answer, 403, "SignatureDoesNotMatch", object.length);
    }

    @Test
    void checksumThatThePlatformDoesNotKnowIsComparedHere() throws IOException {
        start(TRAILERS);
        byte[] object = random(30_000);
        String checksum = Base64.getEncoder()
                .encodeToString(Digester.of(ChecksumAlgorithm.CRC64NVME).digest(object));
        String header = ChecksumAlgorithm.CRC64NVME.header();
        byte[] good = unsignedBody(object, header, checksum);
        byte[] bad = unsignedBody(object, header, "AAAAAAAAAAA=");

        WireClient.Answer answer =
                send(head(UNSIGNED_TRAILER, "/photos/k", 30_000, good.length, "x-amz-trailer", header), good);
        WireClient.Answer refused =
                send(head(UNSIGNED_TRAILER, "/photos/k", 30_000, bad.length, "x-amz-trailer", header), bad);

        assertThat(answer.status()).isEqualTo(200);
        assertThat(received.getFirst()).isEqualTo(object);
        assertThat(edge.platform.requests().getFirst().header("x-amz-content-sha256"))
                .isEqualTo("UNSIGNED-PAYLOAD");
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.body()).contains("<Code>BadDigest</Code>");
    }

    @Test
    void forgedTrailerIsRefusedAndNeverWhole() throws IOException {
        start(TRAILERS);
        byte[] object = random(30_000);
        String[] headers = {"x-amz-trailer", CHECKSUM};
        int length = signedBody(head(SIGNED_TRAILER, "/photos/k", 30_000, 0, headers), SIGNED_TRAILER, object).length;
        String head = head(SIGNED_TRAILER, "/photos/k", 30_000, length, headers);
        byte[] body = signedBody(head, SIGNED_TRAILER, object);
        body[length - 5] ^= 1;

        WireClient.Answer answer = send(head, body);

        assertRefused(answer, 403, "SignatureDoesNotMatch", this::framedBytes);
    }

    @ParameterizedTest
    @CsvSource({
        "30000,8000,400,InvalidChunkSizeError",
        "29999,10000,400,IncompleteBody",
        "30001,10000,400,IncompleteBody"
    })
    void bodyThatIsNotWhatItsHeadSaysIsRefused(int announced, int chunk, int status, String code) throws IOException {
        start(TRAILERS);
        byte[] object = random(30_000);
        int length = chunksAfter(head(SIGNED, "/photos/k", announced, 0))
                .chunks(object, chunk)
                .end()
                .length;
        String head = head(SIGNED, "/photos/k", announced, length);

        WireClient.Answer answer =
                send(head, chunksAfter(head).chunks(object, chunk).end());

        assertRefused(answer, status, code, announced);
    }

    @Test
    void emptyObjectIsVerifiedBeforeThePlatformHearsOfIt() throws IOException {
        start(TRAILERS);

        WireClient.Answer good = sendSigned(SIGNED, "/photos/k", new byte[0]);
        String head = head(SIGNED, "/photos/bad", 0, 86);
        WireClient.Answer bad =
                send(head, ("0;chunk-signature=" + "0".repeat(64) + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII));

        assertThat(good.status()).isEqualTo(200);
        assertThat(bad.status()).isEqualTo(403);
        assertThat(edge.platform.requests()).hasSize(1);
        assertThat(edge.ledger).containsExactly("begin k", "Written k");
    }

    @Test
    void connectionIsGoodForTheNextRequestAfterAFramedOne() throws IOException {
        start(NO_TRAILERS);
        byte[] object = random(50_000);
        byte[] body = unsignedBody(object, crc32(object));
        String head = head(UNSIGNED_TRAILER, "/photos/k", object.length, body.length, "x-amz-trailer", CHECKSUM);

        try (WireClient client = edge.connect()) {
            for (int i = 0; i < 3; i++) {
                // A client that flushes in the middle of the framing.
                client.send(head).send(Arrays.copyOf(body, 3));
                client.send(Arrays.copyOfRange(body, 3, body.length - 2));
                client.send(Arrays.copyOfRange(body, body.length - 2, body.length));
                assertThat(client.answer().status()).isEqualTo(200);
            }
        }
        assertThat(received).hasSize(3).allMatch(one -> Arrays.equals(one, object));
    }

    /** The empty line at the end belongs to this body, and the next request follows it. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void unsignedTrailerAsMinioEndsItIsAccepted(boolean keepsTrailers) throws IOException {
        start(keepsTrailers ? TRAILERS : NO_TRAILERS);
        byte[] object = random(50_000);
        byte[] body = unsignedBodyOfMinio(object);
        String head = head(UNSIGNED_TRAILER, "/photos/k", object.length, body.length, "x-amz-trailer", CHECKSUM);

        try (WireClient client = edge.connect()) {
            for (int i = 0; i < 3; i++) {
                client.send(head).send(Arrays.copyOf(body, body.length - 2));
                client.send(Arrays.copyOfRange(body, body.length - 2, body.length));
                assertThat(client.answer().status()).isEqualTo(200);
            }
        }
        assertThat(received).hasSize(3).allMatch(one -> Arrays.equals(one, keepsTrailers ? body : object));
    }

    @ParameterizedTest
    @ValueSource(strings = {SIGNED, SIGNED_TRAILER})
    void clientThatAsksIsToldToGoOn(String mode) throws IOException {
        start(TRAILERS);
        byte[] object = random(3_000_000);
        String[] headers = mode.equals(SIGNED)
                ? new String[] {"Expect", "100-continue"}
                : new String[] {"Expect", "100-continue", "x-amz-trailer", CHECKSUM};
        int length = signedBody(head(mode, "/photos/k", object.length, 0, headers), mode, object).length;
        String head = head(mode, "/photos/k", object.length, length, headers);

        try (WireClient client = edge.connect()) {
            assertThat(client.send(head).answer().status()).isEqualTo(100);
            assertThat(client.send(signedBody(head, mode, object)).answer().status())
                    .isEqualTo(200);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "STREAMING-UNSIGNED-PAYLOAD-TRAILER,x-amz-checksum-sha384,InvalidRequest",
        "STREAMING-UNSIGNED-PAYLOAD-TRAILER,x-amz-meta-a,InvalidRequest",
        "STREAMING-AWS4-HMAC-SHA256-PAYLOAD,x-amz-checksum-crc32,MalformedTrailerError"
    })
    void trailerThatCannotBeIsRefused(String mode, String trailer, String code) throws IOException {
        start(TRAILERS);

        WireClient.Answer answer = send(head(mode, "/photos/k", 0, 5, "x-amz-trailer", trailer), new byte[5]);

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.body()).contains("<Code>" + code + "</Code>");
        assertThat(edge.platform.requests()).isEmpty();
    }

    /** The length of the whole body on its way to the platform, which a request may reach after the answer. */
    private int framedBytes() {
        return Integer.parseInt(edge.platform.requests().getFirst().header("content-length"));
    }

    private void assertRefused(WireClient.Answer answer, int status, String code, int wholeBytes) {
        assertRefused(answer, status, code, () -> wholeBytes);
    }

    private void assertRefused(WireClient.Answer answer, int status, String code, IntSupplier wholeBytes) {
        assertThat(answer.body()).contains("<Code>" + code + "</Code>");
        assertThat(answer.status()).isEqualTo(status);
        assertThat(edge.ledger).containsExactly("begin k", "Refused k");
        // The platform reads until its connection is closed asynchronously.
        await().atMost(Duration.ofMinutes(1))
                .until(() -> received.size() >= edge.platform.requests().size());
        assertThat(received).allSatisfy(body -> assertThat(body.length).isLessThan(wholeBytes.getAsInt()));
    }
}
