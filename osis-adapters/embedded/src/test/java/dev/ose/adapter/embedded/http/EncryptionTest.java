package dev.ose.adapter.embedded.http;

import static dev.ose.adapter.embedded.http.ObjectsTest.failed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.adapter.embedded.PlatformFixture;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.EncryptionType;
import software.amazon.awssdk.services.s3.model.GetBucketEncryptionResponse;
import software.amazon.awssdk.services.s3.model.ObjectAttributes;
import software.amazon.awssdk.services.s3.model.ServerSideEncryption;
import software.amazon.awssdk.services.s3.model.ServerSideEncryptionRule;

/** What may be requested of server-side encryption, and how it is answered. An object is never stored otherwise. */
class EncryptionTest {

    private static final String ALGORITHM = "x-amz-server-side-encryption";
    private static final String KEY_OF_CLIENT = "x-amz-server-side-encryption-customer-algorithm";

    @RegisterExtension
    static final PlatformFixture PLATFORM = new PlatformFixture();

    private final S3Client s3 = PLATFORM.s3();
    private final String bucket = PLATFORM.newBucket();

    @Test
    void everyAnswerStatesTheEncryptionOfTheRequest() {
        assertThat(put("k", header(ALGORITHM + ": AES256"))).isEqualTo(ServerSideEncryption.AES256);
        assertThat(s3.getObjectAsBytes(request -> request.bucket(bucket).key("k"))
                        .response()
                        .serverSideEncryption())
                .isEqualTo(ServerSideEncryption.AES256);
        assertThat(encryption("k")).isEqualTo(ServerSideEncryption.AES256);

        assertThat(put("plain", _ -> {})).isNull();
        assertThat(encryption("plain")).isNull();
    }

    @Test
    void everyAnswerOfAnUploadStatesItsEncryption() {
        put("source", _ -> {});
        var created = s3.createMultipartUpload(
                request -> request.bucket(bucket).key("k").serverSideEncryption(ServerSideEncryption.AES256));
        String upload = created.uploadId();
        var copied = s3.uploadPartCopy(request -> request.sourceBucket(bucket)
                .sourceKey("source")
                .destinationBucket(bucket)
                .destinationKey("k")
                .uploadId(upload)
                .partNumber(1));
        var part = s3.uploadPart(
                request -> request.bucket(bucket).key("k").uploadId(upload).partNumber(1), RequestBody.fromString("x"));
        CompletedPart named =
                CompletedPart.builder().partNumber(1).eTag(part.eTag()).build();
        for (int i = 0; i < 2; i++) {
            var completed = s3.completeMultipartUpload(request ->
                    request.bucket(bucket).key("k").uploadId(upload).multipartUpload(parts -> parts.parts(named)));
            assertThat(completed.serverSideEncryption()).isEqualTo(ServerSideEncryption.AES256);
        }

        assertThat(created.serverSideEncryption()).isEqualTo(ServerSideEncryption.AES256);
        assertThat(copied.serverSideEncryption()).isEqualTo(ServerSideEncryption.AES256);
        assertThat(part.serverSideEncryption()).isEqualTo(ServerSideEncryption.AES256);
        assertThat(encryption("k")).isEqualTo(ServerSideEncryption.AES256);
    }

    @Test
    void defaultOfTheBucketAppliesToWritesThatStateNothing() {
        put("before", _ -> {});
        putDefault(rule -> rule.bucketKeyEnabled(true));

        assertThat(put("put", _ -> {})).isEqualTo(ServerSideEncryption.AES256);
        assertThat(s3.createMultipartUpload(request -> request.bucket(bucket).key("upload"))
                        .serverSideEncryption())
                .isEqualTo(ServerSideEncryption.AES256);
        assertThat(copy("before", "copy", _ -> {})).isEqualTo(ServerSideEncryption.AES256);
        assertThat(encryption("before")).isNull();
        assertThat(s3.listObjectsV2(request -> request.bucket(bucket)).contents())
                .allSatisfy(object -> assertThat(object.size()).isEqualTo(1));
    }

