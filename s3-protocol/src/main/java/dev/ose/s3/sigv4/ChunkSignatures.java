package dev.ose.s3.sigv4;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import javax.crypto.Mac;
import org.jspecify.annotations.Nullable;

/**
 * The chain of signatures over the chunks and the trailer of one body, which begins with the signature of its request.
 * Each link is compared in constant time. Not thread-safe.
 *
 * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-streaming.html">Chunked uploads</a>
 * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-streaming-trailers.html">Trailing headers</a>
 */
public final class ChunkSignatures {

    private final String scope;
    private final MessageDigest sha256;
    private final Mac mac;
    private String previous;

    /** Begins with a claim that was verified with this key. */
    public ChunkSignatures(AuthenticationClaim.Signed seed, SigningKey key) {
        this.scope = seed.timestamp() + '\n' + key.scope();
        this.previous = seed.signature();
        try {
            sha256 = MessageDigest.getInstance("SHA-256");
            mac = Mac.getInstance(SigningKey.ALGORITHM);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the Java runtime lacks SHA-256", e);
        }
        key.initialize(mac);
    }

    /** Those of the body that comes with a verified request; null if it is not in signed chunks. */
    public static @Nullable ChunkSignatures after(Verification.Verified verified, SigningKey key) {
        PayloadHash payload = verified.payloadHash();
        boolean isSigned =
                payload == PayloadHash.Mode.STREAMING_SIGNED || payload == PayloadHash.Mode.STREAMING_SIGNED_TRAILER;
        return isSigned ? new ChunkSignatures(verified.claim(), key) : null;
    }

    /** Adds the remaining bytes of a buffer to the current chunk, leaving the buffer's position alone. */
    public void update(ByteBuffer chunk) {
        sha256.update(chunk.duplicate());
    }

    /** Ends the current chunk: whether this is its signature. */
    public boolean acceptsChunk(String signature) {
        String digest = HexFormat.of().formatHex(sha256.digest());
        return accepts("AWS4-HMAC-SHA256-PAYLOAD", PayloadHash.EMPTY_SHA256 + '\n' + digest, signature);
    }

    /**
     * Whether this is the signature of the trailer, whose canonical form is a line {@code name:value} for each field.
     */
    public boolean acceptsTrailer(String canonical, String signature) {
        byte[] digest = sha256.digest(canonical.getBytes(StandardCharsets.ISO_8859_1));
        return accepts("AWS4-HMAC-SHA256-TRAILER", HexFormat.of().formatHex(digest), signature);
    }

    private boolean accepts(String algorithm, String content, String signature) {
        String toSign = algorithm + '\n' + scope + '\n' + previous + '\n' + content;
        byte[] code = mac.doFinal(toSign.getBytes(StandardCharsets.ISO_8859_1));
        previous = HexFormat.of().formatHex(code);
        return MessageDigest.isEqual(
                previous.getBytes(StandardCharsets.ISO_8859_1), signature.getBytes(StandardCharsets.ISO_8859_1));
    }
}
