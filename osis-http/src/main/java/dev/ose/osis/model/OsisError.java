package dev.ose.osis.model;

import org.jspecify.annotations.Nullable;

/**
 * Why a service did not do what it was asked.
 *
 * @param code such as {@code E_BAD_REQUEST}
 */
public record OsisError(@Nullable String code, @Nullable String message) {}
