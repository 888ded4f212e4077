package dev.ose.server.database;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.fairness.FairThreads;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Caches lookups. An entry is used while {@link CacheValidity} allows; concurrent lookups of a key share one load; and
 * a value loaded before a change was notified is never cached after it. Absent keys are cached separately and briefly,
 * so that guessed keys evict no present entry.
 */
public final class LookupCache<K, V> {

    public static final Duration ABSENCE = Duration.ofSeconds(5);
    private static final int MAX_KNOWN = 200_000;
    private static final int MAX_ABSENT = 50_000;
    private static final int MAX_WAITING = 10_000;
    /** Less than the size of the pool, so that lookups alone never exhaust it. */
    private static final int MAX_LOADING = 12;

    /** So that the lookups of one tenant leave some capacity to others. */
    private static final int MAX_LOADING_PER_SHARE = 6;

    private final Function<K, Optional<V>> loader;
    private final CacheValidity freshness;
    private final Cache<K, Entry<V>> known;
    private final Cache<K, Boolean> absent;
    private final ConcurrentMap<K, Load<V>> loads = new ConcurrentHashMap<>();
    private final Function<K, Object> share;
    private final FairThreads threads;

    /**
     * Creates a cache whose keys do not identify a share.
     *
     * @param loader blocks; runs on virtual threads
     */
    public LookupCache(Function<K, Optional<V>> loader, CacheValidity freshness) {
        this(loader, key -> "everybody", MAX_LOADING, freshness);
    }

    /**
     * Creates a cache.
     *
     * @param loader blocks; runs on virtual threads
     * @param share the share that a lookup of the key is accounted to
     */
    public LookupCache(Function<K, Optional<V>> loader, Function<K, Object> share, CacheValidity freshness) {
        this(loader, share, MAX_LOADING_PER_SHARE, freshness);
    }

    private LookupCache(
            Function<K, Optional<V>> loader, Function<K, Object> share, int perShare, CacheValidity freshness) {
        this.loader = loader;
        this.share = share;
        this.threads = new FairThreads("look-up-", MAX_LOADING, perShare, MAX_WAITING);
        this.freshness = freshness;
        this.known = Caffeine.newBuilder().maximumSize(MAX_KNOWN).build();
        this.absent = Caffeine.newBuilder()
                .maximumSize(MAX_ABSENT)
                .expireAfterWrite(ABSENCE)
                .ticker(freshness::nanos)
                .build();
    }

    /** Returns the cached value, or loads it on another thread. Fails as the loader does, or with {@code Busy}. */
    public CompletableFuture<Optional<V>> find(K key) {
        return find(key, share);
    }

    /** As {@link #find(Object)}, accounted to the share that {@code asker} returns. */
    public CompletableFuture<Optional<V>> find(K key, Function<K, Object> asker) {
        Entry<V> entry = known.getIfPresent(key);
        if (entry != null && freshness.vouchesFor(entry.readAt())) {
            return CompletableFuture.completedFuture(entry.value());
        }
        if (absent.getIfPresent(key) != null) {
            return CompletableFuture.completedFuture(Optional.empty());
        }
        return load(key, asker).copy();
    }

    private CompletableFuture<Optional<V>> load(K key, Function<K, Object> asker) {
        Load<V> load = loads.computeIfAbsent(key, same -> new Load<>());
        Object whose = asker.apply(key);
        if (load.queue(whose)) {
            threads.execute(whose, () -> load(key, load), () -> refuse(key, load, whose));
        }
        return load.promise;
    }

    private void refuse(K key, Load<V> mine, Object whose) {
        if (mine.leave(whose)) {
            loads.remove(key, mine);
            mine.promise.completeExceptionally(new FailureException(new Failure.Busy(Duration.ofSeconds(1))));
        }
    }

    private void load(K key, Load<V> mine) {
        if (!mine.begin()) {
            return;
        }
        try {
            long readAt = freshness.nanos();
            Optional<V> found = loader.apply(key);
            remember(key, mine, found, readAt);
            mine.promise.complete(found);
        } catch (RuntimeException e) {
            loads.remove(key, mine);
            mine.promise.completeExceptionally(e);
        }
    }

    /**
     * Caches the value only if the key was not invalidated since: {@link #forget} removes the load, and a later one
     * replaces it.
     */
    private void remember(K key, Load<V> mine, Optional<V> found, long readAt) {
        loads.computeIfPresent(key, (sameKey, current) -> {
            if (current != mine) {
                return current;
            }
            if (found.isPresent()) {
                known.put(key, new Entry<>(found, readAt));
            } else {
                absent.put(key, true);
            }
            return null;
        });
    }

    /** Drops the key and any load under way for it. */
    public void forget(K key) {
        loads.compute(key, (sameKey, current) -> {
            known.invalidate(key);
            absent.invalidate(key);
            return null;
        });
    }

    /** Drops matching keys, and every load under way for them. */
    public void forgetKeys(Predicate<K> matches) {
        loads.keySet().removeIf(matches);
        known.asMap().keySet().removeIf(matches);
        absent.asMap().keySet().removeIf(matches);
    }

    /** Drops entries with matching values, and every load under way, because its value may match. */
    public void forgetValues(Predicate<V> matches) {
        loads.clear();
        known.asMap().values().removeIf(entry -> entry.value().filter(matches).isPresent());
        absent.invalidateAll();
    }

    /** Drops all entries. */
    public void forgetAll() {
        loads.clear();
        known.invalidateAll();
        absent.invalidateAll();
    }

    /**
     * A load under way, compared by identity. It is queued once for each share that requests the key, so that a request
     * is not delayed by other lookups of the first share; the first to be served executes it.
     */
    private static final class Load<V> {
        private final CompletableFuture<Optional<V>> promise = new CompletableFuture<>();
        private final Set<Object> queued = new HashSet<>();
        private boolean isDecided;

        /** Whether the load must be queued for this share as well. */
        synchronized boolean queue(Object share) {
            return !isDecided && queued.add(share);
        }

        /** Whether the caller must execute the load, which has not begun. */
        synchronized boolean begin() {
            boolean isFirst = !isDecided;
            isDecided = true;
            return isFirst;
        }

        /** Whether the load is queued nowhere any more, and will not be executed. */
        synchronized boolean leave(Object share) {
            queued.remove(share);
            return queued.isEmpty() && begin();
        }
    }

    private record Entry<V>(Optional<V> value, long readAt) {}
}
