package dev.ose.s3.sigv4;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * A key derived from a secret for one {@link CredentialScope}. The secret cannot be computed back from it, its bytes do
 * not leave the package, and it prints {@code ***}. Immutable.
 *
 * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html">Deriving a signing
 *     key</a>
 */
public final class SigningKey {

    static final String ALGORITHM = "HmacSHA256";

    /** Signs for access keys that do not exist, so that they cost what existing ones cost. It opens nothing. */
    static final SigningKey DUMMY = new SigningKey(new byte[32], new CredentialScope("", "", ""));

    private final SecretKeySpec key;
    private final CredentialScope scope;

    private SigningKey(byte[] key, CredentialScope scope) {
        this.key = new SecretKeySpec(key, ALGORITHM);
        this.scope = scope;
    }

    /** Derives the key of a scope. The array stays the caller's, to be wiped by the caller. */
    public static SigningKey derive(byte[] secretBytes, CredentialScope scope) {
        byte[] prefixed = new byte[secretBytes.length + 4];
        System.arraycopy("AWS4".getBytes(StandardCharsets.ISO_8859_1), 0, prefixed, 0, 4);
        System.arraycopy(secretBytes, 0, prefixed, 4, secretBytes.length);
        byte[] derived = prefixed;
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            for (String part :
                    new String[] {scope.day(), scope.region(), scope.service(), CredentialScope.TERMINATOR}) {
                mac.init(new SecretKeySpec(derived, ALGORITHM));
                Arrays.fill(derived, (byte) 0);
                derived = mac.doFinal(part.getBytes(StandardCharsets.ISO_8859_1));
            }
            return new SigningKey(derived, scope);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the Java runtime lacks " + ALGORITHM, e);
        } finally {
            Arrays.fill(prefixed, (byte) 0);
            Arrays.fill(derived, (byte) 0);
        }
    }

    /** The scope of the key. */
    public CredentialScope scope() {
        return scope;
    }

    /** The signature, in hex, of a form's policy as it stands in the form: in base64. */
    public String signPolicy(String policy) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            initialize(mac);
            return HexFormat.of().formatHex(mac.doFinal(policy.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the Java runtime lacks " + ALGORITHM, e);
        }
    }

    /** Prepares a code for computing with this key. */
    void initialize(Mac mac) {
        try {
            mac.init(key);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("a key of our own making was refused", e);
        }
    }

    @Override
    public String toString() {
        return "***";
    }
}
