package dev.ose.server.iam;

import org.jspecify.annotations.Nullable;

/**
 * What a caller is told.
 *
 * @param action what was asked for; null if it is not offered, or did not come to be known
 * @param failure the error code; null for a success
 */
public record IamAnswer(
        int status, @Nullable IamAction action, @Nullable String failure, String xml) {}
