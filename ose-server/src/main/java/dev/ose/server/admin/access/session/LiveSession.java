package dev.ose.server.admin.access.session;

import dev.ose.server.admin.access.account.Account;
import java.time.Instant;

/**
 * A session that may act.
 *
 * @param account as it is at this moment
 * @param expiresAt when it ends even if it is used
 */
public record LiveSession(SessionId id, Account account, Instant expiresAt) {}
