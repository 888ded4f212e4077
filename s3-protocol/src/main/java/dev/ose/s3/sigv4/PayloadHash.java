package dev.ose.s3.sigv4;

import dev.ose.s3.checksum.ChecksumAlgorithm;
import dev.ose.s3.checksum.Digester;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * How the signature covers the body: the value of {@code x-amz-content-sha256}.
 *
 * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html">Payload options</a>
 */
public sealed interface PayloadHash {

    /** The SHA-256 of no bytes, which stands for a request without a body. */
    String EMPTY_SHA256 = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

    /** The value as it stands in the header and in the canonical request. */
    String wireValue();

    /** The SHA-256 of the whole body, 64 hexadecimal digits as the client wrote them. */
    record Digest(String hex) implements PayloadHash {

        /** Refuses, as a bug of the caller, anything but 64 hexadecimal digits. */
        public Digest {
            if (!isSha256(hex)) {
                throw new IllegalArgumentException("not a SHA-256");
            }
        }

        /** The digest of a body. */
        public static Digest of(byte[] body) {
            return new Digest(HexFormat.of()
                    .formatHex(Digester.of(ChecksumAlgorithm.SHA256).digest(body)));
        }

        @Override
        public String wireValue() {
            return hex;
        }

        /** Whether the body had this digest. */
        public boolean matches(byte[] sha256) {
            return MessageDigest.isEqual(HexFormat.of().parseHex(hex), sha256);
        }
    }

    /** A way of covering the body that does not name its digest. */
    enum Mode implements PayloadHash {
        /** The signature does not cover the body. */
        UNSIGNED("UNSIGNED-PAYLOAD"),
        /** Chunk framing without signatures, a checksum in the trailer. */
        STREAMING_UNSIGNED_TRAILER("STREAMING-UNSIGNED-PAYLOAD-TRAILER"),
        /** Chunk framing, each chunk signed. */
        STREAMING_SIGNED("STREAMING-AWS4-HMAC-SHA256-PAYLOAD"),
        /** Chunk framing, each chunk and the trailer signed. */
        STREAMING_SIGNED_TRAILER("STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER"),
        /**
         * Not stated, which services other than S3 allow: the digest of the body has to be computed and set in the
         * claim before verification.
         */
        UNSTATED("");

        private final String wireValue;

        Mode(String wireValue) {
            this.wireValue = wireValue;
        }

        @Override
        public String wireValue() {
            return wireValue;
        }

        /** Whether the body is in {@code aws-chunked} framing. */
        public boolean isStreaming() {
            return switch (this) {
                case STREAMING_UNSIGNED_TRAILER, STREAMING_SIGNED, STREAMING_SIGNED_TRAILER -> true;
                case UNSIGNED, UNSTATED -> false;
            };
        }
    }

    /** Reads a value of the header; null if it is none that we take. */
    static @Nullable PayloadHash parse(String value) {
        return switch (value) {
            case "UNSIGNED-PAYLOAD" -> Mode.UNSIGNED;
            case "STREAMING-UNSIGNED-PAYLOAD-TRAILER" -> Mode.STREAMING_UNSIGNED_TRAILER;
            case "STREAMING-AWS4-HMAC-SHA256-PAYLOAD" -> Mode.STREAMING_SIGNED;
            case "STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER" -> Mode.STREAMING_SIGNED_TRAILER;
            default -> isSha256(value) ? new Digest(value) : null;
        };
    }

    /** Whether a value denotes Signature Version 4A, which is not supported. */
    static boolean isAsymmetric(String value) {
        return value.equals("STREAMING-AWS4-ECDSA-P256-SHA256-PAYLOAD")
                || value.equals("STREAMING-AWS4-ECDSA-P256-SHA256-PAYLOAD-TRAILER");
    }

    private static boolean isSha256(String value) {
        if (value.length() != 64) {
            return false;
        }
        for (int i = 0; i < 64; i++) {
            if (!HexFormat.isHexDigit(value.charAt(i))) {
                return false;
            }
        }
        return true;
    }
}
