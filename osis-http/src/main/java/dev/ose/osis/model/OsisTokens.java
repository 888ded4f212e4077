package dev.ose.osis.model;

import dev.ose.adapter.Secret;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a login.
 *
 * @param refreshToken absent in the answer to a {@link TokenRequest}
 */
public record OsisTokens(
        @Nullable Secret accessToken, @Nullable Secret refreshToken) {}
