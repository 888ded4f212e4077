package dev.ose.server.s3.auth;

import dev.ose.s3.sigv4.ChunkSignatures;
import dev.ose.s3.sigv4.PayloadHash;
import org.jspecify.annotations.Nullable;

/**
 * How a request's signature covers its body.
 *
 * @param payload what the request says of it
 * @param chunks what the signatures inside the body must be; null if it is not in signed chunks
 */
public record PayloadAuthentication(
        PayloadHash payload, @Nullable ChunkSignatures chunks) {}
