package dev.ose.server.platform.client;

import com.github.benmanes.caffeine.cache.AsyncCache;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import dev.ose.adapter.Capability;
import dev.ose.s3.BucketName;
import dev.ose.s3.document.CorsConfiguration;
import dev.ose.server.bucket.BucketDirectory;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.bucket.BucketOwners;
import dev.ose.server.bucket.CorsPolicy;
import dev.ose.server.bucket.CorsRules;
import dev.ose.server.bucket.ForeignBucket;
import dev.ose.server.platform.PlatformDirectory;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/**
 * Reads the rules of a bucket from its platform with the key of the bucket's owner, and caches them for some seconds.
 */
public final class PlatformCorsRules implements CorsRules {

    /** Maximum age of a cached entry, and so the delay of another node's change. */
    static final Duration MEMORY = Duration.ofSeconds(5);

    /** Documents have 64 KiB at most. */
    private static final int MAX_KNOWN = 1000;

    /** Names of buckets with rules, whose answers caches must keep apart by origin. */
    private static final int MAX_REMEMBERED = 10_000;

    private static final Duration REMEMBERED = Duration.ofHours(1);

    /** Anonymous clients cause these requests, so they must not use all connections to a platform. */
    private static final int MAX_ASKING = 16;

    private final BucketDirectory buckets;
    private final BucketOwners owners;
    private final PlatformDirectory platforms;
    private final PlatformClient client;
    private final Semaphore asking = new Semaphore(MAX_ASKING);
    private final AsyncCache<BucketId, Optional<CorsConfiguration>> known;
    private final Cache<BucketName, Boolean> remembered;
    private final Supplier<CorsPolicy> policy;

    /** Starts empty. */
    public PlatformCorsRules(
            BucketDirectory buckets,
            BucketOwners owners,
            PlatformDirectory platforms,
            PlatformClient client,
            Supplier<CorsPolicy> policy,
            Ticker ticker) {
        this.policy = policy;
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
        this.remembered = Caffeine.newBuilder()
                .maximumSize(MAX_REMEMBERED)
                .expireAfterWrite(REMEMBERED)
                .ticker(ticker)
                .executor(Runnable::run)
                .build();
    }

    @Override
    public CorsPolicy policy() {
        return policy.get();
    }

    @Override
    public boolean areRemembered(BucketName bucket) {
        return remembered.getIfPresent(bucket) != null;
    }

    private Optional<CorsConfiguration> remember(BucketName bucket, Optional<CorsConfiguration> rules) {
        if (rules.isPresent()) {
            remembered.put(bucket, true);
        } else {
            remembered.invalidate(bucket);
        }
        return rules;
    }

    @Override
    public CompletableFuture<Optional<CorsConfiguration>> find(BucketName bucket) {
        return buckets.findPublicly(bucket)
                .thenCompose(found -> found.filter(this::mayHaveRules)
                        .map(it -> known.get(it.bucket().id(), (id, threads) -> load(id))
                                .copy())
                        .orElseGet(() -> CompletableFuture.completedFuture(Optional.empty())))
                .thenApply(rules -> remember(bucket, rules));
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
