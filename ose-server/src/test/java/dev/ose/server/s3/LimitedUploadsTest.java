package dev.ose.server.s3;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.s3.sigv4.HeaderField;
import dev.ose.server.http.WireClient;
import dev.ose.server.platform.transport.ScriptedPlatform;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Writes under quotas, and the records of parts. */
@Timeout(120)
class LimitedUploadsTest {

    private static final String STORED = "ETag: \"9a0364b9e99bb480dd25e1f0284c8555\"\r\n";

    private static final String COMPLETED = "<CompleteMultipartUploadResult>%s</CompleteMultipartUploadResult>";
    private static final String COMPLETION = "<CompleteMultipartUpload><Part><PartNumber>1</PartNumber><ETag>%s</ETag>"
            + "</Part><Part><PartNumber>2</PartNumber><ETag>%s</ETag></Part></CompleteMultipartUpload>";

    private S3TestServer edge;
    private volatile String status = "200 OK";
    private volatile String parts = "<Error><Code>AccessDenied</Code></Error>";
    private volatile String partTag = "a";
    private volatile String completed = COMPLETED.formatted("<ETag>\"a-1\"</ETag>");
    private final List<String> listed = new CopyOnWriteArrayList<>();

    @BeforeEach
    void start() throws IOException {
        edge = new S3TestServer(this::answer);
    }

    @AfterEach
    void stop() throws IOException {
        edge.close();
    }

