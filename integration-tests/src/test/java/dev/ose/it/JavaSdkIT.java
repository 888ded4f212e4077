package dev.ose.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.model.ChecksumAlgorithm;
import software.amazon.awssdk.services.s3.model.ChecksumMode;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;

final class JavaSdkIT extends ClientContract {

    @Override
    S3Client client(S3Target target) {
        return new JavaSdk(target);
    }

    /**
     * The SDK computes the hashes of XXH with its native library, and compares what it downloads with the answer. It
     * does not compute MD5.
     */
    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"MD5", "UNKNOWN_TO_SDK_VERSION"})
    void checksumOfEachAlgorithmIsVerifiedAndKept(ChecksumAlgorithm algorithm, Servers.Endpoints endpoints)
            throws IOException {
        JavaSdk sdk = new JavaSdk(endpoints.target(where));
        String bucket = "algorithms-" + UUID.randomUUID();
        sdk.makeBucket(bucket);
        Path file = Samples.file("algorithms", 100_000);

        sdk.call(s3 -> s3.putObject(
                request -> request.bucket(bucket).key("key").checksumAlgorithm(algorithm), RequestBody.fromFile(file)));

        var answer = sdk.call(s3 ->
                s3.getObjectAsBytes(request -> request.bucket(bucket).key("key").checksumMode(ChecksumMode.ENABLED)));
        assertThat(answer.asByteArray()).isEqualTo(Files.readAllBytes(file));
        assertThat(stated(answer.response(), algorithm)).isNotNull();
        sdk.delete(bucket, "key");
        sdk.removeBucket(bucket);
    }

    private static String stated(GetObjectResponse head, ChecksumAlgorithm algorithm) {
        return switch (algorithm) {
            case CRC32 -> head.checksumCRC32();
            case CRC32_C -> head.checksumCRC32C();
            case CRC64_NVME -> head.checksumCRC64NVME();
            case SHA1 -> head.checksumSHA1();
            case SHA256 -> head.checksumSHA256();
            case SHA512 -> head.checksumSHA512();
            case XXHASH64 -> head.checksumXXHASH64();
            case XXHASH3 -> head.checksumXXHASH3();
            case XXHASH128 -> head.checksumXXHASH128();
            case MD5, UNKNOWN_TO_SDK_VERSION -> throw new IllegalArgumentException("not computed by the SDK");
        };
    }
}
