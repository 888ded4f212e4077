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
 * Notes of objects whose tags were changed by a request of their own, which no row tells of. What cannot be noted while the database
 * is away is kept in memory, a bounded number of it, until it is back. Thread-safe.
 */
public final class LabelNotes {

    /** Some 300 bytes each. What is beyond is lost to searches until the object changes again, and to nothing else. */
    private static final int MOST = 10_000;

    /**
     * Each waits for the database on a thread that requests of others need, too. Were nobody to be turned away while it is silent, all
     * of them would wait.
     */
    static final int MOST_AT_ONCE = 16;

    private final LabelQueue queue;
    private final Semaphore atOnce = new Semaphore(MOST_AT_ONCE);
    private final LongAdder lost = new LongAdder();
    private volatile boolean isBehind;
    /** Whether their changes are over. Guarded by this. */
    private final SequencedMap<ObjectAddress, Boolean> later = new LinkedHashMap<>();

    public LabelNotes(LabelQueue queue) {
        this.queue = queue;
    }

    /** Whether the database was away and may be still: {@link #changedUnnoted} is quicker then than to wait for it. */
    public boolean isBehind() {
        return isBehind;
    }

    /** How many changes were not noted so far because there was no room for them. */
    public long lost() {
        return lost.sum();
    }

    /**
     * Notes the object. Blocks on the database unless that is away or many do so already; never fails.
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

    /** The same where nobody may block. */
    public synchronized void changedUnnoted(ObjectAddress address, boolean isOver) {
        if (later.size() < MOST || later.containsKey(address)) {
            later.merge(address, isOver, Boolean::logicalAnd);
        } else {
            lost.increment();
        }
    }

    /** Notes what could not be noted before, as far as the database is back. Blocks on it. */
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
