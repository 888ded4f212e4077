package dev.ose.testkit;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Keyed hashes as AWS's descriptions of its signatures use them. */
final class Hmac {

    private Hmac() {}

    static byte[] of(byte[] key, String text) {
        return of("HmacSHA256", key, text);
    }

    static byte[] of(String algorithm, byte[] key, String text) {
        try {
            Mac mac = Mac.getInstance(algorithm);
            mac.init(new SecretKeySpec(key, algorithm));
            return mac.doFinal(text.getBytes(StandardCharsets.ISO_8859_1));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The signing key of a scope, {@code <day>/<region>/<service>/aws4_request}. */
    static byte[] signingKey(byte[] secretKey, String scope) {
        byte[] key = ("AWS4" + new String(secretKey, StandardCharsets.US_ASCII)).getBytes(StandardCharsets.US_ASCII);
        for (String part : scope.split("/", -1)) {
            key = of(key, part);
        }
        return key;
    }
}
