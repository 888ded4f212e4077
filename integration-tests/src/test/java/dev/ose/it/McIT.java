package dev.ose.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class McIT extends ClientContract {

    @Override
    S3Client client(S3Target target) {
        return new Mc(target);
    }

    /** In one piece and in parts. */
    @ParameterizedTest
    @ValueSource(strings = {"CRC32", "CRC32C", "SHA1", "SHA256"})
    void fileWithAChecksumComesBack(String algorithm, Servers.Endpoints endpoints) {
        Mc mc = new Mc(endpoints.target(where));
        String bucket = "it-" + UUID.randomUUID();
        mc.makeBucket(bucket);
        for (int bytes : new int[] {1, 100_000, 20 * 1024 * 1024}) {
            Path file = Samples.file("checked-" + bytes, bytes);
            mc.uploadWithChecksum(file, bucket, "k-" + bytes, algorithm);

            Path returned = folder.resolve("returned-" + bytes);
            mc.download(bucket, "k-" + bytes, returned);
            assertThat(Samples.sha256(returned)).isEqualTo(Samples.sha256(file));
        }
    }
}
