package dev.ose.server.admin.access.link;

import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A link as it is shown, without its token, which is not kept.
 *
 * @param userName the name of its user
 */
public record ShareLink(
        ShareLinkId id, TenantId tenant, UserId user, String userName, LinkedObject object, Terms terms, Uses uses) {

    /** Whether a link is good, by the database's clock. */
    public enum State {
        ACTIVE,
        REVOKED,
        EXPIRED,
        /** It was used as often as it may be. */
        EXHAUSTED
    }

    /**
     * What it was created with.
     *
     * @param maxUses null for any number of downloads
     */
    public record Terms(
            Instant createdAt,
            Instant expiresAt,
            boolean hasPassword,
            @Nullable Integer maxUses) {}

    /**
     * What became of it.
     *
     * @param count downloads that were begun
     * @param lastAt when the last one was begun; null if there was none
     * @param revokedAt null unless it was revoked
     */
    public record Uses(
            State state,
            long count,
            @Nullable Instant lastAt,
            @Nullable Instant revokedAt) {}
}
