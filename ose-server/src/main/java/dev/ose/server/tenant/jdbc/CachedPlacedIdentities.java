package dev.ose.server.tenant.jdbc;

import dev.ose.server.database.CacheInvalidationListener;
import dev.ose.server.database.CacheValidity;
import dev.ose.server.database.LookupCache;
import dev.ose.server.platform.PlatformId;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.fairness.FairThreads;
import dev.ose.server.tenant.Placements;
import dev.ose.server.tenant.PlatformLogin;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import dev.ose.server.tenant.credential.Identity;
import dev.ose.server.tenant.credential.PlacedIdentities;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/** Logins on further platforms, cached in memory. */
public final class CachedPlacedIdentities implements PlacedIdentities, CacheInvalidationListener {

    /** A platform that does not answer holds no more of them than that. */
    private static final int MAX_PLACING_PER_PLATFORM = 4;

    private static final int MAX_PLACING = 16;
    private static final int MAX_WAITING = 1_000;

    private final Placements placements;
    private final LookupCache<Key, PlatformLogin> cache;
    private final FairThreads threads =
            new FairThreads("placement-", MAX_PLACING, MAX_PLACING_PER_PLATFORM, MAX_WAITING);

    public CachedPlacedIdentities(Placements placements, CacheValidity freshness) {
        this.placements = placements;
        this.cache = new LookupCache<>(
                key -> placements.login(key.tenant(), key.user(), key.platform()), Key::tenant, freshness);
    }

    @Override
    public boolean mayCreateBuckets(TenantId tenant, PlatformId further) {
        return placements.isAllowed(tenant, further);
    }

    @Override
    public CompletableFuture<Identity> on(PlatformId platform, Identity caller) {
        if (caller.platform().equals(platform)) {
            return CompletableFuture.completedFuture(caller);
        }
        Key key = new Key(caller.tenant(), caller.user(), platform);
        return cache.find(key)
                .thenCompose(
                        known -> known.map(CompletableFuture::completedFuture).orElseGet(() -> place(key)))
                .thenApply(login -> caller.at(require(platform, login)));
    }

    /** Apart from look-ups of the database, which must not wait for a platform. */
    private CompletableFuture<PlatformLogin> place(Key key) {
        CompletableFuture<PlatformLogin> placed = new CompletableFuture<>();
        threads.execute(
                key.platform(),
                () -> {
                    try {
                        PlatformLogin login = placements.place(key.tenant(), key.user(), key.platform());
                        // Before its absence ends by itself.
                        cache.forget(key);
                        placed.complete(login);
                    } catch (RuntimeException e) {
                        placed.completeExceptionally(ofRequest(e));
                    }
                },
                () -> placed.completeExceptionally(new FailureException(new Failure.Busy(Duration.ofSeconds(1)))));
        return placed;
    }

    /** A caller that was found before is gone only if it was removed meanwhile. */
    private static RuntimeException ofRequest(RuntimeException e) {
        return e instanceof FailureException gone && gone.failure() instanceof Failure.NotFound
                ? new FailureException(new Failure.CallerDisabled())
                : e;
    }

    private static PlatformLogin require(PlatformId platform, PlatformLogin login) {
        if (!login.endpoint().platform().equals(platform)) {
            throw new IllegalStateException(
                    "a login is of platform " + login.endpoint().platform() + ", not " + platform);
        }
        return login;
    }

    @Override
    public void forget(RowKind kind, String key) {
        switch (kind) {
            case USER -> {
                UserId user = new UserId(UUID.fromString(key));
                cache.forgetKeys(known -> known.user().equals(user));
            }
            case TENANT -> {
                TenantId tenant = new TenantId(UUID.fromString(key));
                cache.forgetKeys(known -> known.tenant().equals(tenant));
            }
            case PLATFORM, BUCKET, CREDENTIAL -> {
                // A login contains nothing of them but ids, which never change.
            }
        }
    }

    @Override
    public void forgetAll() {
        cache.forgetAll();
    }

    private record Key(TenantId tenant, UserId user, PlatformId platform) {}
}
