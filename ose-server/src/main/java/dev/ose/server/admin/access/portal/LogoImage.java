package dev.ose.server.admin.access.portal;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;

/**
 * An image that may be a logo: PNG or JPEG, by its bytes and not by what the sender says, and of a size that no browser
 * chokes on. SVG is none, since it can contain scripts.
 */
public final class LogoImage {

    /** The most bytes of a logo. */
    public static final int MAX_BYTES = 64 << 10;

    /** The most pixels of a side. */
    public static final int MAX_SIDE = 2_048;

    private static final byte[] PNG = HexFormat.of().parseHex("89504e470d0a1a0a0000000d49484452");
    private static final int PNG_HEADER_BYTES = PNG.length + 2 * Integer.BYTES;
    private static final int DIGEST_BYTES = 16;

    private final byte[] bytes;
    private final Type type;

    private LogoImage(byte[] bytes, Type type) {
        this.bytes = bytes;
        this.type = type;
    }

    /** The types of images. */
    public enum Type {
        PNG("image/png"),
        JPEG("image/jpeg");

        private final String mediaType;

        Type(String mediaType) {
            this.mediaType = mediaType;
        }

        /** Its media type. */
        public String mediaType() {
            return mediaType;
        }
    }

    /** Reads an image; empty unless it is a PNG or JPEG within the limits. */
    public static Optional<LogoImage> read(byte[] bytes) {
        if (bytes.length > MAX_BYTES) {
            return Optional.empty();
        }
        byte[] own = bytes.clone();
        if (isPng(own)) {
            ByteBuffer sides = ByteBuffer.wrap(own, PNG.length, 2 * Integer.BYTES);
            return fits(sides.getInt(), sides.getInt()) ? Optional.of(new LogoImage(own, Type.PNG)) : Optional.empty();
        }
        return isFittingJpeg(own) ? Optional.of(new LogoImage(own, Type.JPEG)) : Optional.empty();
    }

    private static boolean isPng(byte[] bytes) {
        return bytes.length >= PNG_HEADER_BYTES && Arrays.equals(bytes, 0, PNG.length, PNG, 0, PNG.length);
    }

    private static boolean fits(int width, int height) {
        return width > 0 && height > 0 && width <= MAX_SIDE && height <= MAX_SIDE;
    }

    /**
     * Goes through the segments of a JPEG to that of the frame, which has the sides.
     *
     * @see <a href="https://www.w3.org/Graphics/JPEG/itu-t81.pdf">ITU-T T.81, annex B</a>
     */
    private static boolean isFittingJpeg(byte[] bytes) {
        final int start = 0xFFD8;
        final int frameBytes = 9;
        ByteBuffer rest = ByteBuffer.wrap(bytes);
        if (rest.remaining() < Short.BYTES || unsigned(rest.getShort()) != start) {
            return false;
        }
        while (rest.remaining() >= frameBytes) {
            int marker = unsigned(rest.getShort());
            int length = unsigned(rest.getShort(rest.position()));
            if (isFrame(marker)) {
                int sides = rest.position() + Short.BYTES + 1;
                return fits(unsigned(rest.getShort(sides + Short.BYTES)), unsigned(rest.getShort(sides)));
            }
            if (marker >>> Byte.SIZE != 0xFF || length < Short.BYTES || length > rest.remaining()) {
                return false;
            }
            rest.position(rest.position() + length);
        }
        return false;
    }

    /** Baseline and progressive frames, which browsers show. */
    private static boolean isFrame(int marker) {
        return marker >= 0xFFC0 && marker <= 0xFFC2;
    }

    private static int unsigned(short value) {
        return Short.toUnsignedInt(value);
    }

    /** A copy of its bytes. */
    public byte[] bytes() {
        return bytes.clone();
    }

    /** How many bytes it has. */
    public int size() {
        return bytes.length;
    }

    /** What it is. */
    public Type type() {
        return type;
    }

    /** A name of its content, another one for each other image. */
    public String digest() {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes);
            return HexFormat.of().formatHex(digest, 0, DIGEST_BYTES);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
