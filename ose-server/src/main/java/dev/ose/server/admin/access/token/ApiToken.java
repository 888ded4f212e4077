package dev.ose.server.admin.access.token;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A token in the list of its account's.
 *
 * @param usedAt when it was last used, to the minute; null if it never was
 */
public record ApiToken(
        TokenId id,
        String name,
        TokenScope scope,
        Instant createdAt,
        Instant expiresAt,
        @Nullable Instant usedAt) {}
