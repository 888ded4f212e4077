package dev.ose.server.platform.client;

import com.github.benmanes.caffeine.cache.AsyncCache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import dev.ose.adapter.Capability;
import dev.ose.s3.BucketName;
import dev.ose.s3.document.CorsConfiguration;
import dev.ose.server.bucket.BucketDirectory;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.bucket.BucketOwners;
import dev.ose.server.bucket.CorsRules;
import dev.ose.server.bucket.ForeignBucket;
import dev.ose.server.platform.PlatformDirectory;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;

/**
 * Reads the rules of a bucket from its platform with the key of the bucket's owner, and caches them for some seconds.
 */
public final class PlatformCorsRules implements CorsRules {

    /** Maximum age of a cached entry, and so the delay of another node's change. */
    static final Duration MEMORY = Duration.ofSeconds(5);

    /** Documents have 64 KiB at most. */
    private static final int MAX_KNOWN = 1000;

    /** Anonymous clients cause these requests, so they must not use all connections to a platform. */
    private static final int MAX_ASKING = 16;

    private final BucketDirectory buckets;
    private final BucketOwners owners;
    private final PlatformDirectory platforms;
    private final PlatformClient client;
    private final Semaphore asking = new Semaphore(MAX_ASKING);
    private final AsyncCache<BucketId, Optional<CorsConfiguration>> known;

    /** Starts empty. */
    public PlatformCorsRules(
            BucketDirectory buckets,
            BucketOwners owners,
            PlatformDirectory platforms,
            PlatformClient client,
            Ticker ticker) {
        this.buckets = buckets;
        this.owners = owners;
        this.platforms = platforms;
        this.client = client;
        this.known = Caffeine.newBuilder()
                .maximumSize(MAX_KNOWN)
                .expireAfterWrite(MEMORY)
                .ticker(ticker)
                .executor(Runnable::run)
                .buildAsync();
    }

    @Override
    public CompletableFuture<Optional<CorsConfiguration>> find(BucketName bucket) {
        return buckets.findPublicly(bucket).thenCompose(found -> found.filter(this::mayHaveRules)
                .map(it ->
                        known.get(it.bucket().id(), (id, threads) -> load(id)).copy())
                .orElseGet(() -> CompletableFuture.completedFuture(Optional.empty())));
    }

    private boolean mayHaveRules(ForeignBucket found) {
        return platforms.get(found.bucket().platform()).offers(Capability.CORS);
    }

    @Override
    public void forget(BucketId bucket) {
        known.synchronous().invalidate(bucket);
    }

    private CompletableFuture<Optional<CorsConfiguration>> load(BucketId bucket) {
        if (!asking.tryAcquire()) {
            return CompletableFuture.failedFuture(new FailureException(new Failure.Busy(Duration.ofSeconds(1))));
        }
        // Finding the owner blocks on the database, and asking on the platform.
        return CompletableFuture.supplyAsync(
                        () -> owners.find(bucket).flatMap(client::corsRules), Thread::startVirtualThread)
                .whenComplete((rules, problem) -> asking.release());
    }
}
