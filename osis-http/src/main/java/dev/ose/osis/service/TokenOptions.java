package dev.ose.osis.service;

import dev.ose.adapter.Secret;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The tokens that an {@link OsisServer} issues.
 *
 * @param signingKey their HMAC key, at least 32 bytes; absent means a new one at each start, which invalidates all
 *     tokens
 * @param accessLife lifetime of an access token
 * @param refreshLife lifetime of a refresh token
 */
public record TokenOptions(@Nullable Secret signingKey, Duration accessLife, Duration refreshLife) {

    private static final int MIN_SIGNING_KEY_BYTES = 32;

    public TokenOptions {
        if (signingKey != null && signingKey.use(bytes -> bytes.length) < MIN_SIGNING_KEY_BYTES) {
            throw new IllegalArgumentException("the signing key needs " + MIN_SIGNING_KEY_BYTES + " bytes");
        }
        if (!accessLife.isPositive() || !refreshLife.isPositive()) {
            throw new IllegalArgumentException("tokens must live for a while");
        }
    }
}
