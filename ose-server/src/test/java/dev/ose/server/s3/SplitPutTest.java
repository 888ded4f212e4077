package dev.ose.server.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;
import static org.awaitility.Awaitility.await;

import dev.ose.adapter.Capability;
import dev.ose.config.Configuration;
import dev.ose.config.ConfigurationLoader;
import dev.ose.s3.checksum.Digester;
import dev.ose.s3.sigv4.HeaderField;
import dev.ose.server.http.WireClient;
import dev.ose.server.platform.transport.ScriptedPlatform;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.telemetry.RequestSummary;
import dev.ose.testkit.SignedChunks;
import dev.ose.testkit.fast.StartsServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.zip.CRC32;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Large uploads over real sockets, to a platform that takes them in parts. */
@Timeout(120)
@StartsServer
class SplitPutTest {

    private static final int MIB = 1024 * 1024;
    private static final byte[] CONTENT = ThrottledObject.bytes(12 * MIB + 345, 5);
    private static final String TEXT = new String(CONTENT, StandardCharsets.ISO_8859_1);
    private static final String CRC = "x-amz-checksum-crc32";

    private static final Configuration ON = ConfigurationLoader.load(
            List.of(
                    "--s3.client.upload.multipart=true",
                    "--s3.client.upload.multipart.threshold=1048576",
                    "--s3.client.upload.multipart.mini-part-size=5242880",
                    "--s3.client.upload.multipart.memory=41943040"),
            Map.of());

    private static final Set<Capability> PLAIN = Set.of(Capability.EXACT_KEYS, Capability.TRAILERS, Capability.ACL);
    private static final Set<Capability> CONDITIONAL =
            Set.of(Capability.EXACT_KEYS, Capability.CONDITIONAL_WRITES, Capability.CONDITIONAL_COMPLETIONS);
    private static final HeaderField CUSTOMER_KEY =
            new HeaderField("x-amz-server-side-encryption-customer-key", "a2V5");

    private final ScriptedUploads uploads = new ScriptedUploads();

    @SuppressWarnings("NullAway.Init") // Each test starts it with capabilities of its own.
    private S3TestServer edge;

    @AfterEach
    void stop() throws IOException {
        edge.close();
    }

    private void start(Set<Capability> capabilities) throws IOException {
        edge = S3TestServer.withoutQuirks(uploads, capabilities, ON);
    }

    private WireClient.Answer put(HeaderField... headers) throws IOException {
        return edge.call(S3TestServer.ALICE, "PUT", "/photos/k", TEXT, headers);
    }

    private static HeaderField crcOf(byte[] content) {
        CRC32 sum = new CRC32();
        sum.update(content);
        byte[] value = ByteBuffer.allocate(4).putInt((int) sum.getValue()).array();
        return new HeaderField(CRC, Base64.getEncoder().encodeToString(value));
    }

    private List<String> requests() {
        return ScriptedUploads.names(edge.platform.requests());
    }

