package dev.ose.adapter.aws;

import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.Secret;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Encrypts secret keys, which IAM states once, for the registry: by AES-256-GCM with a key that is derived from a
 * secret of the operator's, and bound to their access keys. Thread-safe.
 */
final class AwsKeySeal {

    private static final String CIPHER = "AES/GCM/NoPadding";
    private static final String MAC = "HmacSHA256";
    private static final byte[] PURPOSE = "OSE secret keys of AWS, 1".getBytes(StandardCharsets.US_ASCII);
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;

    private final SecretKeySpec key;
    private final SecureRandom random;

    AwsKeySeal(Secret secret, SecureRandom random) {
        this.key = secret.use(AwsKeySeal::derive);
        this.random = random;
    }

    private static SecretKeySpec derive(byte[] secret) {
        try {
            Mac mac = Mac.getInstance(MAC);
            mac.init(new SecretKeySpec(secret, MAC));
            return new SecretKeySpec(mac.doFinal(PURPOSE), "AES");
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the Java runtime lacks " + MAC, e);
        }
    }

    /** The secret key of a pair, encrypted. */
    String seal(PlatformKey pair) {
        byte[] nonce = new byte[NONCE_BYTES];
        random.nextBytes(nonce);
        byte[] sealed = pair.secretKey().use(bytes -> {
            try {
                return cipher(Cipher.ENCRYPT_MODE, nonce, pair.accessKey()).doFinal(bytes);
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException("the Java runtime lacks " + CIPHER, e);
            }
        });
        byte[] all = Arrays.copyOf(nonce, nonce.length + sealed.length);
        System.arraycopy(sealed, 0, all, nonce.length, sealed.length);
        return Base64.getEncoder().encodeToString(all);
    }

    /** The pair; empty if it was encrypted with another secret. */
    Optional<PlatformKey> open(String accessKey, String text) {
        try {
            byte[] all = Base64.getDecoder().decode(text);
            if (all.length <= NONCE_BYTES) {
                return Optional.empty();
            }
            byte[] opened = cipher(Cipher.DECRYPT_MODE, Arrays.copyOf(all, NONCE_BYTES), accessKey)
                    .doFinal(all, NONCE_BYTES, all.length - NONCE_BYTES);
            Secret secretKey = Secret.of(opened);
            Arrays.fill(opened, (byte) 0);
            return Optional.of(new PlatformKey(accessKey, secretKey));
        } catch (GeneralSecurityException | IllegalArgumentException otherSecret) {
            return Optional.empty();
        }
    }

    private Cipher cipher(int mode, byte[] nonce, String accessKey) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance(CIPHER);
        cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
        cipher.updateAAD(accessKey.getBytes(StandardCharsets.UTF_8));
        return cipher;
    }
}
