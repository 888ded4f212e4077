package dev.ose.adapter.embedded.http;

import static dev.ose.adapter.embedded.http.ObjectsTest.failed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.adapter.embedded.PlatformFixture;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.ChecksumAlgorithm;
import software.amazon.awssdk.services.s3.model.CopyObjectRequest;
import software.amazon.awssdk.services.s3.model.CopyObjectResponse;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.MetadataDirective;
import software.amazon.awssdk.services.s3.model.TaggingDirective;

class CopyTest {

    @RegisterExtension
    static final PlatformFixture PLATFORM = new PlatformFixture();

    private final S3Client s3 = PLATFORM.s3();
    private final String bucket = PLATFORM.newBucket();

    @BeforeEach
    void putSource() {
        s3.putObject(
                request -> request.bucket(bucket)
                        .key("source")
                        .contentType("text/plain")
                        .metadata(Map.of("m", "old"))
                        .tagging("t=old"),
                RequestBody.fromString("bytes"));
    }

    @Test
    void copyTakesEverythingAndOutlivesItsSource() {
        copy("copy", request -> {});
        s3.deleteObject(request -> request.bucket(bucket).key("source"));

        assertThat(s3.getObjectAsBytes(request -> request.bucket(bucket).key("copy"))
                        .asUtf8String())
                .isEqualTo("bytes");
        assertThat(head("copy").contentType()).isEqualTo("text/plain");
        assertThat(head("copy").metadata()).containsEntry("m", "old");
        assertThat(head("copy").tagCount()).isEqualTo(1);
    }

    @Test
    void directivesReplaceMetadataAndTags() {
        copy("copy", request -> request.metadataDirective(MetadataDirective.REPLACE)
                .taggingDirective(TaggingDirective.REPLACE)
                .metadata(Map.of("n", "new"))
                .tagging("a=1&b=2"));

        assertThat(head("copy").metadata()).containsExactly(Map.entry("n", "new"));
        assertThat(head("copy").tagCount()).isEqualTo(2);
    }

    @Test
    void copyOntoItselfMustChangeSomething() {
        assertThatThrownBy(() -> copy("source", request -> {})).satisfies(e -> failed(e, 400, "InvalidRequest"));

        copy("source", request -> request.metadataDirective(MetadataDirective.REPLACE)
                .metadata(Map.of("m", "new")));

        assertThat(head("source").metadata()).containsEntry("m", "new");
        assertThat(s3.getObjectAsBytes(request -> request.bucket(bucket).key("source"))
                        .asUtf8String())
                .isEqualTo("bytes");
    }

    @Test
    void conditionsOnTheSourceAreKept() {
        assertThatThrownBy(() -> copy("copy", request -> request.copySourceIfMatch("\"other\"")))
                .satisfies(e -> failed(e, 412, "PreconditionFailed"));
        assertThatThrownBy(() -> copy("copy", request -> request.copySourceIfNoneMatch("*")))
                .satisfies(e -> failed(e, 412, "PreconditionFailed"));
    }

    @Test
    void anotherChecksumIsComputedOnDemand() {
        CopyObjectResponse copied = copy("copy", request -> request.checksumAlgorithm(ChecksumAlgorithm.CRC32));

        assertThat(copied.copyObjectResult().checksumCRC32()).isNotEmpty();
        assertThat(copied.copyObjectResult().eTag()).isEqualTo(head("source").eTag());
    }

    @Test
    void missingSourceIsTold() {
        assertThatThrownBy(() -> s3.copyObject(request -> request.sourceBucket(bucket)
                        .sourceKey("none")
                        .destinationBucket(bucket)
                        .destinationKey("copy")))
                .satisfies(e -> failed(e, 404, "NoSuchKey"));
    }

    private CopyObjectResponse copy(String key, Consumer<CopyObjectRequest.Builder> more) {
        return s3.copyObject(request -> request.sourceBucket(bucket)
                .sourceKey("source")
                .destinationBucket(bucket)
                .destinationKey(key)
                .applyMutation(more));
    }

    private HeadObjectResponse head(String key) {
        return s3.headObject(request -> request.bucket(bucket).key(key));
    }
}
