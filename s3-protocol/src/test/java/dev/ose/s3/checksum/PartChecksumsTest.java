package dev.ose.s3.checksum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
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

    /** Values of awscrt 0.32 and Python's hashlib for empty input and ten thousand bytes. */
    @ParameterizedTest
    @CsvSource({
        "XXHASH64, 0, ef46db3751d8e999",
        "XXHASH64, 10240, 58b820aa7970dbe2",
        "XXHASH3, 0, 2d06800538d394c2",
        "XXHASH3, 10240, c03d2231ab9348f3",
        "XXHASH128, 0, 99aa06d3014798d86001c324468d497f",
        "XXHASH128, 10240, 1cb22534d0d96975c03d2231ab9348f3",
        "MD5, 0, d41d8cd98f00b204e9800998ecf8427e",
        "SHA512, 0, cf83e1357eefb8bdf1542850d66d8007d620e4050b5715dc83f4a921d36ce9ce47d0d13c5d85f2b0ff8318d2877eec2f63b"
                + "931bd47417a81a538327af927da3e"
    })
    void digestersComputeWhatClientsCompute(ChecksumAlgorithm algorithm, int size, String expected) {
        byte[] bytes = new byte[size];
        for (int i = 0; i < size; i++) {
            bytes[i] = (byte) i;
        }

        assertThat(HexFormat.of().formatHex(digest(algorithm, bytes))).isEqualTo(expected);
        assertThat(HexFormat.of().formatHex(digestInPieces(algorithm, bytes))).isEqualTo(expected);
    }

    /** Direct buffers of either order, at any position, as a body arrives. */
    private static byte[] digestInPieces(ChecksumAlgorithm algorithm, byte[] bytes) {
        Digester digester = Digester.of(algorithm);
        int size = 1;
        for (int start = 0; start < bytes.length; start += size) {
            size = Math.min(3 * size + 1, bytes.length - start);
            ByteBuffer piece = ByteBuffer.allocateDirect(size + 5)
                    .order(size % 2 == 0 ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
            piece.put(2, bytes, start, size).position(2).limit(2 + size);
            digester.update(piece);
            assertThat(piece.remaining()).isEqualTo(size);
        }
        return digester.value();
    }

    @ParameterizedTest
    @EnumSource
    void valueHasTheLengthOfItsAlgorithm(ChecksumAlgorithm algorithm) {
        byte[] value = digest(algorithm, new byte[1]);

        assertThat(value).hasSize(algorithm.lengthBytes());
        assertThat(algorithm.isValue(Base64.getEncoder().encodeToString(value))).isTrue();
        assertThat(algorithm.isValue(Base64.getEncoder().encodeToString(new byte[1 + value.length])))
                .isFalse();
        assertThat(ChecksumAlgorithm.ofHeader(algorithm.header())).contains(algorithm);
        assertThat(ChecksumAlgorithm.ofElement(algorithm.element())).contains(algorithm);
        assertThat(ChecksumAlgorithm.ofElement("checksum" + algorithm)).isEmpty();
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
