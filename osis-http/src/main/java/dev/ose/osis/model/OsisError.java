package dev.ose.osis.model;

import org.jspecify.annotations.Nullable;

/**
 * Body of an error answer.
 *
 * @param code such as {@code E_BAD_REQUEST}
 */
public record OsisError(@Nullable String code, @Nullable String message) {}
