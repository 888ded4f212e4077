package dev.ose.keeper.configuration;

import dev.ose.adapter.Secret;
import dev.ose.config.ConfigurationException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.bouncycastle.crypto.generators.Argon2BytesGenerator;
import org.bouncycastle.crypto.params.Argon2Parameters;

/**
 * Encrypts bytes with a password: AES-256-GCM with a key derived by Argon2id (RFC 9106).
 *
 * <p>File format, all numbers big-endian: {@code OSECONF1}; Argon2's memory in KiB, passes and lanes, 4 bytes each; 16
 * bytes of salt; 12 of nonce; 4 of the length of what follows the header; 32 of HMAC-SHA256 over all of that, under a
 * key of its own; then the ciphertext with its tag, which covers the header, too. The HMAC distinguishes a wrong
 * password from altered contents.
 */
public final class SealedExport {

    /** Not an export of OSE, or of an unknown version. */
    public static final String NOT_AN_EXPORT = "OSE-1311";
    /** The file is truncated, or has trailing bytes. */
    public static final String TRUNCATED = "OSE-1312";
    /** The password is wrong, or the header was altered. */
    public static final String WRONG_PASSWORD = "OSE-1313";
    /** The contents were altered. */
    public static final String ALTERED = "OSE-1314";

    private static final byte[] MAGIC = "OSECONF".getBytes(StandardCharsets.US_ASCII);
    private static final byte VERSION = '1';
    private static final int SALT_BYTES = 16;
    private static final int NONCE_BYTES = 12;
    private static final int MAC_BYTES = 32;
    private static final int KEY_BYTES = 32;
    private static final int TAG_BITS = 128;
    private static final int AUTHENTICATED_BYTES =
            MAGIC.length + 1 + 3 * Integer.BYTES + SALT_BYTES + NONCE_BYTES + Integer.BYTES;
    private static final int HEADER_BYTES = AUTHENTICATED_BYTES + MAC_BYTES;
    private static final int MAX_BYTES = 16 << 20;

    /** RFC 9106's second recommendation, for environments that cannot spare 2 GiB of memory. */
    private static final Cost COST = new Cost(64 << 10, 3, 4);

    private SealedExport() {}

    /** Cost of one password guess. Bounded, because an imported file states it and the keeper's heap is small. */
    private record Cost(int memoryKib, int passes, int lanes) {

        boolean isBearable() {
            return memoryKib >= 8
                    && memoryKib <= COST.memoryKib()
                    && passes >= 1
                    && passes <= 16
                    && lanes >= 1
                    && lanes <= 16;
        }
    }

    /** Encrypts {@code contents}. By design it takes about a fifth of a second and 64 MiB. */
    public static byte[] seal(byte[] contents, Secret password, SecureRandom random) {
        byte[] salt = new byte[SALT_BYTES];
        byte[] nonce = new byte[NONCE_BYTES];
        random.nextBytes(salt);
        random.nextBytes(nonce);
        ByteBuffer file = ByteBuffer.allocate(HEADER_BYTES + contents.length + TAG_BITS / Byte.SIZE);
        file.put(MAGIC).put(VERSION);
        file.putInt(COST.memoryKib()).putInt(COST.passes()).putInt(COST.lanes());
        file.put(salt).put(nonce).putInt(file.capacity() - HEADER_BYTES);
        byte[] keys = keys(password, salt, COST);
        try {
            byte[] authenticated = Arrays.copyOf(file.array(), AUTHENTICATED_BYTES);
            file.put(mac(keys, authenticated));
            file.put(cipher(Cipher.ENCRYPT_MODE, keys, nonce, authenticated).doFinal(contents));
            return file.array();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("AES-GCM and HMAC are in every Java", e);
        } finally {
            Arrays.fill(keys, (byte) 0);
        }
    }

