package dev.ose.server.platform.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.s3.ObjectKey;
import dev.ose.s3.PartNumber;
import dev.ose.s3.UploadId;
import dev.ose.server.accounting.upload.Upload;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.bucket.BucketOwners;
import dev.ose.server.platform.Platform;
import dev.ose.server.platform.transport.ScriptedPlatform;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.sync.UploadListing;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Requests to platforms about multipart uploads. */
@Timeout(60)
class S3UploadsTest {

    private static final BucketId BUCKET = new BucketId(1);
    private static final Upload UPLOAD = new Upload(BUCKET, new ObjectKey("a b"), new UploadId("u+1"));
    private static final BucketOwners OWNED = bucket -> Optional.of(TestQuestions.owner());

    @AutoClose
    private final TestQuestions questions = new TestQuestions();

    @Test
    void partsAreAskedForPageByPageWithTheOwnersKey() throws IOException {
        try (ScriptedPlatform platform = new ScriptedPlatform(request -> request.answer(bytes(
                request.line().contains("marker")
                        ? "<ListPartsResult><Part><PartNumber>9</PartNumber><Size>3</Size></Part></ListPartsResult>"
                        : "<ListPartsResult><IsTruncated>true</IsTruncated><Part><PartNumber>2</PartNumber>"
                                + "<Size>7</Size></Part></ListPartsResult>")))) {
            assertThat(probe(platform, OWNED).parts(UPLOAD))
                    .contains(Map.of(new PartNumber(2), 7L, new PartNumber(9), 3L));

            assertThat(platform.requests())
                    .extracting(ScriptedPlatform.Request::line)
                    .containsExactly(
                            "GET /b-1/a%20b?max-parts=1000&uploadId=u%2B1 HTTP/1.1",
                            "GET /b-1/a%20b?max-parts=1000&part-number-marker=2&uploadId=u%2B1 HTTP/1.1");
            assertThat(platform.requests().getFirst().header("authorization")).contains("Credential=OWNERKEY/");
        }
    }

    @Test
    void uploadThatIsGoneHasNoParts() throws IOException {
        try (ScriptedPlatform platform = answering("404 Not Found", "<Error><Code>NoSuchUpload</Code></Error>")) {
            assertThat(probe(platform, OWNED).parts(UPLOAD)).isEmpty();
            assertThat(probe(platform, bucket -> Optional.empty()).parts(UPLOAD))
                    .isEmpty();
            assertThat(platform.requests()).hasSize(1);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "403 Forbidden, <Error><Code>AccessDenied</Code></Error>, true",
        "503 Slow Down, <Error><Code>SlowDown</Code></Error>, false",
        "500 Internal Server Error, <Error/>, false",
        "200 OK, <ListPartsResult>, false",
        "200 OK, <ListBucketResult/>, false"
    })
    void troubleSaysNothingOfAnUpload(String status, String body, boolean isRefusal) throws IOException {
        try (ScriptedPlatform platform = answering(status, body)) {
            assertThatThrownBy(() -> probe(platform, OWNED).parts(UPLOAD))
                    .isInstanceOfSatisfying(
                            FailureException.class, e -> assertThat(e.failure() instanceof Failure.PlatformRefused)
                                    .isEqualTo(isRefusal));
            assertThatThrownBy(() -> listing(platform).list(BUCKET, null)).isInstanceOf(FailureException.class);
        }
    }

    @Test
    void uploadsAreListedFromAPosition() throws IOException {
        try (ScriptedPlatform platform = answering(
                "200 OK",
                "<ListMultipartUploadsResult><IsTruncated>true</IsTruncated><EncodingType>url</EncodingType>"
                        + "<NextKeyMarker>a+b</NextKeyMarker><NextUploadIdMarker>u+1</NextUploadIdMarker>"
                        + "<Upload><Key>a+b</Key><UploadId>u+1</UploadId></Upload></ListMultipartUploadsResult>")) {
            UploadListing listing = listing(platform);
            UploadListing.Page page = listing.list(BUCKET, null).orElseThrow();
            listing.list(BUCKET, page.next());

            assertThat(page.uploads()).containsExactly(UPLOAD);
            assertThat(platform.requests())
                    .extracting(ScriptedPlatform.Request::line)
                    .containsExactly(
                            "GET /b-1?uploads&encoding-type=url&max-uploads=1000 HTTP/1.1",
                            "GET /b-1?uploads&encoding-type=url&max-uploads=1000&key-marker=a%20b&"
                                    + "upload-id-marker=u%2B1"
                                    + " HTTP/1.1");
        }
    }

    private static ScriptedPlatform answering(String status, String body) throws IOException {
        return new ScriptedPlatform(request -> request.answer(status, "", bytes(body)));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private S3UploadProbe probe(ScriptedPlatform platform, BucketOwners owners) {
        Platform known = TestQuestions.known(platform);
        return new S3UploadProbe(owners, questions.client(known));
    }

    private UploadListing listing(ScriptedPlatform platform) {
        Platform known = TestQuestions.known(platform);
        return new S3UploadListing(OWNED, questions.client(known));
    }
}
