package dev.ose.s3.checksum;

import java.util.Base64;
import java.util.Locale;
import java.util.Optional;

/**
 * A checksum that S3 can keep with an object.
 *
 * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/userguide/checking-object-integrity.html">Object
 *     integrity</a>
 */
public enum ChecksumAlgorithm {
    CRC32(4, 0xEDB88320L),
    CRC32C(4, 0x82F63B78L),
    CRC64NVME(8, 0x9A6C9329AC4BC9B5L),
    SHA1(20, 0),
    SHA256(32, 0),
    SHA512(64, 0),
    MD5(16, 0),
    /** XXH64, seed zero. */
    XXHASH64(8, 0),
    /** XXH3 of 64 bits, seed zero. */
    XXHASH3(8, 0),
    /** XXH3 of 128 bits, seed zero. */
    XXHASH128(16, 0);

    private static final String HEADER_PREFIX = "x-amz-checksum-";
    private static final String ELEMENT_PREFIX = "Checksum";

    private final int lengthBytes;
    private final long polynomial;

    ChecksumAlgorithm(int lengthBytes, long polynomial) {
        this.lengthBytes = lengthBytes;
        this.polynomial = polynomial;
    }

    /** The algorithm that a client names, in any case; empty for one that we do not compute. */
    public static Optional<ChecksumAlgorithm> find(String name) {
        for (ChecksumAlgorithm algorithm : values()) {
            if (algorithm.name().equalsIgnoreCase(name)) {
                return Optional.of(algorithm);
            }
        }
        return Optional.empty();
    }

    /** The algorithm whose {@link #header} a client names, in any case; empty for one that we do not compute. */
    public static Optional<ChecksumAlgorithm> ofHeader(String name) {
        return name.regionMatches(true, 0, HEADER_PREFIX, 0, HEADER_PREFIX.length())
                ? find(name.substring(HEADER_PREFIX.length()))
                : Optional.empty();
    }

    /** The algorithm whose {@link #element} this is; empty for one that we do not compute. */
    public static Optional<ChecksumAlgorithm> ofElement(String name) {
        return name.startsWith(ELEMENT_PREFIX)
                ? find(name.substring(ELEMENT_PREFIX.length()))
                        .filter(algorithm -> algorithm.element().equals(name))
                : Optional.empty();
    }

    /** The lower-case header that carries a value. */
    public String header() {
        return HEADER_PREFIX + name().toLowerCase(Locale.ROOT);
    }

    /** The element that carries a value in a document. */
    public String element() {
        return ELEMENT_PREFIX + name();
    }

    /** Whether a text can be a value of this algorithm: base64 of as many bytes. */
    public boolean isValue(String base64) {
        try {
            return Base64.getDecoder().decode(base64).length == lengthBytes;
        } catch (IllegalArgumentException notBase64) {
            return false;
        }
    }

    /** Length of a value before it is encoded. */
    public int lengthBytes() {
        return lengthBytes;
    }

    /** Whether S3 has it since 2026 only, so that other stores may lack it. */
    public boolean isNewer() {
        return switch (this) {
            case CRC32, CRC32C, CRC64NVME, SHA1, SHA256 -> false;
            case SHA512, MD5, XXHASH64, XXHASH3, XXHASH128 -> true;
        };
    }

    /** Whether values of parts can be combined into the value of the whole without reading it. */
    public boolean isLinear() {
        return polynomial != 0;
    }

    /** The kind of checksum that an upload in parts gets when its creator names none. */
    public ChecksumType defaultType() {
        return this == CRC64NVME ? ChecksumType.FULL_OBJECT : ChecksumType.COMPOSITE;
    }

    /** Whether a multipart upload may have this type. */
    public boolean allows(ChecksumType type) {
        return switch (type) {
            case FULL_OBJECT -> isLinear();
            case COMPOSITE -> this != CRC64NVME;
        };
    }

    /** The reflected generator polynomial; zero for a hash. */
    long polynomial() {
        return polynomial;
    }
}