    @Test
    void defaultOfABucketIsReadAsItWasSetAndCanBeDeleted() {
        assertThatThrownBy(this::getDefault)
                .satisfies(e -> failed(e, 404, "ServerSideEncryptionConfigurationNotFoundError"));
        putDefault(rule -> rule.bucketKeyEnabled(true)
                .blockedEncryptionTypes(types -> types.encryptionType(EncryptionType.SSE_C)));

        ServerSideEncryptionRule rule =
                getDefault().serverSideEncryptionConfiguration().rules().getFirst();
        assertThat(rule.applyServerSideEncryptionByDefault().sseAlgorithm()).isEqualTo(ServerSideEncryption.AES256);
        assertThat(rule.bucketKeyEnabled()).isTrue();
        assertThat(rule.blockedEncryptionTypes().encryptionType()).containsExactly(EncryptionType.SSE_C);

        s3.deleteBucketEncryption(request -> request.bucket(bucket));

        assertThatThrownBy(this::getDefault)
                .satisfies(e -> failed(e, 404, "ServerSideEncryptionConfigurationNotFoundError"));
        assertThat(put("k", _ -> {})).isNull();
    }

    @Test
    void defaultThatIsNotOfferedIsRefusedAndLeavesTheFormerOne() {
        putDefault(_ -> {});

        assertThatThrownBy(() -> putDefault(rule -> rule.applyServerSideEncryptionByDefault(
                        byDefault -> byDefault.sseAlgorithm(ServerSideEncryption.AWS_KMS))))
                .satisfies(e -> failed(e, 501, "NotImplemented"));
        assertThatThrownBy(() -> putDefault(rule -> rule.applyServerSideEncryptionByDefault(byDefault ->
                        byDefault.sseAlgorithm(ServerSideEncryption.AES256).kmsMasterKeyID("k"))))
                .satisfies(e -> failed(e, 400, "InvalidArgument"));

        assertThat(put("k", _ -> {})).isEqualTo(ServerSideEncryption.AES256);
    }

    @Test
    void blockedKeyOfAClientIsDenied() {
        putDefault(rule -> rule.blockedEncryptionTypes(types -> types.encryptionType(EncryptionType.SSE_C)));

        assertThatThrownBy(() -> put("k", header(KEY_OF_CLIENT + ": AES256")))
                .satisfies(e -> failed(e, 403, "AccessDenied"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "x-amz-server-side-encryption: aws:kms",
                "x-amz-server-side-encryption: aws:kms:dsse",
                "x-amz-server-side-encryption-aws-kms-key-id: k",
                "x-amz-server-side-encryption-context: e30=",
                "x-amz-server-side-encryption-bucket-key-enabled: true",
                KEY_OF_CLIENT + ": AES256",
                "x-amz-server-side-encryption-customer-key: a2V5"
            })
    void anotherKindIsRefusedByNameAndNothingIsStored(String header) {
        put("source", _ -> {});

        assertRefused(() -> put("k", header(header)), 501, "NotImplemented");
        assertRefused(
                () -> s3.createMultipartUpload(
                        request -> request.bucket(bucket).key("k").overrideConfiguration(header(header))),
                501,
                "NotImplemented");
        assertRefused(() -> copy("source", "k", header(header)), 501, "NotImplemented");

        assertThat(s3.listObjectsV2(request -> request.bucket(bucket)).keyCount())
                .isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {ALGORITHM + ": AES256", ALGORITHM + ": aws:kms", KEY_OF_CLIENT + ": AES256"})
    void encryptionOfAPartIsThatOfItsUpload(String header) {
        put("source", _ -> {});
        String upload = s3.createMultipartUpload(
                        request -> request.bucket(bucket).key("k"))
                .uploadId();

        assertRefused(
                () -> s3.uploadPart(
                        request -> request.bucket(bucket)
                                .key("k")
                                .uploadId(upload)
                                .partNumber(1)
                                .overrideConfiguration(header(header)),
                        RequestBody.fromString("x")),
                501,
                "NotImplemented");
        assertRefused(
                () -> s3.uploadPartCopy(request -> request.sourceBucket(bucket)
                        .sourceKey("source")
                        .destinationBucket(bucket)
                        .destinationKey("k")
                        .uploadId(upload)
                        .partNumber(1)
                        .overrideConfiguration(header(header))),
                501,
                "NotImplemented");

        assertThat(s3.listParts(request -> request.bucket(bucket).key("k").uploadId(upload))
                        .parts())
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "AES128, x-amz-meta-a, a",
        "aes256, x-amz-meta-a, a",
        "AES256, x-amz-server-side-encryption-aws-kms-key-id, k",
        "AES256, x-amz-server-side-encryption-context, e30=",
        "AES256, x-amz-server-side-encryption-customer-algorithm, AES256"
    })
    void contradictionIsAnInvalidArgument(String algorithm, String name, String value) {
        assertRefused(
                () -> put("k", configuration -> configuration
                        .putHeader(ALGORITHM, algorithm)
                        .putHeader(name, value)),
                400,
                "InvalidArgument");

        assertThat(s3.listObjectsV2(request -> request.bucket(bucket)).keyCount())
                .isZero();
    }

