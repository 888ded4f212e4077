package dev.ose.s3.checksum;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;

/** Makes the checksum of an object out of those of its parts, which are added in order. Not thread-safe. */
public final class PartChecksums {

    private final ChecksumAlgorithm algorithm;
    private final ChecksumType type;
    private final Digester ofValues;
    private final CrcCombination combination;
    private long combined;
    private int count;

    /** Refuses, as a bug of the caller, a type that the algorithm does not allow. */
    public PartChecksums(ChecksumAlgorithm algorithm, ChecksumType type) {
        if (!algorithm.allows(type)) {
            throw new IllegalArgumentException(algorithm + " cannot be " + type);
        }
        this.algorithm = algorithm;
        this.type = type;
        this.ofValues = Digester.of(algorithm);
        this.combination = new CrcCombination(algorithm);
    }

    /** Adds the next part's checksum, in base64, and its size. */
    public void add(String base64, long sizeBytes) {
        byte[] value = Base64.getDecoder().decode(base64);
        count++;
        switch (type) {
            case COMPOSITE -> ofValues.update(ByteBuffer.wrap(value));
            case FULL_OBJECT -> combined = combination.combine(combined, number(value), sizeBytes);
        }
    }

    /** The checksum of all that was added. */
    public ObjectChecksum total() {
        String value =
                switch (type) {
                    case COMPOSITE -> Base64.getEncoder().encodeToString(ofValues.value()) + "-" + count;
                    case FULL_OBJECT -> Base64.getEncoder().encodeToString(bytes(combined));
                };
        return new ObjectChecksum(algorithm, type, value);
    }

    private static long number(byte[] value) {
        long number = 0;
        for (byte b : value) {
            number = (number << 8) | (b & 0xff);
        }
        return number;
    }

    private byte[] bytes(long number) {
        byte[] all = ByteBuffer.allocate(8).putLong(number).array();
        return Arrays.copyOfRange(all, 8 - algorithm.lengthBytes(), 8);
    }
}
