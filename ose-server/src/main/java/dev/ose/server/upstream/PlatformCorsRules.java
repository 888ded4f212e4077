package dev.ose.server.upstream;

import com.github.benmanes.caffeine.cache.AsyncCache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import dev.ose.adapter.Capability;
import dev.ose.s3.BucketName;
import dev.ose.s3.document.CorsConfiguration;
import dev.ose.s3.sigv4.PayloadHash;
import dev.ose.server.bucket.BucketDirectory;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.bucket.BucketOwner;
import dev.ose.server.bucket.BucketOwners;
import dev.ose.server.bucket.CorsRules;
import dev.ose.server.bucket.PublicBucket;
import dev.ose.server.failure.Failure;
import dev.ose.server.failure.FailureException;
import dev.ose.server.tenancy.Platform;
import dev.ose.server.tenancy.PlatformDirectory;
import dev.ose.server.transfer.PlatformRequest;
import dev.ose.server.transfer.PlatformTransport;
import dev.ose.server.transfer.PooledBuffer;
import dev.ose.server.transfer.RequestBody;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/**
 * Reads the rules of a bucket from its platform with the key of the bucket's owner, and remembers them for some seconds.
 */
public final class PlatformCorsRules implements CorsRules {

    /** How long another node's change may go unnoticed. */
    static final Duration MEMORY = Duration.ofSeconds(5);

    /** Documents have 64 KiB at most. */
    private static final int MAX_KNOWN = 1000;

    /** Strangers cause these requests, so they must never take all connections to a platform. */
    private static final int MAX_ASKING = 16;

    private final BucketDirectory buckets;
    private final BucketOwners owners;
    private final PlatformDirectory platforms;
    private final PlatformTransport transport;
    private final Executor ioThread;
    private final Supplier<PooledBuffer> buffers;
    private final Semaphore asking = new Semaphore(MAX_ASKING);
    private final AsyncCache<BucketId, Optional<CorsConfiguration>> known;

    /**
     * Starts empty.
     *
     * @param ioThread runs a task on an I/O thread, where requests to platforms begin and end
     * @param buffers lends a buffer; called on I/O threads
     */
    public PlatformCorsRules(
            BucketDirectory buckets,
            BucketOwners owners,
            PlatformDirectory platforms,
            PlatformTransport transport,
            Executor ioThread,
            Supplier<PooledBuffer> buffers,
            Ticker ticker) {
        this.buckets = buckets;
        this.owners = owners;
        this.platforms = platforms;
        this.transport = transport;
        this.ioThread = ioThread;
        this.buffers = buffers;
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

    private boolean mayHaveRules(PublicBucket found) {
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
        CompletableFuture<Optional<CorsConfiguration>> rules = new CompletableFuture<>();
        var _ = rules.whenComplete((found, problem) -> asking.release());
        // Finding the owner blocks on the database.
        Thread.startVirtualThread(() -> completing(rules, () -> {
            Optional<BucketOwner> owner = owners.find(bucket);
            if (owner.isEmpty()) {
                rules.complete(Optional.empty());
            } else {
                ioThread.execute(() -> completing(rules, () -> ask(owner.get(), rules)));
            }
        }));
        return rules;
    }

    private static void completing(CompletableFuture<?> rules, Runnable step) {
        try {
            step.run();
        } catch (RuntimeException e) {
            rules.completeExceptionally(e);
        }
    }

    private void ask(BucketOwner owner, CompletableFuture<Optional<CorsConfiguration>> rules) {
        Platform platform = platforms.get(owner.platform());
        PlatformRequest request = new PlatformRequest(
                platform,
                owner.key(),
                "GET",
                '/' + owner.bucket().value(),
                "cors",
                List.of(),
                PayloadHash.EMPTY_SHA256,
                RequestBody.NONE,
                "ReadCorsRules",
                false);
        transport.send(request, new CorsRulesAnswer(platform, buffers, rules));
    }
}
