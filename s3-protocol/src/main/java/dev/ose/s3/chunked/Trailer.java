package dev.ose.s3.chunked;

import dev.ose.s3.sigv4.ChunkSignatures;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The trailer after the last chunk: the announced checksum, if any, and its signature, if chunks are signed. */
final class Trailer {

    private static final String SIGNATURE = "x-amz-trailer-signature";
    private static final int MAX_EMPTY_LINES = 2;

    private final @Nullable TrailingChecksum checksum;
    private final @Nullable ChunkSignatures signatures;
    private @Nullable String stated;
    private boolean isSigned;
    private int emptyLines;

    Trailer(@Nullable TrailingChecksum checksum, @Nullable ChunkSignatures signatures) {
        this.checksum = checksum;
        this.signatures = signatures;
    }

    /**
     * Takes a line without its line feed. The carriage return may be missing, as it is behind the checksum that
     * minio-go sends.
     *
     * @return whether the body ended with it
     */
    boolean take(String line) {
        String text = line.endsWith("\r") ? line.substring(0, line.length() - 1) : line;
        if (!text.isEmpty()) {
            takeField(text);
            return false;
        }
        if (isWhole()) {
            verify();
            return true;
        }
        // Some clients end the empty chunk, or the checksum before its signature, with an empty line.
        emptyLines++;
        if (emptyLines > MAX_EMPTY_LINES) {
            throw bad();
        }
        return false;
    }

    /** Whether everything is here that must come. */
    private boolean isWhole() {
        return checksum == null || (stated != null && (signatures == null || isSigned));
    }

    private void takeField(String text) {
        int colon = text.indexOf(':');
        if (colon <= 0 || checksum == null || isSigned) {
            throw bad();
        }
        String name = text.substring(0, colon).toLowerCase(Locale.ROOT);
        String value = trimmed(text.substring(colon + 1));
        if (name.equals(checksum.algorithm().header()) && stated == null) {
            stated = value;
        } else if (name.equals(SIGNATURE) && signatures != null && stated != null) {
            if (!signatures.acceptsTrailer(checksum.algorithm().header() + ':' + stated + '\n', value)) {
                throw new Fault(new ChunkedFault.WrongSignature());
            }
            isSigned = true;
        } else {
            throw bad();
        }
    }

    private void verify() {
        if (checksum != null && stated != null) {
            ChunkedFault fault = checksum.state(stated);
            if (fault != null) {
                throw new Fault(fault);
            }
        }
    }

    /** Without the blanks that HTTP allows around a value. */
    private static String trimmed(String value) {
        int start = 0;
        int end = value.length();
        while (start < end && isBlank(value.charAt(start))) {
            start++;
        }
        while (end > start && isBlank(value.charAt(end - 1))) {
            end--;
        }
        return value.substring(start, end);
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\t';
    }

    private static Fault bad() {
        return new Fault(new ChunkedFault.BadTrailer());
    }
}
