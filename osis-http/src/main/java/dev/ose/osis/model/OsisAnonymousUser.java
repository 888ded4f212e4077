package dev.ose.osis.model;

import org.jspecify.annotations.Nullable;

/** The identity of anonymous callers in S3 answers: the answer to {@code getAnonymousUser}. */
public record OsisAnonymousUser(
        @Nullable String id, @Nullable String name) {}
