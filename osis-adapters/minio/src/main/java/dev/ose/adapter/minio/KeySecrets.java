package dev.ose.adapter.minio;

import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.Secret;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The secret keys of users, which MinIO returns once and the adapter has to return as long as they exist. They are
 * derived from the access key and a secret of the operator's, and so need no store. Thread-safe.
 */
final class KeySecrets {

    private static final String ALGORITHM = "HmacSHA256";
    private static final String SECRET_KEY = "OSE secret key\n";
    private static final String MARK = "OSE mark\n";

    /** The first part of a mark, which states the derivation. */
    private static final String VERSION = "ose1.";

    /** The longest that MinIO makes itself; 240 bits. */
    private static final int SECRET_KEY_CHARACTERS = 40;

    private static final int MARK_CHARACTERS = 22;

    private final Secret secret;

    KeySecrets(Secret secret) {
        this.secret = secret;
    }

    /** The key pair of an access key. */
    PlatformKey key(String accessKey, boolean isActive) {
        return new PlatformKey(accessKey, Secret.of(derive(SECRET_KEY, accessKey, SECRET_KEY_CHARACTERS)), isActive);
    }

    /**
     * What is kept beside an access key, by which it is known that its secret key was derived from this secret. Says
     * nothing of the secret key.
     */
    String mark(String accessKey) {
        return VERSION + derive(MARK, accessKey, MARK_CHARACTERS);
    }

    private String derive(String purpose, String accessKey, int characters) {
        byte[] derived = secret.use(bytes -> mac(bytes, purpose + accessKey));
        return Base64.getUrlEncoder().withoutPadding().encodeToString(derived).substring(0, characters);
    }

    private static byte[] mac(byte[] key, String text) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key, ALGORITHM));
            return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the Java runtime lacks " + ALGORITHM, e);
        }
    }
}
