package dev.ose.s3.lifecycle;

import org.jspecify.annotations.Nullable;

/**
 * When older versions go.
 *
 * @param days after another version took their place; positive
 * @param newerVersions how many of the newest older versions stay whatever their age, 1 to 100; null for none
 */
public record NoncurrentExpiration(int days, @Nullable Integer newerVersions) {}
