package dev.ose.server.admin.access.link;

import dev.ose.server.admin.access.PasswordHash;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Keeps links under the digests of their tokens, by the database's clock. Blocks on the database; fails with {@code
 * MetadataUnavailable}.
 */
public interface ShareLinkStore {

    /** The user whose link it is. */
    record Owner(TenantId tenant, UserId user) {}

    /** A link to be created; the hash is null without a password, {@code maxUses} for any number of downloads. */
    record Draft(
            LinkedObject object,
            Instant expiresAt,
            @Nullable PasswordHash hash,
            @Nullable Integer maxUses) {}

    /** A link whose token was shown; the hash is null without a password. */
    record Shown(ShareLink link, @Nullable PasswordHash hash) {}

    /**
     * Adds a link.
     *
     * @param most how many links of the user may be good at once
     * @throws dev.ose.server.runtime.failure.FailureException {@code WrongState} if the user has as many
     */
    ShareLink add(Owner owner, String digest, Draft draft, int most);

    /** The link of the digest, good or not. */
    Optional<Shown> find(String digest);

    /** The link of that id in the tenant, good or not. */
    Optional<ShareLink> find(TenantId tenant, ShareLinkId link);

    /**
     * Counts a use, if the link is good at that moment. Uses at once never exceed the limit together, and none counts
     * once the link is revoked.
     *
     * @return whether it was good
     */
    boolean use(ShareLinkId link);

    /** Ends a link, if it was not revoked before. */
    void revoke(TenantId tenant, ShareLinkId link);

    /** Deletes the links that ended longer ago than this, by expiry, revocation or their last use. */
    int forget(Duration kept);
}
