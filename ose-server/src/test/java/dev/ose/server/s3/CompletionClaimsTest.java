package dev.ose.server.s3;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.adapter.Capability;
import dev.ose.s3.checksum.ChecksumAlgorithm;
import dev.ose.s3.checksum.Digester;
import dev.ose.s3.sigv4.HeaderField;
import dev.ose.server.http.WireClient;
import dev.ose.server.platform.transport.ScriptedPlatform;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Stated checksums and sizes in completions, on platforms with and without checksums. */
@Timeout(60)
class CompletionClaimsTest {

    private static final byte[] DONE =
            "<CompleteMultipartUploadResult><ETag>\"x\"</ETag></CompleteMultipartUploadResult>"
                    .getBytes(StandardCharsets.UTF_8);
    private static final byte[] COPIED =
            "<CopyPartResult><ETag>\"a\"</ETag></CopyPartResult>".getBytes(StandardCharsets.UTF_8);
    private static final String PARTS =
            "<CompleteMultipartUpload><Part><PartNumber>1</PartNumber><ETag>a</ETag>%s</Part>"
                    + "</CompleteMultipartUpload>";
    private static final String CHECKSUM = "<ChecksumCRC32>AAAAAA==</ChecksumCRC32>";

    private static final String PART = "/photos/k?partNumber=1&uploadId=u";

    private static S3TestServer edge(Set<Capability> capabilities) throws IOException {
        return new S3TestServer(
                request -> {
                    // Otherwise it would be parsed as the next request on the connection.
                    request.body();
                    return request.answer("200 OK", "ETag: \"a\"\r\n", document(request));
                },
                capabilities);
    }

    private static byte[] document(ScriptedPlatform.Request request) {
        if (request.line().startsWith("POST ")) {
            return DONE;
        }
        return request.header("x-amz-copy-source").isEmpty() ? new byte[0] : COPIED;
    }

    private static S3TestServer withoutChecksums() throws IOException {
        return edge(Set.of(Capability.EXACT_KEYS));
    }

    private static WireClient.Answer complete(S3TestServer edge, String ofPart, HeaderField... headers)
            throws IOException {
        put(edge, "seven b");
        return edge.call(S3TestServer.ALICE, "POST", "/photos/k?uploadId=u", PARTS.formatted(ofPart), headers);
    }

    private static boolean isCompleted(S3TestServer edge) {
        return edge.platform.requests().stream()
                .map(ScriptedPlatform.Request::line)
                .anyMatch(line -> line.startsWith("POST "));
    }

    @ParameterizedTest
    @CsvSource({"7, 200, ", "8, 400, InvalidRequest", "x, 400, InvalidRequest", "'', 400, InvalidRequest"})
    void sizeOfTheObjectIsComparedWithItsParts(String size, int status, String code) throws IOException {
        try (S3TestServer edge = withoutChecksums()) {
            WireClient.Answer answer = complete(edge, "", new HeaderField("x-amz-mp-object-size", size));

            assertThat(answer.status()).isEqualTo(status);
            assertThat(answer.body()).contains(code == null ? "CompleteMultipartUploadResult" : code);
            assertThat(isCompleted(edge)).isEqualTo(status == 200);
        }
    }

    private static S3TestServer listing(String status, String document) throws IOException {
        byte[] listed = document.getBytes(StandardCharsets.UTF_8);
        return new S3TestServer(
                request -> {
                    request.body();
                    return switch (request.line().substring(0, 4)) {
                        case "GET " -> request.answer(status, "", listed);
                        case "POST" -> request.answer("200 OK", "", DONE);
                        default -> request.answer("200 OK", "ETag: \"a\"\r\n", new byte[0]);
                    };
                },
                Set.of(Capability.EXACT_KEYS));
    }

    private static String part(int number, int size) {
        return "<ListPartsResult><IsTruncated>false</IsTruncated><Part><PartNumber>" + number + "</PartNumber><Size>"
                + size + "</Size></Part></ListPartsResult>";
    }

