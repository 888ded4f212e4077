package dev.ose.server.s3;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.s3.operation.AmzHeaders;
import dev.ose.s3.sigv4.HeaderField;
import dev.ose.server.http.WireClient;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Headers that AWS reserves: done, passed on or refused, and never dropped. */
@Timeout(60)
class AmzHeadersTest {

    private static final Map<String, String> LINES = Map.of(
            "PutObject", "PUT /photos/k",
            "GetObject", "GET /photos/k",
            "HeadObject", "HEAD /photos/k",
            "UploadPart", "PUT /photos/k?uploadId=u&partNumber=1",
            "CreateMultipartUpload", "POST /photos/k?uploads",
            "ListParts", "GET /photos/k?uploadId=u",
            "ListObjectsV2", "GET /photos?list-type=2",
            "HeadBucket", "HEAD /photos",
            "GetObjectTagging", "GET /photos/k?tagging");

    @SuppressWarnings("NullAway.Init") // Started before each test.
    private S3TestServer edge;

    @BeforeEach
    void start() throws IOException {
        edge = S3TestServer.withoutQuirks(request -> {
            request.body();
            return request.answer("200 OK", "ETag: \"9a0364b9e99bb480dd25e1f0284c8555\"\r\n", new byte[0]);
        });
    }

    @AfterEach
    void stop() throws IOException {
        edge.close();
    }

    private WireClient.Answer call(String line, String header, String value) throws IOException {
        String method = line.substring(0, line.indexOf(' '));
        String target = line.substring(line.indexOf(' ') + 1);
        return edge.call(S3TestServer.ALICE, method, target, "", new HeaderField(header, value));
    }

    static Stream<String> headersOfSomeOperations() {
        Map<String, Map<String, AmzHeaders.Fate>> all = AmzHeaders.all();
        return LINES.keySet().stream().flatMap(operation -> all.getOrDefault(operation, Map.of()).entrySet().stream()
                .map(header -> operation + ' ' + header.getKey() + ' ' + header.getValue()));
    }

    /** What is said to be passed on arrives, and what is said to be refused is refused by name. */
    @ParameterizedTest
    @MethodSource("headersOfSomeOperations")
    void headerHasTheFateThatItsListSays(String row) throws IOException {
        String[] words = row.split(" ", -1);
        String line = LINES.getOrDefault(words[0], "");
        boolean isGrantOrAcl = words[1].startsWith("x-amz-grant-") || words[1].equals("x-amz-acl");

        WireClient.Answer answer = call(line, words[1], isGrantOrAcl ? "private" : "1");

        switch (AmzHeaders.Fate.valueOf(words[2])) {
            case REFUSED -> {
                assertThat(answer.status()).isEqualTo(501);
                assertThat(edge.platform.requests()).isEmpty();
            }
            case PASSED -> {
                // Some are looked at on the way, and a value that cannot be one is refused; none is dropped.
                boolean isRefused = answer.status() == 400 || answer.status() == 501;
                assertThat(isRefused
                                || !edge.platform
                                        .requests()
                                        .getFirst()
                                        .header(words[1])
                                        .isEmpty())
                        .isTrue();
            }
            case DONE ->
                assertThat(edge.platform.requests().isEmpty() || answer.status() == 200)
                        .isTrue();
            case IGNORED -> assertThat(answer.status()).isEqualTo(200);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "GET /photos/k, x-amz-made-up",
        "PUT /photos/k, x-amz-made-up",
        "GET /photos/k, x-amz-acl",
        "DELETE /photos/k, x-amz-mfa",
        "DELETE /photos/k, x-amz-copy-source",
        "PUT /photos/k, x-amz-object-lock-event-hold",
        "PUT /photos/k?uploadId=u&partNumber=1, x-amz-tagging",
        "POST /photos/k?uploads, x-amz-mp-object-size",
        "GET /photos, x-amz-checksum-foo",
        "GET /, x-amz-made-up",
        "PUT /photos/k?tagging, x-amz-storage-class"
    })
    void headerThatTheOperationDoesNotHaveIsRefusedByItsName(String line, String header) throws IOException {
        WireClient.Answer answer = call(line, header, "1");

        assertThat(answer.status()).isEqualTo(501);
        assertThat(answer.body()).contains("<Code>NotImplemented</Code>", "<Header>" + header + "</Header>");
        assertThat(edge.platform.requests()).isEmpty();
        assertThat(edge.ledger).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "x-amz-user-agent",
                "x-amz-api-version",
                "x-amz-te",
                "x-amz-cf-id",
                "x-amz-sdk-invocation-id",
                "x-amz-request-payer",
                "x-amz-meta-a",
                "x-amzn-trace-id",
                "amz-sdk-request",
                "amz-sdk-invocation-id"
            })
    void headersThatClientsAddToEveryRequestAreAccepted(String header) throws IOException {
        for (String line : LINES.values()) {
            assertThat(call(line, header, "x").status()).as(line).isLessThan(400);
        }
    }

    /** Without its selector, the request would overwrite or delete the object or the bucket. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "PUT /photos/k?annotation&annotationName=a",
                "DELETE /photos/k?annotation&annotationName=a",
                "GET /photos/k?annotation&annotationName=a",
                "PUT /photos?metadataAnnotationTable",
                "PUT /photos/k?soon",
                "DELETE /photos/k?soon",
                "DELETE /photos?soon",
                "PUT /new-bucket?soon"
            })
    void selectorThatIsNotOfferedIsRefused(String line) throws IOException {
        String method = line.substring(0, line.indexOf(' '));

        WireClient.Answer answer = edge.call(S3TestServer.ALICE, method, line.substring(line.indexOf(' ') + 1), "");

        assertThat(answer.body()).contains("<Code>NotImplemented</Code>");
        assertThat(edge.platform.requests()).isEmpty();
        assertThat(edge.ledger).isEmpty();
    }

    @Test
    void everyOperationOfTheListIsOneOfOurs() {
        assertThat(AmzHeaders.all().keySet()).containsAll(Set.of("PutObject", "CopyObject", "DeleteObjects"));
    }
}
