package dev.ose.server.label;

import dev.ose.server.failure.FailureException;
import dev.ose.server.object.ObjectAddress;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Notes of objects whose tags were changed by a request of their own, which no row tells of. What cannot be noted while the database
 * is away is kept in memory, a bounded number of it, until it is back. Thread-safe.
 */
public final class LabelNotes {

    /** Some 300 bytes each. What is beyond is lost to searches until the object changes again, and to nothing else. */
    private static final int MOST = 10_000;

    private final LabelQueue queue;
    /** Guarded by this. */
    private final Set<ObjectAddress> later = new LinkedHashSet<>();

    public LabelNotes(LabelQueue queue) {
        this.queue = queue;
    }

    /** Notes the object. Blocks on the database; never fails. */
    public void changed(ObjectAddress address) {
        try {
            queue.note(address);
        } catch (FailureException databaseAway) {
            changedUnnoted(address);
        }
    }

    /** The same where nobody may block. */
    public synchronized void changedUnnoted(ObjectAddress address) {
        if (later.size() < MOST) {
            later.add(address);
        }
    }

    /** Notes what could not be noted before, as far as the database is back. Blocks on it. */
    void noteRest() {
        for (ObjectAddress next = take(); next != null; next = take()) {
            try {
                queue.note(next);
            } catch (FailureException stillAway) {
                changedUnnoted(next);
                return;
            }
        }
    }

    private synchronized @Nullable ObjectAddress take() {
        Iterator<ObjectAddress> all = later.iterator();
        if (!all.hasNext()) {
            return null;
        }
        ObjectAddress first = all.next();
        all.remove();
        return first;
    }
}
