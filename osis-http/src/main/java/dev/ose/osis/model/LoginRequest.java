package dev.ose.osis.model;

import dev.ose.adapter.Secret;
import org.jspecify.annotations.Nullable;

/** Body of a login: requests an access token and a refresh token. */
public record LoginRequest(
        @Nullable String username, @Nullable Secret password) {}
