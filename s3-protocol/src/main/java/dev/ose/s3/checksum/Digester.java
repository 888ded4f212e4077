package dev.ose.s3.checksum;

import com.dynatrace.hash4j.hashing.ByteAccess;
import com.dynatrace.hash4j.hashing.HashStream128;
import com.dynatrace.hash4j.hashing.HashStream64;
import com.dynatrace.hash4j.hashing.HashValue128;
import com.dynatrace.hash4j.hashing.Hashing;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import java.util.zip.Checksum;

/** Computes one digest of a stream of bytes. Not thread-safe. */
public sealed interface Digester {

    /** Feeds a buffer, which must be little-endian, to an xxHash. */
    ByteAccess<ByteBuffer> BYTES = ByteAccess.forByteBuffer(ByteOrder.LITTLE_ENDIAN);

    /** Takes the remaining bytes of the buffer, leaving its position alone. */
    void update(ByteBuffer bytes);

    /** The value, most significant byte first. Call once, at the end. */
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
            case SHA512 -> ofHash("SHA-512");
            case MD5 -> md5();
            case XXHASH64 -> new OfXxHash64(Hashing.xxh64().hashStream());
            case XXHASH3 -> new OfXxHash64(Hashing.xxh3_64().hashStream());
            case XXHASH128 -> new OfXxHash128(Hashing.xxh3_128().hashStream());
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

    /** A digester over an xxHash of 64 bits. */
    record OfXxHash64(HashStream64 hash) implements Digester {

        @Override
        public void update(ByteBuffer bytes) {
            ByteBuffer view = bytes.duplicate().order(ByteOrder.LITTLE_ENDIAN);
            hash.putBytes(view, view.position(), view.remaining(), BYTES);
        }

        @Override
        public byte[] value() {
            return ByteBuffer.allocate(Long.BYTES).putLong(hash.getAsLong()).array();
        }
    }

    /** A digester over an xxHash of 128 bits. */
    record OfXxHash128(HashStream128 hash) implements Digester {

        @Override
        public void update(ByteBuffer bytes) {
            ByteBuffer view = bytes.duplicate().order(ByteOrder.LITTLE_ENDIAN);
            hash.putBytes(view, view.position(), view.remaining(), BYTES);
        }

        @Override
        public byte[] value() {
            HashValue128 value = hash.get();
            return ByteBuffer.allocate(2 * Long.BYTES)
                    .putLong(value.getMostSignificantBits())
                    .putLong(value.getLeastSignificantBits())
                    .array();
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
