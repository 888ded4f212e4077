package dev.ose.server.ledger.commit;

import dev.ose.server.catalog.ObjectAddress;
import dev.ose.server.ledger.verify.DirtyKey;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The marks of dirty keys in memory. */
final class MemoryMarks {

    /** Ticks for which a mark is held; a request is under way for less. */
    static final int HOLD_TICKS = 40;

    private final Map<ObjectAddress, Mark> marks = new TreeMap<>();
    private final Set<Flaw> flaws;
    /** Shared by all copies: a promoted standby does not reuse versions. */
    private final AtomicLong lastVersion;

    MemoryMarks(Set<Flaw> flaws) {
        this(flaws, new AtomicLong());
    }

    private MemoryMarks(Set<Flaw> flaws, AtomicLong lastVersion) {
        this.flaws = flaws;
        this.lastVersion = lastVersion;
    }

    MemoryMarks copy() {
        MemoryMarks copy = new MemoryMarks(flaws, lastVersion);
        copy.marks.putAll(marks);
        return copy;
    }

    void mark(ObjectAddress address, boolean isHeld, int now) {
        int holdUntil = isHeld && !flaws.contains(Flaw.NOTHING_IS_HELD) ? now + HOLD_TICKS : now;
        Mark earlier = marks.get(address);
        marks.put(
                address,
                new Mark(
                        lastVersion.incrementAndGet(),
                        earlier == null ? holdUntil : Math.max(earlier.holdUntil(), holdUntil)));
    }

    boolean has(ObjectAddress address) {
        return marks.containsKey(address);
    }

    boolean isEmpty() {
        return marks.isEmpty();
    }

    /** Returns the same key again and again: the protocol must not depend on claims, which only avoid work. */
    List<DirtyKey> claim(int limit, int now) {
        return marks.entrySet().stream()
                .map(entry -> new DirtyKey(
                        entry.getKey(),
                        entry.getValue().version(),
                        entry.getValue().isHeld(now)))
                .limit(limit)
                .toList();
    }

    /** Whether the mark is unchanged since the claim. */
    boolean isAsClaimed(DirtyKey key) {
        @Nullable Mark mark = marks.get(key.address());
        return mark != null && (mark.version() == key.version() || flaws.contains(Flaw.SETTLE_IGNORES_VERSIONS));
    }

    /** Removes the mark of a verified key, unless it was held at the time of the claim. */
    void clear(DirtyKey key, int now) {
        @Nullable Mark mark = marks.get(key.address());
        boolean isHeld = flaws.contains(Flaw.HOLD_IS_LOOKED_AT_LATE) ? mark != null && mark.isHeld(now) : key.held();
        if (!isHeld) {
            marks.remove(key.address());
        }
    }

    private record Mark(long version, int holdUntil) {
        boolean isHeld(int now) {
            return holdUntil > now;
        }
    }
}
