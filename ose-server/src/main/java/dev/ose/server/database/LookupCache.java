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
 * Remembers what was looked up. An answer is used while {@link CacheValidity} vouches for it; one key is loaded by one
 * thread however many ask; and what was loaded before a change was heard of is never remembered after it. Absent keys
 * are remembered apart and briefly, so that guessing keys pushes no good entry out.
 */
public final class LookupCache<K, V> {

    public static final Duration ABSENCE = Duration.ofSeconds(5);
    private static final int MAX_KNOWN = 200_000;
    private static final int MAX_ABSENT = 50_000;
    private static final int MAX_WAITING = 10_000;
    /** Below the size of the pool, so that look-ups alone never exhaust it. */
    private static final int MAX_LOADING = 12;

    /** So that the look-ups of one tenant leave some of that to others. */
    private static final int MAX_LOADING_PER_SHARE = 6;

    private final Function<K, Optional<V>> loader;
    private final CacheValidity freshness;
    private final Cache<K, Entry<V>> known;
    private final Cache<K, Boolean> absent;
    private final ConcurrentMap<K, Load<V>> loads = new ConcurrentHashMap<>();
    private final Function<K, Object> share;
    private final FairThreads threads;

    /**
     * Starts empty, with keys that do not tell who asks.
     *
     * @param loader blocks; runs on virtual threads
     */
    public LookupCache(Function<K, Optional<V>> loader, CacheValidity freshness) {
        this(loader, key -> "everybody", MAX_LOADING, freshness);
    }

    /**
     * Starts empty.
     *
     * @param loader blocks; runs on virtual threads
     * @param share on whose account a key is looked up
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

    /** What is known, or what a look-up on another thread finds. Fails as the loader does, or with {@code Busy}. */
    public CompletableFuture<Optional<V>> find(K key) {
        return find(key, share);
    }

    /** The same, looked up on the account that {@code asker} tells. */
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

    /** Only if nothing was heard of the key since: {@link #forget} removes the load, and a later one takes its place. */
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

    /** Drops the key and any answer still under way for it. */
    public void forget(K key) {
        loads.compute(key, (sameKey, current) -> {
            known.invalidate(key);
            absent.invalidate(key);
            return null;
        });
    }

    /** Drops what matches, and every answer under way for a matching key. */
    public void forgetKeys(Predicate<K> matches) {
        loads.keySet().removeIf(matches);
        known.asMap().keySet().removeIf(matches);
        absent.asMap().keySet().removeIf(matches);
    }

    /** Drops what matches; every answer under way too, because it may turn out to match. */
    public void forgetValues(Predicate<V> matches) {
        loads.clear();
        known.asMap().values().removeIf(entry -> entry.value().filter(matches).isPresent());
        absent.invalidateAll();
    }

    /** Drops everything. */
    public void forgetAll() {
        loads.clear();
        known.invalidateAll();
        absent.invalidateAll();
    }

    /**
     * One look-up under way; each is only equal to itself. It waits in the line of each share that asks for it, so that nobody
     * who joins it stays behind the first one's other look-ups; whoever is served first makes it.
     */
    private static final class Load<V> {
        private final CompletableFuture<Optional<V>> promise = new CompletableFuture<>();
        private final Set<Object> queued = new HashSet<>();
        private boolean isDecided;

        /** Whether it has to wait in this line, too. */
        synchronized boolean queue(Object share) {
            return !isDecided && queued.add(share);
        }

        /** Whether it is to be made now, which nobody has begun. */
        synchronized boolean begin() {
            boolean isFirst = !isDecided;
            isDecided = true;
            return isFirst;
        }

        /** Whether it waits in no line any more, and is not to be made. */
        synchronized boolean leave(Object share) {
            queued.remove(share);
            return queued.isEmpty() && begin();
        }
    }

    private record Entry<V>(Optional<V> value, long readAt) {}
}
