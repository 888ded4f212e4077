package dev.ose.osis.model;

import dev.ose.adapter.Secret;
import org.jspecify.annotations.Nullable;

/** Asks for tokens. */
public record LoginRequest(
        @Nullable String username, @Nullable Secret password) {}
