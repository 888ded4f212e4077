package dev.ose.server.director;

import dev.ose.server.runtime.failure.Futures;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Supplier;

/** Has one of concurrent calls for a key load the value, and the others wait for the same. Thread-safe. */
public final class SharedLoads<K, V> {

    private final ConcurrentMap<K, CompletableFuture<V>> underWay = new ConcurrentHashMap<>();

    /** The loaded value, or what the load failed with. Blocks for as long as a load takes. */
    public V take(K key, Supplier<V> load) {
        CompletableFuture<V> mine = new CompletableFuture<>();
        CompletableFuture<V> other = underWay.putIfAbsent(key, mine);
        if (other != null) {
            return Futures.await(other);
        }
        try {
            mine.complete(load.get());
        } catch (RuntimeException | Error e) {
            mine.completeExceptionally(e);
        } finally {
            underWay.remove(key, mine);
        }
        return Futures.await(mine);
    }
}
