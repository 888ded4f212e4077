package dev.ose.osis.model;

import org.jspecify.annotations.Nullable;

/** As whom S3 answers name callers without a signature: the answer to {@code getAnonymousUser}. */
public record OsisAnonymousUser(
        @Nullable String id, @Nullable String name) {}
