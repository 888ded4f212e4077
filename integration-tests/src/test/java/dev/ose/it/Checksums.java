package dev.ose.it;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.zip.CRC32;

/** Checksums in the form in which S3's headers have them. */
public final class Checksums {

    private Checksums() {}

    public static String crc32(byte[] bytes) {
        CRC32 crc = new CRC32();
        crc.update(bytes);
        return base64(ByteBuffer.allocate(4).putInt((int) crc.getValue()).array());
    }

    public static String md5(byte[] bytes) {
        return digest("MD5", bytes);
    }

    public static String sha256(String document) {
        return digest("SHA-256", document.getBytes(StandardCharsets.UTF_8));
    }

    private static String digest(String algorithm, byte[] bytes) {
        try {
            return base64(MessageDigest.getInstance(algorithm).digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has " + algorithm, e);
        }
    }

    private static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }
}