    @ParameterizedTest
    @CsvSource({"7, 200, CompleteMultipartUploadResult", "8, 400, InvalidRequest"})
    void sizeIsComparedWithThePlatformsPartsWhileTheDatabaseIsAway(String size, int status, String message)
            throws IOException {
        try (S3TestServer edge = listing("200 OK", part(1, 7))) {
            edge.uploads.goAway();

            WireClient.Answer answer = complete(edge, "", new HeaderField("x-amz-mp-object-size", size));

            assertThat(answer.status()).as(answer.body()).isEqualTo(status);
            assertThat(answer.body()).contains(message);
            assertThat(isCompleted(edge)).isEqualTo(status == 200);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "200 OK, <ListPartsResult/>, 400, InvalidPart",
        "403 Forbidden, <Error><Code>AccessDenied</Code></Error>, 501, <Header>x-amz-mp-object-size</Header>",
        "404 Not Found, <Error><Code>NoSuchUpload</Code></Error>, 404, NoSuchUpload",
        "503 Slow Down, <Error><Code>SlowDown</Code></Error>, 503, SlowDown",
        "200 OK, nonsense, 503, ServiceUnavailable"
    })
    void sizeOfPartsThatAreNotKnownIsNotCompared(String line, String document, int status, String message)
            throws IOException {
        try (S3TestServer edge = listing(line, document)) {
            WireClient.Answer answer = edge.call(
                    S3TestServer.ALICE,
                    "POST",
                    "/photos/k?uploadId=other",
                    PARTS.formatted(""),
                    new HeaderField("x-amz-mp-object-size", "7"));

            assertThat(answer.status()).as(answer.body()).isEqualTo(status);
            assertThat(answer.body()).contains(message);
            assertThat(isCompleted(edge)).isFalse();
        }
    }

    private static String sum(ChecksumAlgorithm algorithm, String body) {
        return Base64.getEncoder().encodeToString(Digester.of(algorithm).digest(body.getBytes(StandardCharsets.UTF_8)));
    }

    private static String element(ChecksumAlgorithm algorithm, String value) {
        return "<" + algorithm.element() + ">" + value + "</" + algorithm.element() + ">";
    }

    private static void put(S3TestServer edge, String body, HeaderField... headers) throws IOException {
        assertThat(edge.call(S3TestServer.ALICE, "PUT", PART, body, headers).status())
                .isEqualTo(200);
    }

    /** A part that states its checksum in a header. */
    private static void put(S3TestServer edge, ChecksumAlgorithm algorithm, String body) throws IOException {
        put(edge, body, new HeaderField(algorithm.header(), sum(algorithm, body)));
    }

    private static WireClient.Answer list(S3TestServer edge, String ofPart) throws IOException {
        return edge.call(S3TestServer.ALICE, "POST", "/photos/k?uploadId=u", PARTS.formatted(ofPart));
    }

    private static void assertRefused(S3TestServer edge, String ofPart) throws IOException {
        WireClient.Answer answer = list(edge, ofPart);
        assertThat(answer.status()).as(answer.body()).isEqualTo(400);
        assertThat(answer.body()).contains("<Code>InvalidPart</Code>", "<PartNumber>1</PartNumber>", "<ETag>a</ETag>");
        assertThat(isCompleted(edge)).isFalse();
    }

