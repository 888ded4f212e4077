package dev.ose.osis.model;

import dev.ose.adapter.Secret;
import org.jspecify.annotations.Nullable;

/** Requests a new access token. */
public record TokenRequest(@Nullable Secret refreshToken) {}
