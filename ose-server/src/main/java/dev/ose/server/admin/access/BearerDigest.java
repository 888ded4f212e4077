package dev.ose.server.admin.access;

import dev.ose.adapter.Secret;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Random bearer tokens, and what is stored of them. They have 256 random bits, so that a digest without salt and
 * without slowness hides them.
 */
public final class BearerDigest {

    private static final int RANDOM_BYTES = 32;
    private static final String HASH = "SHA-256";
    private static final String MAC = "HmacSHA256";

    private BearerDigest() {}

    /** A new token: the prefix and 43 characters of base64url. */
    public static Secret random(SecureRandom random, String prefix) {
        byte[] bytes = new byte[RANDOM_BYTES];
        random.nextBytes(bytes);
        return Secret.of(prefix + text(bytes));
    }

    /** SHA-256 of a token, in hex. */
    public static String of(Secret bearer) {
        return HexFormat.of().formatHex(hash(bearer));
    }

    /** SHA-256 of a token, in base64url. */
    public static String challenge(Secret bearer) {
        return text(hash(bearer));
    }

    /** A token that only the owner of the given one can derive, for one purpose, in base64url. */
    public static Secret derive(Secret bearer, String purpose) {
        return bearer.use(bytes -> {
            try {
                Mac mac = Mac.getInstance(MAC);
                mac.init(new SecretKeySpec(bytes, MAC));
                return Secret.of(text(mac.doFinal(purpose.getBytes(StandardCharsets.UTF_8))));
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException("every JDK has " + MAC, e);
            }
        });
    }

    private static byte[] hash(Secret bearer) {
        return bearer.use(bytes -> {
            try {
                return MessageDigest.getInstance(HASH).digest(bytes);
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException("every JDK has " + HASH, e);
            }
        });
    }

    private static String text(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
