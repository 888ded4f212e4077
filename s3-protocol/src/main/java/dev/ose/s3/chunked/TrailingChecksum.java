package dev.ose.s3.chunked;

import dev.ose.s3.checksum.ChecksumAlgorithm;
import dev.ose.s3.checksum.Digester;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * The checksum that {@code x-amz-trailer} announces and the trailer states. Not thread-safe; good for one body.
 */
public final class TrailingChecksum {

    private final ChecksumAlgorithm algorithm;
    private final @Nullable Digester digester;
    private String value = "";

    private TrailingChecksum(ChecksumAlgorithm algorithm, @Nullable Digester digester) {
        this.algorithm = algorithm;
        this.digester = digester;
    }

    /** A checksum that is computed on the way and compared. */
    public static TrailingChecksum verified(ChecksumAlgorithm algorithm) {
        return new TrailingChecksum(algorithm, Digester.of(algorithm));
    }

    /** A checksum that is only parsed; the code that stores the body verifies it. */
    public static TrailingChecksum passedOn(ChecksumAlgorithm algorithm) {
        return new TrailingChecksum(algorithm, null);
    }

    public ChecksumAlgorithm algorithm() {
        return algorithm;
    }

    /** The checksum in the trailer, in base64; empty until it was read. */
    public String value() {
        return value;
    }

    void update(ByteBuffer payload) {
        if (digester != null) {
            digester.update(payload);
        }
    }

    /** Takes the stated value after the last byte of the body; null if there is nothing against it. */
    @Nullable
    ChunkedFault state(String stated) {
        byte[] expected;
        try {
            expected = Base64.getDecoder().decode(stated);
        } catch (IllegalArgumentException e) {
            return new ChunkedFault.UnreadableChecksum(algorithm);
        }
        if (expected.length != algorithm.lengthBytes()) {
            return new ChunkedFault.UnreadableChecksum(algorithm);
        }
        value = stated;
        return digester == null || MessageDigest.isEqual(expected, digester.value())
                ? null
                : new ChunkedFault.WrongChecksum(algorithm);
    }
}
