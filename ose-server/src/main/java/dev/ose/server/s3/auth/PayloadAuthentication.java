package dev.ose.server.s3.auth;

import dev.ose.s3.sigv4.ChunkSignatures;
import dev.ose.s3.sigv4.PayloadHash;
import org.jspecify.annotations.Nullable;

/**
 * How a request's signature covers its body.
 *
 * @param payload the payload hash in the request
 * @param chunks verifies the signatures in the body; null without signed chunks
 */
public record PayloadAuthentication(
        PayloadHash payload, @Nullable ChunkSignatures chunks) {}
