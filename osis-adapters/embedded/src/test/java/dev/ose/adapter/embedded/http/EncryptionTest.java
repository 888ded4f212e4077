package dev.ose.adapter.embedded.http;

import static dev.ose.adapter.embedded.http.ObjectsTest.failed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.adapter.embedded.PlatformFixture;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.ObjectAttributes;

/** An object is never stored unencrypted if the client requested encryption. */
class EncryptionTest {

    private static final String KEY_OF_CLIENT = "x-amz-server-side-encryption-customer-algorithm";

    @RegisterExtension
    static final PlatformFixture PLATFORM = new PlatformFixture();

    private final S3Client s3 = PLATFORM.s3();
    private final String bucket = PLATFORM.newBucket();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "x-amz-server-side-encryption: AES256",
                "x-amz-server-side-encryption: aws:kms",
                "x-amz-server-side-encryption-aws-kms-key-id: k",
                "x-amz-server-side-encryption-context: e30=",
                "x-amz-server-side-encryption-bucket-key-enabled: true",
                KEY_OF_CLIENT + ": AES256",
                "x-amz-server-side-encryption-customer-key: a2V5"
            })
    void requestThatStoresBytesIsRefusedAndStoresNone(String header) {
        put("source");
        String upload = s3.createMultipartUpload(
                        request -> request.bucket(bucket).key("k"))
                .uploadId();
        var with = header(header);

        assertRefused(() -> s3.putObject(
                request -> request.bucket(bucket).key("k").overrideConfiguration(with), RequestBody.fromString("x")));
        assertRefused(() -> s3.createMultipartUpload(
                request -> request.bucket(bucket).key("k").overrideConfiguration(with)));
        assertRefused(() -> s3.uploadPart(
                request -> request.bucket(bucket)
                        .key("k")
                        .uploadId(upload)
                        .partNumber(1)
                        .overrideConfiguration(with),
                RequestBody.fromString("x")));
        assertRefused(() -> s3.copyObject(request -> request.sourceBucket(bucket)
                .sourceKey("source")
                .destinationBucket(bucket)
                .destinationKey("k")
                .overrideConfiguration(with)));
        assertRefused(() -> s3.uploadPartCopy(request -> request.sourceBucket(bucket)
                .sourceKey("source")
                .destinationBucket(bucket)
                .destinationKey("k")
                .uploadId(upload)
                .partNumber(1)
                .overrideConfiguration(with)));

        assertThat(s3.listObjectsV2(request -> request.bucket(bucket)).keyCount())
                .isEqualTo(1);
        assertThat(s3.listParts(request -> request.bucket(bucket).key("k").uploadId(upload))
                        .parts())
                .isEmpty();
    }

    @Test
    void keyThatDoesNotBelongToAnObjectIsRefused() {
        put("k");
        var with = header(KEY_OF_CLIENT + ": AES256");
        var ofSource = header("x-amz-copy-source-server-side-encryption-customer-algorithm: AES256");

        assertThatThrownBy(() -> s3.getObjectAsBytes(
                        request -> request.bucket(bucket).key("k").overrideConfiguration(with)))
                .satisfies(e -> failed(e, 400, "InvalidRequest"));
        assertThatThrownBy(() -> s3.getObjectAttributes(request -> request.bucket(bucket)
                        .key("k")
                        .objectAttributes(ObjectAttributes.E_TAG)
                        .overrideConfiguration(with)))
                .satisfies(e -> failed(e, 400, "InvalidRequest"));
        String upload = s3.createMultipartUpload(
                        request -> request.bucket(bucket).key("k"))
                .uploadId();
        assertThatThrownBy(() -> s3.listParts(request ->
                        request.bucket(bucket).key("k").uploadId(upload).overrideConfiguration(with)))
                .satisfies(e -> failed(e, 400, "InvalidRequest"));
        assertThatThrownBy(() -> s3.copyObject(request -> request.sourceBucket(bucket)
                        .sourceKey("k")
                        .destinationBucket(bucket)
                        .destinationKey("other")
                        .overrideConfiguration(ofSource)))
                .satisfies(e -> failed(e, 400, "InvalidRequest"));
    }

    @Test
    void defaultEncryptionOfABucketIsRefusedByName() {
        assertThatThrownBy(() -> s3.deleteBucketEncryption(request -> request.bucket(bucket)))
                .hasMessageContaining("DeleteBucketEncryption")
                .satisfies(e -> failed(e, 501, "NotImplemented"));
        assertThatThrownBy(() -> s3.getBucketEncryption(request -> request.bucket(bucket)))
                .hasMessageContaining("GetBucketEncryption")
                .satisfies(e -> failed(e, 501, "NotImplemented"));
    }

    private void put(String key) {
        assertThat(s3.putObject(request -> request.bucket(bucket).key(key), RequestBody.fromString("x"))
                        .serverSideEncryption())
                .isNull();
    }

    private static void assertRefused(Runnable request) {
        assertThatThrownBy(request::run).satisfies(e -> failed(e, 501, "NotImplemented"));
    }

    private static Consumer<AwsRequestOverrideConfiguration.Builder> header(String header) {
        String[] parts = header.split(": ", 2);
        return configuration -> configuration.putHeader(parts[0], parts[1]);
    }
}
