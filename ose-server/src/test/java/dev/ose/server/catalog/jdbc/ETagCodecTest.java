package dev.ose.server.catalog.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ETagCodecTest {

    @ParameterizedTest
    @CsvSource({
        "5d41402abc4b2a76b9719d911017c592, 16",
        "5d41402abc4b2a76b9719d911017c592-1, 18",
        "5d41402abc4b2a76b9719d911017c592-10000, 18",
        "5d41402abc4b2a76b9719d911017c592-65535, 18",
        "5d41402abc4b2a76b9719d911017c592-65536, 39",
        "5d41402abc4b2a76b9719d911017c592-01, 36",
        "5D41402ABC4B2A76B9719D911017C592, 33",
        "a, 2",
        "'', 1",
        "123456789012345, 17",
        "12345678901234567, 19",
        "1234567890123456, 17"
    })
    void everyTagComesBackAsItWas(String etag, int bytes) {
        byte[] packed = ETagCodec.pack(etag);

        assertThat(ETagCodec.unpack(packed)).isEqualTo(etag);
        assertThat(packed).hasSize(bytes);
    }
}
