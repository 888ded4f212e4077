package dev.ose.testkit;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * Frames a body and signs its chunks. Implemented independently of the product from AWS's description, so that they
 * agree only if both are right.
 *
 * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-streaming-trailers.html">Trailing headers</a>
 */
public final class SignedChunks {

    private final ByteArrayOutputStream wire = new ByteArrayOutputStream();
    private final byte[] signingKey;
    private final String moment;
    private String previous;

    /**
     * @param secretKey the secret of the access key, in ASCII
     * @param timestamp {@code x-amz-date} of the request
     * @param scope the credential's scope, from the day to {@code aws4_request}
     * @param seed the signature of the request
     */
    public SignedChunks(byte[] secretKey, String timestamp, String scope, String seed) {
        signingKey = Hmac.signingKey(secretKey, scope);
        moment = timestamp + '\n' + scope;
        previous = seed;
    }

    /** The chunks of the body that follows this head. */
    public static SignedChunks after(String head, byte[] secretKey) {
        String authorization = head.replaceFirst("(?s).*\r\nAuthorization: ([^\r]*)\r\n.*", "$1");
        return new SignedChunks(
                secretKey,
                head.replaceFirst("(?s).*\r\nx-amz-date: ([^\r]*)\r\n.*", "$1"),
                authorization.replaceFirst(".*Credential=[^/]*/([^,]*),.*", "$1"),
                authorization.replaceFirst(".*Signature=", ""));
    }

    /** One chunk; an empty one is the last. */
    public SignedChunks chunk(byte[] data) {
        String signature = sign("AWS4-HMAC-SHA256-PAYLOAD", sha256(new byte[0]) + '\n' + sha256(data));
        text(Integer.toHexString(data.length) + ";chunk-signature=" + signature + "\r\n");
        if (data.length > 0) {
            wire.writeBytes(data);
            text("\r\n");
        }
        return this;
    }

    /** Chunks of a size, one of the rest, and the empty one. */
    public SignedChunks chunks(byte[] payload, int size) {
        for (int start = 0; start < payload.length; start += size) {
            chunk(Arrays.copyOfRange(payload, start, Math.min(payload.length, start + size)));
        }
        return chunk(new byte[0]);
    }

    /** A trailer and its signature. */
    public SignedChunks trailer(String name, String value) {
        String signature = sign("AWS4-HMAC-SHA256-TRAILER", sha256(bytes(name + ':' + value + '\n')));
        return text(name + ':' + value + "\r\nx-amz-trailer-signature:" + signature + "\r\n");
    }

    /** A trailer as minio-go writes it. */
    public SignedChunks trailerOfMinio(String name, String value) {
        String signature = sign("AWS4-HMAC-SHA256-TRAILER", sha256(bytes(name + ':' + value + '\n')));
        return text(name + ':' + value + "\n\r\nx-amz-trailer-signature:" + signature + "\r\n");
    }

    /** Adds a text literally. */
    public SignedChunks text(String raw) {
        wire.writeBytes(bytes(raw));
        return this;
    }

    /** The body, with the empty line that ends it. */
    public byte[] end() {
        return text("\r\n").wire.toByteArray();
    }

    private String sign(String algorithm, String content) {
        previous = HexFormat.of()
                .formatHex(Hmac.of(signingKey, algorithm + '\n' + moment + '\n' + previous + '\n' + content));
        return previous;
    }

    private static String sha256(byte[] data) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(data));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }
}