    /**
     * Decrypts the result of {@link #seal}.
     *
     * @throws ConfigurationException with one of the four codes above
     */
    public static byte[] open(byte[] file, Secret password) {
        if (file.length < MAGIC.length + 1 || !Arrays.equals(MAGIC, Arrays.copyOf(file, MAGIC.length))) {
            throw refused(
                    NOT_AN_EXPORT, "The file is no export of OSE.", "Give the file that 'ose config export' wrote.");
        }
        if (file[MAGIC.length] != VERSION) {
            throw refused(
                    NOT_AN_EXPORT,
                    "The export is of version " + (char) (file[MAGIC.length] & 0x7f) + ", and this release reads "
                            + (char) VERSION + ".",
                    "Import it with the release that wrote it, or a later one.");
        }
        if (file.length < HEADER_BYTES) {
            throw truncated();
        }
        ByteBuffer header = ByteBuffer.wrap(file, MAGIC.length + 1, HEADER_BYTES - MAGIC.length - 1);
        Cost cost = new Cost(header.getInt(), header.getInt(), header.getInt());
        byte[] salt = new byte[SALT_BYTES];
        byte[] nonce = new byte[NONCE_BYTES];
        byte[] storedMac = new byte[MAC_BYTES];
        header.get(salt).get(nonce);
        int length = header.getInt();
        header.get(storedMac);
        if (!cost.isBearable() || length < 0 || length > MAX_BYTES) {
            throw refused(ALTERED, "The export's header was altered.", "Copy the file again, or write a new export.");
        }
        if (file.length != HEADER_BYTES + length) {
            throw truncated();
        }
        byte[] keys = keys(password, salt, cost);
        try {
            byte[] authenticated = Arrays.copyOf(file, AUTHENTICATED_BYTES);
            if (!MessageDigest.isEqual(storedMac, mac(keys, authenticated))) {
                throw refused(
                        WRONG_PASSWORD,
                        "The password is not that of the export, or the export's header was altered.",
                        "Give the password that 'ose config export' was given.");
            }
            return cipher(Cipher.DECRYPT_MODE, keys, nonce, authenticated).doFinal(file, HEADER_BYTES, length);
        } catch (GeneralSecurityException e) {
            throw refused(
                    ALTERED,
                    "The password is right, and the export was altered after it was written.",
                    "Do not use it. Copy the file again, or write a new export.");
        } finally {
            Arrays.fill(keys, (byte) 0);
        }
    }

    /** A key for the contents, and one for the header. Synchronized, because each call takes 64 MiB. */
    private static synchronized byte[] keys(Secret password, byte[] salt, Cost cost) {
        return password.use(bytes -> {
            byte[] keys = new byte[2 * KEY_BYTES];
            Argon2BytesGenerator generator = new Argon2BytesGenerator();
            generator.init(new Argon2Parameters.Builder(Argon2Parameters.ARGON2_id)
                    .withVersion(Argon2Parameters.ARGON2_VERSION_13)
                    .withMemoryAsKB(cost.memoryKib())
                    .withIterations(cost.passes())
                    .withParallelism(cost.lanes())
                    .withSalt(salt)
                    .build());
            generator.generateBytes(bytes, keys);
            return keys;
        });
    }

    private static byte[] mac(byte[] keys, byte[] authenticated) throws GeneralSecurityException {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(keys, KEY_BYTES, KEY_BYTES, "HmacSHA256"));
        return mac.doFinal(authenticated);
    }

    private static Cipher cipher(int mode, byte[] keys, byte[] nonce, byte[] authenticated)
            throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, new SecretKeySpec(keys, 0, KEY_BYTES, "AES"), new GCMParameterSpec(TAG_BITS, nonce));
        cipher.updateAAD(authenticated);
        return cipher;
    }

    private static ConfigurationException truncated() {
        return refused(
                TRUNCATED,
                "The export is not whole: bytes are missing at its end, or too many.",
                "Copy the file again.");
    }

    private static ConfigurationException refused(String code, String happened, String remedy) {
        return ConfigurationErrors.of(code, happened, "the export", remedy);
    }
}
