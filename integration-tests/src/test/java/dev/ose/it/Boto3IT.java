package dev.ose.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

final class Boto3IT extends ClientContract {

    @Override
    S3Client client(S3Target target) {
        return SdkProgram.python(target);
    }

    @Override
    Set<Where> hasTimeForManyCommands() {
        return Set.of(Where.HTTPS);
    }

    /**
     * One of the checksums that S3 learned in 2026; boto3 computes the others of them with a library of its own only.
     */
    @Test
    void checksumOfSha512IsVerifiedKeptAndTold(Servers.Endpoints endpoints)
            throws IOException, NoSuchAlgorithmException {
        SdkProgram python = SdkProgram.python(endpoints.target(where));
        String bucket = "checksums-" + UUID.randomUUID();
        python.makeBucket(bucket);
        Path file = Samples.file("checksums", 100_000);

        String checksum = python.putWithChecksum(file, bucket, "key", "SHA512");

        byte[] digest = MessageDigest.getInstance("SHA-512").digest(Files.readAllBytes(file));
        assertThat(checksum).isEqualTo(Base64.getEncoder().encodeToString(digest));
        python.deleteTree(bucket, "");
        python.removeBucket(bucket);
    }

    @Test
    void objectsAreEncryptedByDefaultAndByRequest(Servers.Endpoints endpoints) throws IOException {
        SdkProgram python = SdkProgram.python(endpoints.target(where));
        String bucket = "encrypted-" + UUID.randomUUID();
        python.makeBucket(bucket);

        python.encrypt(Samples.file("encrypted", 17 * Samples.MIB), bucket, "key");

        python.deleteTree(bucket, "");
        python.removeBucket(bucket);
    }
}
