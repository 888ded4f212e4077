package dev.ose.osis.model;

import org.jspecify.annotations.Nullable;

/**
 * Body of a 401 answer: why authentication failed.
 *
 * @param errorCode {@link #AUTHENTICATION} or {@link #TOKEN_EXPIRED}
 * @param timestamp milliseconds since 1970
 */
public record AuthError(
        @Nullable Integer status,
        @Nullable String message,
        @Nullable Integer errorCode,
        @Nullable Long timestamp) {

    /** The credentials are missing or wrong. */
    public static final int AUTHENTICATION = 1;

    /** The token has expired. */
    public static final int TOKEN_EXPIRED = 2;
}
