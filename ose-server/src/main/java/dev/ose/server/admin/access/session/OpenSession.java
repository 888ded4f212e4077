package dev.ose.server.admin.access.session;

import java.time.Instant;

/**
 * A session in the list of its account's.
 *
 * @param usedAt when it was last used, to the minute
 * @param expiresAt when it ends even if it is used
 */
public record OpenSession(SessionId id, Device device, Instant createdAt, Instant usedAt, Instant expiresAt) {}