    /** A platform that answers {@code status}, initially 200. */
    private boolean answer(ScriptedPlatform.Request request) throws IOException {
        String line = request.line();
        if (line.startsWith("HEAD ")) {
            request.send("HTTP/1.1 200 OK\r\nContent-Length: 30\r\n" + STORED + "\r\n");
            return true;
        }
        request.body();
        if (line.startsWith("GET ")) {
            listed.add(line);
            return request.answer(bytes(parts));
        }
        if (!status.startsWith("200")) {
            return request.answer(status, "", bytes("<Error><Code>NoSuchUpload</Code></Error>"));
        }
        if (line.startsWith("DELETE ")) {
            request.send("HTTP/1.1 204 No Content\r\n\r\n");
            return true;
        }
        if (line.startsWith("POST ")) {
            return request.answer(bytes(completed));
        }
        String source = request.header("x-amz-copy-source");
        return source.isEmpty()
                ? request.answer(status, STORED, new byte[0])
                : request.answer(bytes(
                        line.contains("partNumber")
                                ? "<CopyPartResult><ETag>\"" + partTag + "\"</ETag></CopyPartResult>"
                                : "<CopyObjectResult><ETag>\"a\"</ETag></CopyObjectResult>"));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private WireClient.Answer put(String target, int size) throws IOException {
        return edge.call(S3TestServer.ALICE, "PUT", target, "x".repeat(size));
    }

    private static void assertExceeded(WireClient.Answer answer) {
        assertThat(answer.status()).isEqualTo(403);
        assertThat(answer.body()).contains("<Code>QuotaExceeded</Code>", "quota of this bucket");
    }

    @Test
    void writeBeyondTheQuotaIsRefusedBeforeThePlatformHearsOfIt() throws IOException {
        edge.leases.limit(10, 2);

        assertThat(put("/photos/a", 6).status()).isEqualTo(200);
        assertExceeded(put("/photos/b", 5));
        assertExceeded(put("/photos/k?partNumber=1&uploadId=u", 5));
        assertThat(put("/photos/b", 4).status()).isEqualTo(200);
        assertExceeded(put("/photos/c", 0));

        assertThat(edge.platform.requests()).hasSize(2);
        assertThat(edge.ledger).containsExactly("begin a", "Written a", "begin b", "Written b");
    }

    @Test
    void bodyThatIsRefusedIsNotAskedForOfAClientThatExpects() throws IOException {
        edge.leases.limit(10, 10);

        try (WireClient client = edge.connect()) {
            client.send(edge.head(
                    S3TestServer.ALICE,
                    "PUT",
                    "/photos/k",
                    "UNSIGNED-PAYLOAD",
                    11,
                    new HeaderField("Expect", "100-continue")));

            assertExceeded(client.answer());
        }
    }

    @Test
    void roomOfAWriteThatThePlatformRefusedServesTheNext() throws IOException {
        edge.leases.limit(10, 1);
        status = "412 Precondition Failed";
        assertThat(put("/photos/k", 10).status()).isEqualTo(412);
        status = "200 OK";

        WireClient.Answer next = put("/photos/k", 10);
        while (next.status() == 403) {
            // The reservation is returned at the end of the request, shortly after its answer.
            next = put("/photos/k", 10);
        }

        assertThat(next.status()).isEqualTo(200);
    }

    @Test
    void strangerIsNotToldOfAQuota() throws IOException {
        edge.leases.limit(0, 0);

        try (WireClient client = edge.connect()) {
            client.send("PUT /photos/k HTTP/1.1\r\nHost: 127.0.0.1:" + edge.port() + "\r\nContent-Length: 1\r\n\r\nx");

            WireClient.Answer answer = client.answer();
            assertThat(answer.status()).isEqualTo(403);
            assertThat(answer.body()).contains("<Code>AccessDenied</Code>").doesNotContain("Quota");
        }
    }

    @Test
    void copyNeedsRoomForWhatItsSourceHolds() throws IOException {
        HeaderField source = new HeaderField("x-amz-copy-source", "/photos/source");
        edge.leases.limit(40, 5);

        assertThat(edge.call(S3TestServer.ALICE, "PUT", "/photos/copy", "", source)
                        .status())
                .isEqualTo(200);
        assertExceeded(edge.call(S3TestServer.ALICE, "PUT", "/photos/copy2", "", source));
        assertExceeded(edge.call(S3TestServer.ALICE, "PUT", "/photos/k?partNumber=1&uploadId=u", "", source));
        assertThat(edge.call(
                                S3TestServer.ALICE,
                                "PUT",
                                "/photos/k?partNumber=1&uploadId=u",
                                "",
                                source,
                                new HeaderField("x-amz-copy-source-range", "bytes=0-9"))
                        .status())
                .isEqualTo(200);

        assertThat(edge.ledger).containsExactly("begin copy", "Assumed copy");
        assertThat(edge.uploads.all()).isEqualTo(Map.of("u 1", 10L));
    }

    @Test
    void partsAreInTheBooksUntilTheirUploadIsCompleteOrAborted() throws IOException {
        HeaderField source = new HeaderField("x-amz-copy-source", "/photos/source");
        put("/photos/k?partNumber=1&uploadId=u", 5);
        put("/photos/k?partNumber=1&uploadId=u", 7);
        edge.call(S3TestServer.ALICE, "PUT", "/photos/k?partNumber=2&uploadId=u", "", source);
        put("/photos/k?partNumber=1&uploadId=v", 9);
        assertThat(edge.uploads.all()).isEqualTo(Map.of("u 1", 7L, "u 2", 30L, "v 1", 9L));

        complete("u");
        assertThat(edge.uploads.all()).isEqualTo(Map.of("v 1", 9L));
        assertThat(edge.ledger).containsExactly("begin k", "Assumed k");
        edge.call(S3TestServer.ALICE, "DELETE", "/photos/k?uploadId=v", "");

        assertThat(edge.uploads.all()).isEmpty();
        complete("unknown");
        assertThat(edge.ledger).endsWith("begin k", "Changed k");
    }

    /** Ceph 16.2 leaves the ETag of a completion empty; in S3 it is the MD5 of the parts' MD5s. */
    @Test
    void uploadIsOverThoughThePlatformTellsNoTagOfTheObject() throws IOException {
        completed = COMPLETED.formatted("<Location>x</Location><Tenant>of-the-platform</Tenant><ETag/>");
        put("/photos/k?partNumber=1&uploadId=u", 5);
        put("/photos/k?partNumber=2&uploadId=u", 7);

        WireClient.Answer answer =
                complete("u", "0cc175b9c0f1b6a831c399e269772661", "92eb5ffee6ae2fec3ad71c777531578f");

        assertThat(answer.body())
                .contains("<ETag>&quot;96e024ba2074fe77e8e965ba43a704be-2&quot;</ETag>")
                .doesNotContain("Tenant", "of-the-platform");
        assertThat(edge.uploads.all()).isEmpty();
        assertThat(edge.ledger).containsExactly("begin k", "Assumed k");
    }

    @Test
    void uploadIsOverThoughTheTagOfTheObjectIsUnknown() throws IOException {
        completed = COMPLETED.formatted("<ETag></ETag>");
        put("/photos/k?partNumber=1&uploadId=u", 5);
        put("/photos/k?partNumber=2&uploadId=u", 7);

        assertThat(complete("u").body()).contains("<ETag></ETag>");

        assertThat(edge.uploads.all()).isEmpty();
        assertThat(edge.ledger).containsExactly("begin k", "Changed k");
    }

    @Test
    void copiedPartCountsForWhatItHoldsThoughItsSourceWasReplacedMeanwhile() throws IOException {
        HeaderField source = new HeaderField("x-amz-copy-source", "/photos/source");
        parts = "<ListPartsResult><Part><PartNumber>2</PartNumber><Size>5000</Size></Part></ListPartsResult>";
        edge.call(S3TestServer.ALICE, "PUT", "/photos/k?partNumber=2&uploadId=u%2F", "", source);
        assertThat(edge.uploads.all()).isEqualTo(Map.of("u/ 2", 5000L));
        assertThat(listed).singleElement().asString().contains("/k?max-parts=1&part-number-marker=1&uploadId=u%2F ");

        partTag = "9a0364b9e99bb480dd25e1f0284c8555";
        edge.call(S3TestServer.ALICE, "PUT", "/photos/k?partNumber=3&uploadId=u%2F", "", source);
        assertThat(edge.uploads.all()).as("the same as its source").containsEntry("u/ 3", 30L);
        assertThat(listed).hasSize(1);
    }

    @Test
    void copiedPartOfUnknownSizeCountsAsTheMaximumUnderAQuota() throws IOException {
        HeaderField source = new HeaderField("x-amz-copy-source", "/photos/source");
        edge.leases.limit(40, 5);

        edge.call(S3TestServer.ALICE, "PUT", "/photos/k?partNumber=2&uploadId=u", "", source);

        assertThat(edge.uploads.all()).isEqualTo(Map.of("u 2", 5L * 1024 * 1024 * 1024));
    }

    private WireClient.Answer complete(String upload) throws IOException {
        return complete(upload, "a", "b");
    }

    private WireClient.Answer complete(String upload, String first, String second) throws IOException {
        WireClient.Answer answer = edge.call(
                S3TestServer.ALICE, "POST", "/photos/k?uploadId=" + upload, COMPLETION.formatted(first, second));
        assertThat(answer.status()).isEqualTo(200);
        return answer;
    }

    @Test
    void uploadThatThePlatformDoesNotKnowIsNoLongerInTheBooks() throws IOException {
        put("/photos/k?partNumber=1&uploadId=u", 5);
        put("/photos/k?partNumber=1&uploadId=v", 5);
        put("/photos/k?partNumber=1&uploadId=w", 5);
        status = "404 Not Found";

        assertThat(put("/photos/k?partNumber=2&uploadId=u", 5).status()).isEqualTo(404);
        assertThat(edge.call(S3TestServer.ALICE, "DELETE", "/photos/k?uploadId=v", "")
                        .status())
                .isEqualTo(404);
        status = "500 Internal Server Error";
        assertThat(edge.call(S3TestServer.ALICE, "DELETE", "/photos/k?uploadId=w", "")
                        .status())
                .isEqualTo(500);

        assertThat(edge.uploads.all()).isEqualTo(Map.of("w 1", 5L));
    }

    /** If a node is killed before it records a part, the upload's id allows to query the platform. */
    @Test
    void uploadIsInTheBooksBeforeTheClientHearsItsId() throws IOException {
        completed = "<InitiateMultipartUploadResult><UploadId>u1</UploadId></InitiateMultipartUploadResult>";

        WireClient.Answer answer = edge.call(S3TestServer.ALICE, "POST", "/photos/k?uploads=", "");

        assertThat(answer.body()).contains("<UploadId>u1</UploadId>");
        assertThat(edge.uploads.ids()).containsExactly("u1");
        assertThat(edge.uploads.unsure()).isEmpty();
    }

    @Test
    void uploadIsInDoubtIfTheOutcomeOfARequestIsUnknown() throws IOException {
        HeaderField source = new HeaderField("x-amz-copy-source", "/photos/source");
        status = "500 Internal Server Error";
        put("/photos/k?partNumber=1&uploadId=part", 5);
        edge.call(S3TestServer.ALICE, "PUT", "/photos/k?partNumber=1&uploadId=copied", "", source);
        edge.call(S3TestServer.ALICE, "DELETE", "/photos/k?uploadId=aborted", "");
        edge.call(S3TestServer.ALICE, "POST", "/photos/k?uploadId=completed", COMPLETION.formatted("a", "b"));
        status = "200 OK";
        completed = "<CompleteMultipartUploadResult>cut";
        edge.call(S3TestServer.ALICE, "POST", "/photos/k?uploadId=unreadable", COMPLETION.formatted("a", "b"));
        status = "400 Bad Request";
        put("/photos/k?partNumber=1&uploadId=refused", 5);

        assertThat(edge.uploads.unsure())
                .containsExactlyInAnyOrder("part", "copied", "aborted", "completed", "unreadable");
    }
}
