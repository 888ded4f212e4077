package dev.ose.s3.checksum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class PartChecksumsTest {

    /** The catalogue of CRCs gives each one's value of these nine digits. */
    @ParameterizedTest
    @CsvSource({"CRC32,cbf43926", "CRC32C,e3069283", "CRC64NVME,ae8b14860a799888"})
    void digestersComputeTheCatalogueValues(ChecksumAlgorithm algorithm, String expected) {
        byte[] value = digest(algorithm, "123456789".getBytes(StandardCharsets.US_ASCII));

        assertThat(HexFormat.of().formatHex(value)).isEqualTo(expected);
    }

    @ParameterizedTest
    @EnumSource(names = {"CRC32", "CRC32C", "CRC64NVME"})
    void combinedChecksumIsThatOfTheWhole(ChecksumAlgorithm algorithm) {
        byte[] whole = new byte[100_003];
        new Random(1).nextBytes(whole);
        PartChecksums parts = new PartChecksums(algorithm, ChecksumType.FULL_OBJECT);
        int start = 0;
        for (int end : new int[] {1, 1, 70_000, 70_007, whole.length}) {
            byte[] part = Arrays.copyOfRange(whole, start, end);
            parts.add(Base64.getEncoder().encodeToString(digest(algorithm, part)), part.length);
            start = end;
        }

        assertThat(parts.total().value()).isEqualTo(Base64.getEncoder().encodeToString(digest(algorithm, whole)));
    }

    @Test
    void impossibleTypesAreRefused() {
        assertThatThrownBy(() -> new PartChecksums(ChecksumAlgorithm.SHA256, ChecksumType.FULL_OBJECT))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new PartChecksums(ChecksumAlgorithm.CRC64NVME, ChecksumType.COMPOSITE))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static byte[] digest(ChecksumAlgorithm algorithm, byte[] bytes) {
        Digester digester = Digester.of(algorithm);
        digester.update(ByteBuffer.wrap(bytes));
        return digester.value();
    }
}