    private void assertNothingIsLeft() {
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(edge.splits.recorded()).isEmpty());
        assertThat(edge.split.memory().held()).isZero();
    }

    private void assertIsNoObject() {
        assertThat(uploads.object).isNull();
        assertThat(requests()).noneMatch(request -> request.startsWith("POST k?uploadId"));
        assertThat(edge.ledger).isEmpty();
    }

    private void assertIsOneStream(WireClient.Answer answer) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        assertThat(uploads.object).isEqualTo(CONTENT);
        assertThat(requests()).last().isEqualTo("PUT k");
        assertThat(edge.ledger).containsExactly("begin k", "Written k");
        assertNothingIsLeft();
    }

    @Test
    void objectOfPartsIsOneUploadForAllOthers() throws IOException {
        start(PLAIN);

        WireClient.Answer answer = put(crcOf(CONTENT));

        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        assertThat(answer.headers())
                .containsEntry("etag", uploads.tagOfParts())
                .containsEntry("x-amz-version-id", "v7")
                .containsEntry("x-amz-server-side-encryption", "AES256")
                .containsEntry("content-length", "0");
        assertThat(uploads.object).isEqualTo(CONTENT);
        assertThat(requests())
                .hasSize(5)
                .contains("PUT k?partNumber=1", "PUT k?partNumber=2", "PUT k?partNumber=3")
                .startsWith("POST k?uploads")
                .last()
                .asString()
                .startsWith("POST k?uploadId=");
        assertThat(edge.ledger).containsExactly("begin k", "Assumed k");
        assertThat(edge.splits.all()).hasSize(1);
        assertThat(edge.metered(1))
                .singleElement()
                .satisfies(hour -> assertThat(hour.metered().requests()).isEqualTo(1));
        assertThat(edge.summaries)
                .extracting(RequestSummary::operation, RequestSummary::status, it -> it.cost()
                        .bytesIn())
                .containsExactly(tuple("PutObject", 200, (long) CONTENT.length));
        assertThat(edge.uploads.all()).as("counted parts").isEmpty();
        assertNothingIsLeft();
    }

    @Test
    void headersGoWhereTheyBelong() throws IOException {
        start(CONDITIONAL);

        put(
                new HeaderField("Content-Type", "text/x"),
                new HeaderField("x-amz-meta-a", "b"),
                new HeaderField("x-amz-tagging", "c=d"),
                new HeaderField("x-amz-storage-class", "STANDARD_IA"),
                new HeaderField("x-amz-object-lock-mode", "GOVERNANCE"),
                new HeaderField("If-None-Match", "*"),
                new HeaderField("x-amz-request-payer", "requester"),
                CUSTOMER_KEY,
                crcOf(CONTENT));

        List<ScriptedPlatform.Request> sent = edge.platform.requests();
        assertThat(sent).hasSize(5).allSatisfy(request -> {
            boolean isCreation = request.line().contains("?uploads");
            boolean isCompletion = request.line().startsWith("POST /photos/k?uploadId=");
            for (String name : List.of(
                    "content-type", "x-amz-meta-a", "x-amz-tagging", "x-amz-storage-class", "x-amz-object-lock-mode")) {
                assertThat(request.header(name).isEmpty()).as(name).isEqualTo(!isCreation);
            }
            assertThat(request.header("if-none-match")).isEqualTo(isCompletion ? "*" : "");
            assertThat(request.header(CUSTOMER_KEY.name())).isEqualTo(CUSTOMER_KEY.value());
            assertThat(request.header("x-amz-request-payer")).isEqualTo("requester");
            assertThat(request.header(CRC)).isEmpty();
            assertThat(request.header("authorization")).contains("Credential=VENDORALICEKEY/");
        });
    }

    /** S3 demands it in buckets with object lock. */
    @Test
    void partsStateTheirDigest() throws IOException {
        start(PLAIN);

        put();

        List<String> expected = uploads.stored.values().stream()
                .map(part -> Base64.getEncoder().encodeToString(Digester.md5().digest(part)))
                .toList();
        assertThat(edge.platform.requests())
                .filteredOn(request -> request.line().contains("?partNumber="))
                .extracting(request -> request.header("content-md5"))
                .hasSize(3)
                .containsExactlyInAnyOrderElementsOf(expected);
    }

    @Test
    void signedChunksAreTakenOff() throws IOException {
        start(PLAIN);
        HeaderField length = new HeaderField("x-amz-decoded-content-length", Integer.toString(CONTENT.length));
        String mode = "STREAMING-AWS4-HMAC-SHA256-PAYLOAD";
        String first = edge.head(S3TestServer.ALICE, "PUT", "/photos/k", mode, 0, length);
        int wireBytes = chunks(first).length;
        String head = edge.head(S3TestServer.ALICE, "PUT", "/photos/k", mode, wireBytes, length);

        try (WireClient client = edge.connect()) {
            assertThat(client.send(head).send(chunks(head)).answer().status()).isEqualTo(200);
        }

        assertThat(uploads.object).isEqualTo(CONTENT);
        assertThat(uploads.stored).hasSize(3);
    }

    private static byte[] chunks(String head) {
        return SignedChunks.after(
                        head, S3TestServer.secretOf(S3TestServer.ALICE).getBytes(StandardCharsets.US_ASCII))
                .chunks(CONTENT, 64 * 1024)
                .end();
    }

    @Test
    void wrongChecksumIsNoticedBeforeTheObjectAppears() throws IOException {
        start(PLAIN);

        WireClient.Answer answer = put(crcOf(new byte[1]));

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.body()).contains("<Code>BadDigest</Code>");
        assertIsNoObject();
        assertThat(uploads.abortions).hasPositiveValue();
        assertThat(uploads.stored).isEmpty();
    }

    @Test
    void otherBodyThanTheSignedOneIsNoticedBeforeTheObjectAppears() throws IOException {
        start(PLAIN);
        String head = edge.head(S3TestServer.ALICE, "PUT", "/photos/k", "a".repeat(64), CONTENT.length);

        try (WireClient client = edge.connect()) {
            assertThat(client.send(head).send(CONTENT).answer().body())
                    .contains("<Code>XAmzContentSHA256Mismatch</Code>");
        }

        assertIsNoObject();
    }

    @Test
    void uploadOfAClientThatLeavesIsAborted() throws IOException {
        start(PLAIN);
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), edge.port())) {
            socket.getOutputStream()
                    .write(edge.head(S3TestServer.ALICE, "PUT", "/photos/k", "UNSIGNED-PAYLOAD", CONTENT.length)
                            .getBytes(StandardCharsets.ISO_8859_1));
            socket.getOutputStream().write(CONTENT, 0, 8 * MIB);
            await().atMost(Duration.ofSeconds(30)).until(() -> uploads.stored.size() == 1);
        }

        await().atMost(Duration.ofSeconds(30)).until(() -> uploads.abortions.get() > 0);

        assertIsNoObject();
        // The row stays if the client left before the node had the answer to the part.
        await().atMost(Duration.ofSeconds(30)).until(() -> edge.splitBook.live() == 0);
        assertThat(edge.split.memory().held()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"503 Slow Down,503,ServiceUnavailable", "403 Forbidden,403,AccessDenied"})
    void partThatIsNotTakenEndsTheUpload(String parts, int status, String code) throws IOException {
        uploads.parts = parts;
        start(PLAIN);

        WireClient.Answer answer = put();

        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.body()).contains("<Code>" + code + "</Code>");
        assertIsNoObject();
        assertThat(uploads.abortions).hasValue(1);
    }

    @Test
    void bugInARequestWithAPartIsRecorded() throws IOException {
        IllegalStateException bug = new IllegalStateException("a bug, on purpose");
        start(PLAIN);
        edge.transport.failures =
                operation -> Optional.of(operation).filter("UploadPart"::equals).map(_ -> new Failure.Internal(bug));

        assertThat(put().status()).isEqualTo(500);

        assertThat(edge.bugs).containsExactly(bug);
        assertThat(uploads.abortions).hasValue(1);
        assertNothingIsLeft();
    }

    @Test
    void bugAtTheEndOfAnUploadLeavesItToBeAbortedLater() throws IOException {
        IllegalStateException bug = new IllegalStateException("a bug, on purpose");
        uploads.parts = "403 Forbidden";
        start(PLAIN);
        edge.transport.failures = operation -> {
            if (operation.equals("AbortMultipartUpload")) {
                throw bug;
            }
            return Optional.empty();
        };

        assertThat(put().status()).isEqualTo(500);

        assertThat(edge.splitBook.live()).as("kept for ever").isZero();
        assertThat(edge.splits.recorded()).hasSize(1);
    }

    /** The database was away: another node may be aborting the upload. */
    @Test
    void uploadThatWasNotNotedForMinutesIsNotCompleted() throws IOException {
        start(PLAIN);
        edge.transport.failures = operation -> {
            if (operation.equals("UploadPart")) {
                edge.nanos.addAndGet(Duration.ofMinutes(3).toNanos());
            }
            return Optional.empty();
        };

        assertThat(put().status()).isEqualTo(503);

        assertThat(uploads.object).isNull();
        assertThat(requests()).noneMatch(request -> request.startsWith("POST k?uploadId"));
        assertThat(edge.ledger).containsExactly("begin k", "Refused k");
        assertThat(uploads.abortions).hasValue(1);
        assertNothingIsLeft();
    }

    @Test
    void completionOfUnknownOutcomeIsLeftAlone() throws IOException {
        uploads.completion = "500 Internal Server Error";
        start(PLAIN);

        assertThat(put().status()).isEqualTo(500);

        assertThat(edge.ledger).containsExactly("begin k", "Unknown k");
        assertThat(uploads.abortions).hasValue(0);
        assertThat(edge.splits.recorded()).as("for the abortion later").hasSize(1);
    }

    /** Clients take each answer 200 to a PUT for a stored object. */
    @Test
    void completionThatFailsBehindItsStatusIsNoSuccess() throws IOException {
        uploads.completion = "200 Late";
        start(PLAIN);

        WireClient.Answer answer = put();

        assertThat(answer.status()).isEqualTo(500);
        assertThat(answer.body()).contains("<Code>InternalError</Code>");
        assertThat(uploads.object).isNull();
    }

    /** Encrypted parts have another tag each time they are sent. */
    @ParameterizedTest
    @CsvSource({"1,2", "3,4"})
    void completionNamesWhatIsThereIfAPartWasReplacedByAnEarlierRequest(int late, int completions) throws IOException {
        uploads.isEncrypted = true;
        uploads.late.set(late);
        start(PLAIN);

        WireClient.Answer answer = put();

        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        assertThat(uploads.object).isEqualTo(CONTENT);
        assertThat(requests())
                .filteredOn(request -> request.startsWith("POST k?uploadId"))
                .hasSize(completions);
        assertThat(answer.headers()).containsEntry("etag", uploads.tagOfParts());
        assertThat(edge.ledger).containsExactly("begin k", "Assumed k");
        assertNothingIsLeft();
    }

    /** The client knows of no parts. */
    @Test
    void partThatIsAnotherWithoutAReasonIsNoFaultOfTheClient() throws IOException {
        uploads.completion = "400 Bad Request";
        uploads.refusal = "InvalidPart";
        start(PLAIN);

        WireClient.Answer answer = put();

        assertThat(answer.status()).isEqualTo(503);
        assertThat(uploads.object).isNull();
        assertThat(requests())
                .filteredOn(request -> request.startsWith("POST k?uploadId"))
                .hasSize(1);
        assertThat(uploads.abortions).hasValue(1);
        assertNothingIsLeft();
    }

    @Test
    void failedConditionAbortsTheUpload() throws IOException {
        uploads.completion = "412 Precondition Failed";
        start(CONDITIONAL);

        assertThat(put(new HeaderField("If-None-Match", "*")).status()).isEqualTo(412);

        assertThat(edge.ledger).containsExactly("begin k", "Refused k");
        assertThat(uploads.abortions).hasValue(1);
        assertNothingIsLeft();
    }

    @Test
    void conditionThatACompletionDoesNotKeepGoesAsOneStream() throws IOException {
        start(Set.of(Capability.EXACT_KEYS, Capability.CONDITIONAL_WRITES));

        assertIsOneStream(put(new HeaderField("If-None-Match", "*")));
    }

    @Test
    void statedMd5GoesAsOneStream() throws IOException {
        start(PLAIN);

        assertIsOneStream(put(new HeaderField("Content-MD5", "1B2M2Y8AsgTpgAmY7PhCfg==")));
    }

    @Test
    void checksumThatThePlatformKeepsGoesAsOneStream() throws IOException {
        start(PLAIN);

        assertIsOneStream(put(new HeaderField("x-amz-checksum-sha1", "2jmj7l5rSw0yVb/vlWAYkK/YBwk=")));
    }

    @Test
    void withoutMemoryAnUploadGoesAsOneStream() throws IOException {
        start(PLAIN);
        var lease = edge.split.memory().lease("another");
        assertThat(lease.take(18 * MIB)).isTrue();
        var second = edge.split.memory().lease("and another");
        assertThat(second.take(10 * MIB)).isTrue();

        WireClient.Answer answer = put();

        lease.close();
        second.close();
        assertIsOneStream(answer);
        assertThat(edge.split.counters().oneStreams()).isEqualTo(1);
    }

    @Test
    void refusedCreationGoesAsOneStream() throws IOException {
        uploads.creation = "501 Not Implemented";
        start(PLAIN);

        assertIsOneStream(put());
    }

    @Test
    void uploadThatCannotBeRecordedGoesAsOneStream() throws IOException {
        start(PLAIN);
        edge.splits.isAway = true;

        assertIsOneStream(put());
        assertThat(uploads.abortions).hasValue(1);
    }
}
