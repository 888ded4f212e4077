package dev.ose.adapter.embedded.file;

import dev.ose.adapter.Secret;
import dev.ose.keyring.Keyring;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * The AES-256 key of one file, which is encrypted in frames with AES-GCM. The nonce of a frame is its index and whether
 * it is the last one: no nonce repeats under a key, and frames that are missing, swapped or cut off at the end are
 * detected.
 */
final class DataKey {

    /** The bytes of every frame except the last before encryption; the last has at most as many. */
    static final int FRAME_BYTES = 64 * 1024;

    /** The bytes that encryption adds to each frame. */
    static final int TAG_BYTES = 16;

    private static final int KEY_BYTES = 32;
    private static final int NONCE_BYTES = 12;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final SecretKey key;

    private DataKey(byte[] bytes) {
        this.key = new SecretKeySpec(bytes, "AES");
    }

    static DataKey random() {
        byte[] bytes = new byte[KEY_BYTES];
        RANDOM.nextBytes(bytes);
        return new DataKey(bytes);
    }

    /** @throws dev.ose.keyring.KeyringException if it was sealed with other keys, for another file, or altered */
    static DataKey unseal(SealedKey sealed, FileId file, Keyring keyring) {
        return keyring.unseal(sealed.bytes(), context(file)).use(DataKey::new);
    }

    SealedKey seal(FileId file, Keyring keyring) {
        return new SealedKey(keyring.seal(Secret.of(key.getEncoded()), context(file)));
    }

    /** A cipher for one frame. Each frame of a file may be encrypted once. */
    Cipher encrypting(long frame, boolean isLast) {
        return cipher(Cipher.ENCRYPT_MODE, frame, isLast);
    }

    Cipher decrypting(long frame, boolean isLast) {
        return cipher(Cipher.DECRYPT_MODE, frame, isLast);
    }

    private Cipher cipher(int mode, long frame, boolean isLast) {
        byte[] nonce = ByteBuffer.allocate(NONCE_BYTES)
                .putInt(isLast ? 1 : 0)
                .putLong(frame)
                .array();
        try {
            Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
            cipher.init(mode, key, new GCMParameterSpec(TAG_BYTES * Byte.SIZE, nonce));
            return cipher;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has AES-GCM", e);
        }
    }

    private static String context(FileId file) {
        return "embedded_platform.file:" + file.fileName();
    }
}
