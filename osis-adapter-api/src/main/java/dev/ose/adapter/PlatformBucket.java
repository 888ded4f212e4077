package dev.ose.adapter;

import java.time.Instant;

/** A bucket as the platform's administration reports it. */
public record PlatformBucket(String name, PlatformUserId owner, Instant createdAt) {}
