package dev.ose.s3.sigv4;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.List;
import javax.crypto.Mac;

/**
 * The computation of one signature: canonical request, string to sign, code. It is reused from request to request and
 * belongs to one thread at a time.
 *
 * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html">Calculating a
 *     signature</a>
 */
final class SignatureWork {

    static final String ALGORITHM = "AWS4-HMAC-SHA256";

    private static final int HASH_BYTES = 32;
    private static final byte[] HEX = {'0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'};

    private final MessageDigest sha256;
    private final Mac mac;
    private final ByteBuilder canonical = new ByteBuilder();
    private final ByteBuilder toSign = new ByteBuilder();
    private final byte[] hash = new byte[HASH_BYTES];
    private final byte[] hex = new byte[2 * HASH_BYTES];
    private boolean hasAllHeaders;

    SignatureWork() {
        try {
            sha256 = MessageDigest.getInstance("SHA-256");
            mac = Mac.getInstance(SigningKey.ALGORITHM);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the Java runtime lacks SHA-256", e);
        }
    }

    /** Writes the canonical request with the given form of its path. */
    void canonicalize(SignableRequest request, String path, SignedHeaders signedHeaders, String payloadHash) {
        canonical.clear();
        hasAllHeaders = true;
        canonical.append(request.method()).append('\n').append(path).append('\n');
        CanonicalQuery.parse(request.rawQuery()).writeTo(canonical);
        canonical.append('\n');
        for (String name : signedHeaders.names()) {
            appendHeader(name, request.headerValues(name));
        }
        canonical.append('\n').append(signedHeaders.text()).append('\n').append(payloadHash);
    }

    /** Signs what was canonicalised; the result, 64 hexadecimal digits, is good until the next call. */
    byte[] sign(SigningKey key, String timestamp, CredentialScope scope) {
        try {
            canonical.updateInto(sha256);
            sha256.digest(hash, 0, HASH_BYTES);
            toSign.clear();
            toSign.append(ALGORITHM).append('\n').append(timestamp).append('\n');
            toSign.append(scope.day()).append('/').append(scope.region()).append('/');
            toSign.append(scope.service()).append('/').append(CredentialScope.TERMINATOR);
            toSign.append('\n').append(hexOfHash());
            key.initialize(mac);
            toSign.updateInto(mac);
            mac.doFinal(hash, 0);
            return hexOfHash();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("a buffer of our own making was refused", e);
        }
    }

    /** Whether the request has every header in its list of signed headers. */
    boolean hasAllHeaders() {
        return hasAllHeaders;
    }

    /** The canonical request as ISO-8859-1 characters. */
    String canonicalRequest() {
        return canonical.toString();
    }

    /** The string to sign as ISO-8859-1 characters. */
    String stringToSign() {
        return toSign.toString();
    }

    private void appendHeader(String name, List<String> values) {
        if (values.isEmpty() && !name.equals("expect")) {
            hasAllHeaders = false;
            return;
        }
        canonical.append(name).append(':');
        if (values.isEmpty()) {
            // Some load balancers answer it themselves and take it away; there is only one value it can have had.
            canonical.append("100-continue");
        }
        for (int i = 0; i < values.size(); i++) {
            if (i > 0) {
                canonical.append(',');
            }
            canonical.appendTrimmed(values.get(i));
        }
        canonical.append('\n');
    }

    private byte[] hexOfHash() {
        for (int i = 0; i < HASH_BYTES; i++) {
            hex[2 * i] = HEX[(hash[i] >> 4) & 15];
            hex[2 * i + 1] = HEX[hash[i] & 15];
        }
        return hex;
    }

    /** Hands each platform thread its own work; virtual threads, which may be many, get a fresh one each time. */
    static final class PerThread {

        private final ThreadLocal<SignatureWork> kept = ThreadLocal.withInitial(SignatureWork::new);

        SignatureWork take() {
            return Thread.currentThread().isVirtual() ? new SignatureWork() : kept.get();
        }
    }
}