    @Test
    void keyThatDoesNotBelongToAnObjectIsRefused() {
        put("k", header(ALGORITHM + ": AES256"));
        var with = header(KEY_OF_CLIENT + ": AES256");
        String upload = s3.createMultipartUpload(
                        request -> request.bucket(bucket).key("k"))
                .uploadId();

        assertRefused(
                () -> s3.getObjectAsBytes(
                        request -> request.bucket(bucket).key("k").overrideConfiguration(with)),
                400,
                "InvalidRequest");
        assertRefused(
                () -> s3.getObjectAttributes(request -> request.bucket(bucket)
                        .key("k")
                        .objectAttributes(ObjectAttributes.E_TAG)
                        .overrideConfiguration(with)),
                400,
                "InvalidRequest");
        assertRefused(
                () -> s3.listParts(request ->
                        request.bucket(bucket).key("k").uploadId(upload).overrideConfiguration(with)),
                400,
                "InvalidRequest");
        assertRefused(
                () -> copy("k", "other", header("x-amz-copy-source-server-side-encryption-customer-algorithm: AES256")),
                400,
                "InvalidRequest");
    }

    private ServerSideEncryption put(String key, Consumer<AwsRequestOverrideConfiguration.Builder> configuration) {
        return s3.putObject(
                        request -> request.bucket(bucket).key(key).overrideConfiguration(configuration),
                        RequestBody.fromString("x"))
                .serverSideEncryption();
    }

    private ServerSideEncryption copy(
            String from, String key, Consumer<AwsRequestOverrideConfiguration.Builder> configuration) {
        return s3.copyObject(request -> request.sourceBucket(bucket)
                        .sourceKey(from)
                        .destinationBucket(bucket)
                        .destinationKey(key)
                        .overrideConfiguration(configuration))
                .serverSideEncryption();
    }

    private ServerSideEncryption encryption(String key) {
        return s3.headObject(request -> request.bucket(bucket).key(key)).serverSideEncryption();
    }

    private GetBucketEncryptionResponse getDefault() {
        return s3.getBucketEncryption(request -> request.bucket(bucket));
    }

    private void putDefault(Consumer<ServerSideEncryptionRule.Builder> more) {
        ServerSideEncryptionRule.Builder rule = ServerSideEncryptionRule.builder()
                .applyServerSideEncryptionByDefault(byDefault -> byDefault.sseAlgorithm(ServerSideEncryption.AES256));
        more.accept(rule);
        s3.putBucketEncryption(request -> request.bucket(bucket)
                .serverSideEncryptionConfiguration(configuration -> configuration.rules(rule.build())));
    }

    private static void assertRefused(Runnable request, int status, String code) {
        assertThatThrownBy(request::run).satisfies(e -> failed(e, status, code));
    }

    private static Consumer<AwsRequestOverrideConfiguration.Builder> header(String header) {
        String[] parts = header.split(": ", 2);
        return configuration -> configuration.putHeader(parts[0], parts[1]);
    }
}
