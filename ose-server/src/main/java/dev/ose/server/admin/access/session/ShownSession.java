package dev.ose.server.admin.access.session;

import dev.ose.adapter.Secret;
import java.time.Instant;

/**
 * The session that a request was let in by.
 *
 * @param bearer its token, as the request shows it
 * @param expiresAt when it ends even if it is used
 */
public record ShownSession(SessionId id, Secret bearer, Instant expiresAt) {}
