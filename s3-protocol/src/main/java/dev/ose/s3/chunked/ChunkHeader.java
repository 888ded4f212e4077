package dev.ose.s3.chunked;

import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * The line before a chunk: its size in hexadecimal digits, and extensions of which only the signature has a meaning.
 *
 * @param signature as sent; null if there is none
 */
record ChunkHeader(long sizeBytes, @Nullable String signature) {

    private static final int MAX_SIZE_DIGITS = 12;
    private static final String SIGNATURE = "chunk-signature=";

    /** Reads a line without its line feed. */
    static ChunkHeader parse(String line) {
        if (!line.endsWith("\r")) {
            throw broken();
        }
        String[] parts = line.substring(0, line.length() - 1).split(";", -1);
        String signature = null;
        for (int i = 1; i < parts.length; i++) {
            String extension = parts[i].strip();
            if (extension.startsWith(SIGNATURE)) {
                if (signature != null) {
                    throw broken();
                }
                signature = extension.substring(SIGNATURE.length());
            }
        }
        return new ChunkHeader(size(parts[0]), signature);
    }

    private static long size(String digits) {
        boolean valid = !digits.isEmpty()
                && digits.length() <= MAX_SIZE_DIGITS
                && digits.chars().allMatch(HexFormat::isHexDigit);
        if (!valid) {
            throw broken();
        }
        return HexFormat.fromHexDigitsToLong(digits);
    }

    private static Fault broken() {
        return new Fault(new ChunkedFault.BrokenFraming());
    }
}
