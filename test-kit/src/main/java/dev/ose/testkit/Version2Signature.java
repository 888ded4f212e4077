package dev.ose.testkit;

import java.util.Base64;

/**
 * The Signature Version 2 of a string to sign.
 *
 * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/userguide/RESTAuthentication.html">Signing and
 *     authenticating REST requests</a>
 */
public final class Version2Signature {

    private Version2Signature() {}

    /** The signature of a text, of which each character is one byte. */
    public static String of(byte[] secretKey, String stringToSign) {
        return Base64.getEncoder().encodeToString(Hmac.of("HmacSHA1", secretKey, stringToSign));
    }
}
