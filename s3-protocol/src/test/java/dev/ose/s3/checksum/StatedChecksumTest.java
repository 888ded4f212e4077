package dev.ose.s3.checksum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.s3.error.S3ErrorException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StatedChecksumTest {

    private static Map<String, String> headers(String namesAndValues) {
        Map<String, String> headers = new LinkedHashMap<>();
        for (String pair : namesAndValues.split("&", -1)) {
            int equals = pair.indexOf('=');
            headers.put(pair.substring(0, equals), pair.substring(equals + 1));
        }
        return headers;
    }

    private static @Nullable StatedChecksum ofBody(String namesAndValues) {
        Map<String, String> headers = headers(namesAndValues);
        return StatedChecksum.ofBody(headers.keySet(), headers::get);
    }

    @Test
    void headerOrTrailerStatesOne() {
        assertThat(ofBody("x-amz-checksum-crc32=AAAAAA==&x-amz-sdk-checksum-algorithm=CRC32"))
                .isEqualTo(new StatedChecksum(ChecksumAlgorithm.CRC32, "AAAAAA=="));
        assertThat(ofBody("x-amz-checksum-xxhash3=AAAAAAAAAAA="))
                .isEqualTo(new StatedChecksum(ChecksumAlgorithm.XXHASH3, "AAAAAAAAAAA="));
        assertThat(ofBody("x-amz-trailer=x-amz-checksum-sha512&x-amz-sdk-checksum-algorithm=sha512"))
                .isEqualTo(new StatedChecksum(ChecksumAlgorithm.SHA512, null));
        assertThat(ofBody("x-amz-checksum-algorithm=CRC32&x-amz-checksum-mode=ENABLED&x-amz-checksum-type=COMPOSITE"))
                .isNull();
    }

    /** Messages as on AWS. */
    @ParameterizedTest
    @CsvSource({
        "x-amz-checksum-foo=AAAAAA==, The algorithm type you specified in x-amz-checksum- header is invalid.",
        "x-amz-checksum-=AAAAAA==, The algorithm type you specified in x-amz-checksum- header is invalid.",
        "x-amz-checksum-crc32=AAAA, Value for x-amz-checksum-crc32 header is invalid.",
        "x-amz-checksum-crc32=, Value for x-amz-checksum-crc32 header is invalid.",
        "x-amz-checksum-md5=nonsense!, Value for x-amz-checksum-md5 header is invalid.",
        "x-amz-checksum-crc32=AAAAAA==-2, Value for x-amz-checksum-crc32 header is invalid.",
        "x-amz-checksum-crc32=AAAAAA==&x-amz-checksum-crc32c=AAAAAA==, Expecting a single x-amz-checksum- header."
                + " Multiple checksum Types are not allowed.",
        "x-amz-checksum-crc32=AAAAAA==&x-amz-trailer=x-amz-checksum-crc32, Expecting a single x-amz-checksum- header."
                + " Multiple checksum Types are not allowed.",
        "x-amz-trailer=x-amz-checksum-foo, The value specified in the x-amz-trailer header is not supported",
        "x-amz-trailer=x-amz-meta-a, The value specified in the x-amz-trailer header is not supported",
        "x-amz-sdk-checksum-algorithm=FOO, Value for x-amz-sdk-checksum-algorithm header is invalid.",
        "x-amz-checksum-crc32=AAAAAA==&x-amz-sdk-checksum-algorithm=SHA1, Value for x-amz-sdk-checksum-algorithm header"
                + " is invalid.",
        "x-amz-sdk-checksum-algorithm=SHA1, 'x-amz-sdk-checksum-algorithm specified, but no corresponding"
                + " x-amz-checksum-* or x-amz-trailer headers were found.'"
    })
    void whatCannotBeRightIsRefused(String headers, String message) {
        assertThatThrownBy(() -> ofBody(headers))
                .isInstanceOf(S3ErrorException.class)
                .hasMessage("InvalidRequest: " + message);
    }

    @Test
    void checksumOfAnObjectInPartsMayTellTheirNumber() {
        Map<String, String> headers = headers("x-amz-checksum-crc32=AAAAAA==-2");

        assertThat(StatedChecksum.ofObjectInParts(headers.keySet(), headers::get))
                .isEqualTo(new StatedChecksum(ChecksumAlgorithm.CRC32, "AAAAAA==-2"));
    }

    @Test
    void valueIsComparedByItsBytes() {
        StatedChecksum stated = new StatedChecksum(ChecksumAlgorithm.CRC32, "AAAAAQ==");

        assertThat(stated.matches(new byte[] {0, 0, 0, 1})).isTrue();
        assertThat(stated.matches(new byte[] {0, 0, 0, 2})).isFalse();
        assertThat(new StatedChecksum(ChecksumAlgorithm.CRC32, null).matches(new byte[4]))
                .isFalse();
    }
}
