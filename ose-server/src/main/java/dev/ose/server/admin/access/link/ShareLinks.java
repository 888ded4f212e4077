package dev.ose.server.admin.access.link;

import dev.ose.adapter.Secret;
import dev.ose.server.admin.access.BearerDigest;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.TenantId;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Creates, finds and revokes links. Thread-safe; blocks on the database. */
public final class ShareLinks {

    /** How many links of a user may be good at once. */
    public static final int MAX = 1_000;

    /** The largest limit of downloads. */
    public static final int MAX_USES = 1_000_000;

    private final ShareLinkStore store;
    private final SecureRandom random;
    private final Clock clock;
    private final Duration maxAge;

    /** @param maxAge how far in the future a link may end */
    public ShareLinks(ShareLinkStore store, SecureRandom random, Clock clock, Duration maxAge) {
        this.store = store;
        this.random = random;
        this.clock = clock;
        this.maxAge = maxAge;
    }

    /** A link that was created, and its token, which is shown only once. */
    public record Made(ShareLink link, Secret bearer) {}

    /**
     * Requires that a link may end then.
     *
     * @throws FailureException {@code Invalid} with the field
     */
    public Instant checkedEnd(Instant expiresAt) {
        Instant now = clock.instant();
        if (!expiresAt.isAfter(now) || expiresAt.isAfter(now.plus(maxAge))) {
            throw new FailureException(new Failure.Invalid(
                    "expiresAt", "must be in the future, by at most " + maxAge.toSeconds() + " seconds"));
        }
        return expiresAt;
    }

    /**
     * Creates a link of a user.
     *
     * @throws FailureException {@code WrongState} if the user has too many
     */
    public Made create(ShareLinkStore.Owner owner, ShareLinkStore.Draft draft) {
        Secret bearer = BearerDigest.random(random, "");
        return new Made(store.add(owner, BearerDigest.of(bearer), draft, MAX), bearer);
    }

    /** The link that a token is for, while it is good or was; empty if there is none. */
    public Optional<ShareLinkStore.Shown> find(Secret bearer) {
        return store.find(BearerDigest.of(bearer));
    }

    /** The link of that id in the tenant. */
    public Optional<ShareLink> find(TenantId tenant, ShareLinkId link) {
        return store.find(tenant, link);
    }

    /** Counts a use; says whether the link was good at that moment. */
    public boolean use(ShareLink link) {
        return store.use(link.id());
    }

    /** Ends a link, which redeems nothing from then on; one that was revoked before stays as it is. */
    public void revoke(ShareLink link) {
        store.revoke(link.tenant(), link.id());
    }
}
