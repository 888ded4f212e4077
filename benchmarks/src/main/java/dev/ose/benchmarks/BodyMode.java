package dev.ose.benchmarks;

import dev.ose.s3.sigv4.PayloadHash;

/**
 * How a client's signature covers the body that it sends.
 *
 * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html">Payload options</a>
 */
public enum BodyMode {
    /** The digest of the whole body is signed. */
    DIGEST("", PayloadHash.Mode.UNSTATED),
    /** Nothing of it is covered. */
    UNSIGNED("-unsigned", PayloadHash.Mode.UNSIGNED),
    /** Chunks without signatures, a checksum behind them: what SDKs do over TLS. */
    TRAILER("-trailer", PayloadHash.Mode.STREAMING_UNSIGNED_TRAILER),
    /** Signed chunks. */
    CHUNKS("-chunks", PayloadHash.Mode.STREAMING_SIGNED),
    /** Signed chunks and a signed checksum behind them: what SDKs do over plain HTTP. */
    CHUNKS_TRAILER("-chunks-trailer", PayloadHash.Mode.STREAMING_SIGNED_TRAILER);

    private final String suffix;
    private final PayloadHash.Mode hash;

    BodyMode(String suffix, PayloadHash.Mode hash) {
        this.suffix = suffix;
        this.hash = hash;
    }

    /** The suffix of a workload's name. */
    String suffix() {
        return suffix;
    }

    /** The value of {@code x-amz-content-sha256}; {@code UNSTATED} for the digest itself. */
    PayloadHash.Mode hash() {
        return hash;
    }

    /** Whether the body is framed, so that it is longer than the object. */
    boolean isFramed() {
        return hash.isStreaming();
    }

    /** Whether chunks are signed, so that no two requests have the same body. */
    boolean isSigned() {
        return this == CHUNKS || this == CHUNKS_TRAILER;
    }

    /** Whether a checksum stands behind the body. */
    boolean hasTrailer() {
        return this == TRAILER || this == CHUNKS_TRAILER;
    }
}