    private static void assertTaken(S3TestServer edge, String ofPart) throws IOException {
        WireClient.Answer answer = list(edge, ofPart);
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        assertThat(isCompleted(edge)).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void checksumOfAPartIsComparedWithTheOneThatCameWithIt(ChecksumAlgorithm algorithm) throws IOException {
        try (S3TestServer edge = withoutChecksums()) {
            put(edge, algorithm, "body");

            assertRefused(edge, element(algorithm, sum(algorithm, "another")));
            assertRefused(edge, element(algorithm, "nonsense"));
            assertTaken(edge, element(algorithm, sum(algorithm, "body")));
        }
    }

    @Test
    void checksumBehindThePartIsComparedToo() throws IOException {
        try (S3TestServer edge = withoutChecksums();
                WireClient client = edge.connect()) {
            String body =
                    "4\r\nbody\r\n0\r\nx-amz-checksum-crc32c:" + sum(ChecksumAlgorithm.CRC32C, "body") + "\r\n\r\n";
            String head = edge.head(
                    S3TestServer.ALICE,
                    "PUT",
                    PART,
                    "STREAMING-UNSIGNED-PAYLOAD-TRAILER",
                    body.length(),
                    new HeaderField("Content-Encoding", "aws-chunked"),
                    new HeaderField("x-amz-decoded-content-length", "4"),
                    new HeaderField("x-amz-trailer", "x-amz-checksum-crc32c"));
            assertThat(client.send(head + body).answer().status()).isEqualTo(200);

            assertRefused(edge, element(ChecksumAlgorithm.CRC32C, sum(ChecksumAlgorithm.CRC32C, "another")));
            assertTaken(edge, element(ChecksumAlgorithm.CRC32C, sum(ChecksumAlgorithm.CRC32C, "body")));
        }
    }

    @Test
    void partHasNoChecksumButTheOneThatItCameWith() throws IOException {
        try (S3TestServer edge = withoutChecksums()) {
            String crc = element(ChecksumAlgorithm.CRC32, sum(ChecksumAlgorithm.CRC32, "body"));
            put(edge, ChecksumAlgorithm.SHA256, "body");
            assertRefused(edge, crc);
            assertRefused(edge, crc + element(ChecksumAlgorithm.SHA256, sum(ChecksumAlgorithm.SHA256, "body")));

            put(edge, "body");
            assertRefused(edge, crc);
            put(
                    edge,
                    "",
                    new HeaderField("x-amz-copy-source", "/photos/source"),
                    new HeaderField("x-amz-copy-source-range", "bytes=0-3"));
            assertRefused(edge, crc);
            assertTaken(edge, "");
        }
    }

    @Test
    void partThatCameAgainHasItsLastChecksum() throws IOException {
        try (S3TestServer edge = withoutChecksums()) {
            put(edge, ChecksumAlgorithm.CRC32, "body");
            put(edge, ChecksumAlgorithm.CRC32, "another");

            assertRefused(edge, element(ChecksumAlgorithm.CRC32, sum(ChecksumAlgorithm.CRC32, "body")));
            assertTaken(edge, element(ChecksumAlgorithm.CRC32, sum(ChecksumAlgorithm.CRC32, "another")));
        }
    }

    /** SDKs repeat the checksums that were verified with the parts: refusing them would refuse their uploads. */
    @Test
    void checksumOfAPartThatIsNotNotedIsNoReasonToRefuse() throws IOException {
        try (S3TestServer edge = withoutChecksums()) {
            assertTaken(edge, CHECKSUM);
        }
        try (S3TestServer edge = withoutChecksums()) {
            put(edge, ChecksumAlgorithm.CRC32, "body");
            edge.uploads.goAway();
            assertTaken(edge, CHECKSUM);
        }
    }

    @Test
    void typeOfChecksumsThatThePlatformOverlooksIsNoReasonToRefuse() throws IOException {
        try (S3TestServer edge = withoutChecksums()) {
            WireClient.Answer answer = complete(edge, "", new HeaderField("x-amz-checksum-type", "FULL_OBJECT"));

            assertThat(answer.status()).as(answer.body()).isEqualTo(200);
            assertThat(isCompleted(edge)).isTrue();
        }
    }

    @Test
    void platformThatKnowsChecksumsComparesThem() throws IOException {
        try (S3TestServer edge = edge(Set.of(Capability.EXACT_KEYS, Capability.TRAILERS))) {
            WireClient.Answer answer = complete(
                    edge,
                    CHECKSUM,
                    new HeaderField("x-amz-checksum-type", "COMPOSITE"),
                    new HeaderField("x-amz-mp-object-size", "9"));
            assertThat(answer.status()).as(answer.body()).isEqualTo(200);
            ScriptedPlatform.Request there = edge.platform.requests().getLast();
            assertThat(there.header("x-amz-checksum-type")).isEqualTo("COMPOSITE");
            assertThat(there.header("x-amz-mp-object-size")).isEqualTo("9");
        }
    }
}
