package dev.ose.server.admin.access.portal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LogoImageTest {

    private static byte[] png(int width, int height) {
        return ByteBuffer.allocate(40)
                .put(HexFormat.of().parseHex("89504e470d0a1a0a0000000d49484452"))
                .putInt(width)
                .putInt(height)
                .array();
    }

    /** With a comment before its frame, as programs write it. */
    private static byte[] jpeg(int frame, int width, int height) {
        return ByteBuffer.allocate(40)
                .putShort((short) 0xFFD8)
                .put(HexFormat.of().parseHex("fffe0004abcd"))
                .putShort((short) frame)
                .putShort((short) 11)
                .put((byte) 8)
                .putShort((short) height)
                .putShort((short) width)
                .array();
    }

    @ParameterizedTest
    @CsvSource({"1,1,true", "2048,2048,true", "2049,1,false", "1,2049,false", "0,1,false", "-1,1,false"})
    void sidesAreLimited(int width, int height, boolean fits) {
        assertThat(LogoImage.read(png(width, height)).isPresent()).isEqualTo(fits);
        if (width >= 0) {
            assertThat(LogoImage.read(jpeg(0xFFC0, width, height)).isPresent()).isEqualTo(fits);
            assertThat(LogoImage.read(jpeg(0xFFC2, width, height)).isPresent()).isEqualTo(fits);
        }
    }

    @Test
    void typeIsThatOfTheBytes() {
        assertThat(LogoImage.read(png(2, 3)).map(LogoImage::type)).contains(LogoImage.Type.PNG);
        assertThat(LogoImage.read(jpeg(0xFFC0, 2, 3)).map(LogoImage::type)).contains(LogoImage.Type.JPEG);
        assertThat(LogoImage.read(jpeg(0xFFC3, 2, 3))).isEmpty();
        assertThat(LogoImage.read("<svg xmlns='http://www.w3.org/2000/svg'/>".getBytes(StandardCharsets.US_ASCII)))
                .isEmpty();
    }

    /** Every length of both, so that no reader goes beyond the end. */
    @Test
    void cutImagesAreNone() {
        byte[] png = png(1, 1);
        byte[] jpeg = jpeg(0xFFC0, 1, 1);
        for (int length = 0; length < 17; length++) {
            assertThat(LogoImage.read(Arrays.copyOf(png, length))).isEmpty();
            assertThat(LogoImage.read(Arrays.copyOf(jpeg, Math.min(length, 8)))).isEmpty();
        }
        assertThat(LogoImage.read(
                        new byte[] {(byte) 0xFF, (byte) 0xD8, (byte) 0xFF, (byte) 0xFE, 0, 0, 0, 0, 0, 0, 0, 0}))
                .isEmpty();
    }

    @Test
    void largeImagesAreNone() {
        assertThat(LogoImage.read(Arrays.copyOf(png(1, 1), LogoImage.MAX_BYTES)))
                .isPresent();
        assertThat(LogoImage.read(Arrays.copyOf(png(1, 1), LogoImage.MAX_BYTES + 1)))
                .isEmpty();
    }
}
