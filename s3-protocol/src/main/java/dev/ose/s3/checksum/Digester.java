package dev.ose.s3.checksum;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import java.util.zip.Checksum;

/** Computes one digest of a stream of bytes. Not thread-safe. */
public sealed interface Digester {

    /** Takes the remaining bytes of the buffer, leaving its position alone. */
    void update(ByteBuffer bytes);

    /** The value, most significant byte first. To be asked once, at the end. */
    byte[] value();

    /** The value of a whole that is in memory, for a digester that took nothing before. */
    default byte[] digest(byte[] whole) {
        update(ByteBuffer.wrap(whole));
        return value();
    }

    /** A digester for one of S3's checksums. */
    static Digester of(ChecksumAlgorithm algorithm) {
        return switch (algorithm) {
            case CRC32 -> new OfChecksum(new CRC32(), 4);
            case CRC32C -> new OfChecksum(new CRC32C(), 4);
            case CRC64NVME -> new OfChecksum(new Crc64Nvme(), 8);
            case SHA1 -> ofHash("SHA-1");
            case SHA256 -> ofHash("SHA-256");
        };
    }

    /** A digester for the ETag of an object that was uploaded in one piece. */
    static Digester md5() {
        return ofHash("MD5");
    }

    private static Digester ofHash(String algorithm) {
        try {
            return new OfHash(MessageDigest.getInstance(algorithm));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("the Java runtime lacks " + algorithm, e);
        }
    }

    /** A digester over a message digest. */
    record OfHash(MessageDigest digest) implements Digester {

        @Override
        public void update(ByteBuffer bytes) {
            digest.update(bytes.duplicate());
        }

        @Override
        public byte[] value() {
            return digest.digest();
        }
    }

    /** A digester over a CRC. */
    record OfChecksum(Checksum checksum, int lengthBytes) implements Digester {

        @Override
        public void update(ByteBuffer bytes) {
            checksum.update(bytes.duplicate());
        }

        @Override
        public byte[] value() {
            byte[] value = new byte[lengthBytes];
            long rest = checksum.getValue();
            for (int i = lengthBytes - 1; i >= 0; i--) {
                value[i] = (byte) rest;
                rest >>>= 8;
            }
            return value;
        }
    }
}
