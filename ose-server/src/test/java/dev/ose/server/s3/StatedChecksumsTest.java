package dev.ose.server.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.ose.adapter.Capability;
import dev.ose.s3.checksum.ChecksumAlgorithm;
import dev.ose.s3.checksum.Digester;
import dev.ose.s3.sigv4.HeaderField;
import dev.ose.server.http.WireClient;
import dev.ose.server.platform.transport.ScriptedPlatform;
import dev.ose.testkit.SignedForm;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Stated checksums of bodies: the platform verifies supported algorithms, the node all others. */
@Timeout(60)
class StatedChecksumsTest {

    private static final Set<Capability> NONE = Set.of(Capability.EXACT_KEYS);
    private static final Set<Capability> OLDER = Set.of(Capability.EXACT_KEYS, Capability.TRAILERS);
    private static final Set<Capability> ALL =
            Set.of(Capability.EXACT_KEYS, Capability.TRAILERS, Capability.CRC64NVME, Capability.NEWER_CHECKSUMS);

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

    private static String random(int size) {
        byte[] bytes = new byte[size];
        new Random(size).nextBytes(bytes);
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    private static String sum(ChecksumAlgorithm algorithm, String body) {
        byte[] bytes = body.getBytes(StandardCharsets.ISO_8859_1);
        return Base64.getEncoder().encodeToString(Digester.of(algorithm).digest(bytes));
    }

    private WireClient.Answer put(String target, String body, String name, String value) throws IOException {
        try (WireClient client = edge.connect()) {
            String head = edge.signed(S3TestServer.ALICE, "PUT", target, body, new HeaderField(name, value));
            return client.send(head.getBytes(StandardCharsets.ISO_8859_1)).answer();
        }
    }

    private void assertRefused(WireClient.Answer answer, String code, int wholeBytes) {
        assertThat(answer.body()).contains("<Code>" + code + "</Code>");
        assertThat(answer.status()).isEqualTo(400);
        assertThat(edge.ledger).allMatch(line -> !line.startsWith("Written"));
        await().atMost(Duration.ofMinutes(1))
                .until(() -> received.size() >= edge.platform.requests().size());
        assertThat(received).allSatisfy(body -> assertThat(body.length).isLessThan(wholeBytes));
    }

    @ParameterizedTest
    @EnumSource
    void checksumThatThePlatformDoesNotCompareIsComparedHere(ChecksumAlgorithm algorithm) throws IOException {
        start(NONE);

        for (String target : List.of("/photos/k", "/photos/k?partNumber=1&uploadId=u")) {
            for (int size : new int[] {0, 1, 100_000}) {
                String body = random(size);
                WireClient.Answer answer = put(target, body, algorithm.header(), sum(algorithm, body));
                assertThat(answer.status()).as(answer.body()).isEqualTo(200);
                assertThat(received.getLast()).isEqualTo(body.getBytes(StandardCharsets.ISO_8859_1));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void bodyWithAnotherChecksumIsNeverWhole(ChecksumAlgorithm algorithm) throws IOException {
        start(NONE);

        for (String target : List.of("/photos/k", "/photos/k?partNumber=1&uploadId=u")) {
            assertRefused(put(target, random(100_000), algorithm.header(), sum(algorithm, "x")), "BadDigest", 100_000);
        }
        assertRefused(put("/photos/k", "", algorithm.header(), sum(algorithm, "x")), "BadDigest", 100_000);
    }

    @ParameterizedTest
    @EnumSource
    void platformThatComparesItGetsItAsItCame(ChecksumAlgorithm algorithm) throws IOException {
        start(ALL);

        put("/photos/k", "body", algorithm.header(), sum(algorithm, "another"));

        assertThat(edge.platform.requests().getFirst().header(algorithm.header()))
                .isEqualTo(sum(algorithm, "another"));
    }

    /** The platform might refuse an unknown algorithm. */
    @Test
    void platformHearsOfNoChecksumThatItDoesNotKnow() throws IOException {
        start(OLDER);

        WireClient.Answer answer =
                put("/photos/k", "body", "x-amz-checksum-xxhash3", sum(ChecksumAlgorithm.XXHASH3, "body"));

        assertThat(answer.status()).isEqualTo(200);
        assertThat(edge.platform.requests().getFirst().head()).doesNotContainIgnoringCase("checksum");
    }

    @ParameterizedTest
    @ValueSource(strings = {"x-amz-checksum-foo", "x-amz-checksum-sha384", "x-amz-checksum-"})
    void unknownAlgorithmIsRefusedByItsName(String name) throws IOException {
        start(ALL);

        for (String target : List.of("/photos/k", "/photos/k?partNumber=1&uploadId=u", "/photos/k?tagging")) {
            WireClient.Answer answer = put(target, "body", name, "AAAAAA==");

            assertThat(answer.status()).isEqualTo(501);
            assertThat(answer.body()).contains("<Header>" + name + "</Header>");
        }
        assertThat(edge.platform.requests()).isEmpty();
    }

    @Test
    void trailerThatIsAnnouncedMustFollow() throws IOException {
        start(ALL);

        assertRefused(put("/photos/k", "body", "x-amz-trailer", "x-amz-checksum-crc32"), "MalformedTrailerError", 1);
        assertThat(edge.platform.requests()).isEmpty();
    }

    /** Only the platform has the object, and one without support would accept any value. */
    @Test
    void checksumOfAnObjectInPartsIsRefusedWhereThePlatformDoesNotCompareIt() throws IOException {
        start(NONE);
        String list = "<CompleteMultipartUpload><Part><PartNumber>1</PartNumber><ETag>\"" + "0".repeat(32)
                + "\"</ETag></Part></CompleteMultipartUpload>";

        WireClient.Answer answer = edge.call(
                S3TestServer.ALICE,
                "POST",
                "/photos/k?uploadId=u",
                list,
                new HeaderField("x-amz-checksum-crc32", "AAAAAA==-1"));

        assertThat(answer.status()).isEqualTo(501);
        assertThat(answer.body()).contains("<Header>x-amz-checksum-crc32</Header>");
        assertThat(edge.platform.requests()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1_000, 600_000})
    void checksumInAFormIsComparedHere(int size) throws IOException {
        start(NONE);
        byte[] file = random(size).getBytes(StandardCharsets.ISO_8859_1);
        String right = sum(ChecksumAlgorithm.SHA512, random(size));

        assertThat(post(form(right).file("k", file)).status()).isEqualTo(204);
        assertThat(received.getFirst()).isEqualTo(file);
        received.clear();
        edge.ledger.clear();
        WireClient.Answer refused =
                post(form(sum(ChecksumAlgorithm.SHA512, "x")).file("k", file));

        assertThat(refused.body()).contains("<Code>BadDigest</Code>");
        assertThat(edge.ledger).allMatch(line -> !line.startsWith("Written"));
    }

    private SignedForm form(String checksum) {
        byte[] secret = S3TestServer.secretOf(S3TestServer.ALICE).getBytes(StandardCharsets.US_ASCII);
        return new SignedForm()
                .field("key", "k")
                .condition("{\"bucket\": \"photos\"}")
                .field("x-amz-checksum-sha512", checksum)
                .sign(S3TestServer.ALICE, secret, Instant.now().plusSeconds(60));
    }

    private WireClient.Answer post(byte[] form) throws IOException {
        try (WireClient client = edge.connect()) {
            return client.send("POST /photos HTTP/1.1\r\nHost: 127.0.0.1:" + edge.port() + "\r\nContent-Type: "
                            + SignedForm.CONTENT_TYPE + "\r\nContent-Length: " + form.length + "\r\n\r\n")
                    .send(form)
                    .answer();
        }
    }
}
