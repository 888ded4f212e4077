package dev.ose.server.tenant.credential;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** Notes that wait to be written, at most one of a key in some time. Thread-safe; never blocks. */
final class SpacedNotes<K, V> {

    /** Notes of further keys within the time between two are not taken. */
    private static final int MAX_NOTED = 100_000;

    private final Duration apart;
    private final Map<K, Instant> noted = new ConcurrentHashMap<>();
    private final Map<K, V> unwritten = new ConcurrentHashMap<>();

    SpacedNotes(Duration apart) {
        this.apart = apart;
    }

    /** Notes a value, unless one of the key was noted a short time ago. */
    void note(K key, Instant now, Supplier<V> value) {
        Instant before = noted.get(key);
        boolean isKnown = before != null && now.isBefore(before.plus(apart));
        if (isKnown || (before == null && noted.size() >= MAX_NOTED)) {
            return;
        }
        noted.put(key, now);
        unwritten.put(key, value.get());
    }

    /** The notes that are not written yet. */
    Map<K, V> unwritten() {
        return new HashMap<>(unwritten);
    }

    /** Forgets notes that are written, and those that no longer keep a new one from being taken. */
    void written(Map<K, V> notes, Instant now) {
        notes.forEach(unwritten::remove);
        noted.values().removeIf(time -> !now.isBefore(time.plus(apart)));
    }
}
