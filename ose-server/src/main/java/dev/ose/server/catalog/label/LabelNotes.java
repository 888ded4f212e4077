package dev.ose.server.catalog.label;

import dev.ose.server.catalog.ObjectAddress;
import dev.ose.server.runtime.failure.FailureException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Queues objects whose tags were changed by a request of their own, which changes no row. What cannot be queued while
 * the database is unavailable is kept in memory, up to a limit, until it is available again. Thread-safe.
 */
public final class LabelNotes {

    /** Some 300 bytes each. Changes beyond the limit are missing from searches until the object changes again. */
    private static final int MAX = 10_000;

    /**
     * Each call blocks a thread of a shared pool on the database. Without a limit, a hung database would block all of
     * them.
     */
    static final int MAX_AT_ONCE = 16;

    private final LabelQueue queue;
    private final Semaphore atOnce = new Semaphore(MAX_AT_ONCE);
    private final LongAdder lost = new LongAdder();
    private volatile boolean isBehind;
    /** Value: whether the change is over. Guarded by this. */
    private final SequencedMap<ObjectAddress, Boolean> later = new LinkedHashMap<>();

    public LabelNotes(LabelQueue queue) {
        this.queue = queue;
    }

    /** Whether the database may still be unavailable: {@link #changedUnnoted} is then quicker than waiting for it. */
    public boolean isBehind() {
        return isBehind;
    }

    /** The number of changes that were dropped because the memory limit was reached. */
    public long lost() {
        return lost.sum();
    }

    /**
     * Queues the object. Blocks on the database unless that is unavailable or many calls block already; never fails.
     *
     * @param isOver whether the platform has answered, so that the request changes nothing any more
     */
    public void changed(ObjectAddress address, boolean isOver) {
        if (isBehind || !atOnce.tryAcquire()) {
            changedUnnoted(address, isOver);
            return;
        }
        try {
            note(address, isOver);
        } catch (FailureException databaseAway) {
            changedUnnoted(address, isOver);
            isBehind = true;
        } finally {
            atOnce.release();
        }
    }

    private void note(ObjectAddress address, boolean isOver) {
        if (isOver) {
            queue.note(address);
        } else {
            queue.noteUnsure(address);
        }
    }

    /** As {@link #changed}, without blocking. */
    public synchronized void changedUnnoted(ObjectAddress address, boolean isOver) {
        if (later.size() < MAX || later.containsKey(address)) {
            later.merge(address, isOver, Boolean::logicalAnd);
        } else {
            lost.increment();
        }
    }

    /** Queues what was kept in memory, as far as the database is available. Blocks on it. */
    void noteRest() {
        for (Map.Entry<ObjectAddress, Boolean> next = take(); next != null; next = take()) {
            try {
                note(next.getKey(), next.getValue());
            } catch (FailureException stillAway) {
                changedUnnoted(next.getKey(), next.getValue());
                isBehind = true;
                return;
            }
        }
        isBehind = false;
    }

    private synchronized Map.@Nullable Entry<ObjectAddress, Boolean> take() {
        return later.pollFirstEntry();
    }
}
