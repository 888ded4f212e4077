package dev.ose.server.accounting.upload;

import dev.ose.s3.checksum.ChecksumAlgorithm;
import java.util.Arrays;
import java.util.Base64;

/** The recorded checksum of a part, as the request that stored the part stated it. */
public sealed interface PartChecksum {

    /** A node did not store the part, or the platform compares the checksums of completions itself. */
    record Unknown() implements PartChecksum {}

    /** The request stated no checksum. */
    record None() implements PartChecksum {}

    /**
     * The content of the part has this checksum.
     *
     * @param value in base64
     */
    record Compared(ChecksumAlgorithm algorithm, String value) implements PartChecksum {

        /** Whether this is the same value in base64, padded or not. */
        public boolean isValue(String other) {
            return algorithm.isValue(other)
                    && Arrays.equals(
                            Base64.getDecoder().decode(value),
                            Base64.getDecoder().decode(other));
        }
    }
}
