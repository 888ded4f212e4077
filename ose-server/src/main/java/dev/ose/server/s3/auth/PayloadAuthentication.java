package dev.ose.server.s3.auth;

import dev.ose.s3.sigv4.ChunkSignatures;
import dev.ose.s3.sigv4.PayloadHash;
import org.jspecify.annotations.Nullable;

/**
 * How a request's signature covers its body.
 *
 * @param payload the payload hash in the request
 * @param chunks verifies the signatures in the body; null without signed chunks
 * @param region the region of the signature; null without a signature or for one that names none
 */
public record PayloadAuthentication(
        PayloadHash payload,
        @Nullable ChunkSignatures chunks,
        @Nullable String region) {

    /** The coverage by no signature, or by one without chunks and region. */
    public PayloadAuthentication(PayloadHash payload) {
        this(payload, null, null);
    }
}
