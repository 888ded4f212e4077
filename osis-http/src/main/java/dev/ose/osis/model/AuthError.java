package dev.ose.osis.model;

import org.jspecify.annotations.Nullable;

/**
 * Why a service does not let its caller in.
 *
 * @param errorCode {@link #AUTHENTICATION} or {@link #TOKEN_EXPIRED}
 * @param timestamp milliseconds since 1970
 */
public record AuthError(
        @Nullable Integer status,
        @Nullable String message,
        @Nullable Integer errorCode,
        @Nullable Long timestamp) {

    /** Whoever it was could not show it. */
    public static final int AUTHENTICATION = 1;

    /** The token was good once. */
    public static final int TOKEN_EXPIRED = 2;
}
