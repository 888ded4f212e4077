package dev.ose.server.ledger.commit;

import dev.ose.server.catalog.ObjectAddress;
import dev.ose.server.catalog.ObjectFacts;
import dev.ose.server.ledger.Completion;
import dev.ose.server.ledger.Intent;
import dev.ose.server.ledger.OperationIds;
import dev.ose.server.ledger.WriteOutcome;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The applied part of the log: the tables behind it. Entries are applied in log order, which is any order in which an
 * entry precedes another if its commit was answered before the other was sent.
 *
 * <p>This implies what {@link WriteResolution} reads from locked rows. If the end of a write precedes the begin of
 * another, the platform carried the first out before the second: the first was answered before its end was sent, and
 * that was before the begin of the second was committed, without which the second is not sent to the platform. A write
 * between whose begin and end no other write of its key is open is therefore the newest when it ends.
 */
final class AppliedLog implements Settlements.Tables {

    private final Set<Flaw> flaws;
    private final MemoryRows rows;
    private final MemoryMarks marks;
    private final Map<Long, Intent> open = new TreeMap<>();
    private long position;

    AppliedLog(Set<Flaw> flaws) {
        this(flaws, new MemoryRows(flaws), new MemoryMarks(flaws));
    }

    private AppliedLog(Set<Flaw> flaws, MemoryRows rows, MemoryMarks marks) {
        this.flaws = flaws;
        this.rows = rows;
        this.marks = marks;
    }

    AppliedLog copy() {
        AppliedLog copy = new AppliedLog(flaws, rows.copy(), marks.copy());
        copy.open.putAll(open);
        copy.position = position;
        return copy;
    }

    @Override
    public MemoryRows rows() {
        return rows;
    }

    @Override
    public MemoryMarks marks() {
        return marks;
    }

    /** The last transaction that was applied. */
    long position() {
        return position;
    }

    void moveTo(long transaction) {
        position = transaction;
    }

    void forgetOpen() {
        open.clear();
    }

    boolean isAtRest() {
        return open.isEmpty() && marks.isEmpty();
    }

    /** Marks the keys of open writes of dead nodes as writes that may still surface; returns their number. */
    int reap(MemoryNodes nodes, int limit, int now) {
        List<Intent> abandoned = open.values().stream()
                .filter(intent -> !nodes.isLeased(OperationIds.nodeOf(intent.operationId())))
                .limit(limit)
                .toList();
        abandoned.forEach(intent -> {
            open.remove(intent.operationId());
            marks.mark(intent.address(), true, now);
        });
        return abandoned.size();
    }

    /**
     * Applies entries.
     *
     * @param alone operations that count as alone whatever else is open
     */
    void apply(List<LogEntry> entries, Set<Long> alone, int now) {
        Map<ObjectAddress, ObjectFacts> folded = rows.folded();
        for (LogEntry entry : entries) {
            switch (entry) {
                case LogEntry.Begun(Intent intent) -> open.putIfAbsent(intent.operationId(), intent);
                case LogEntry.Ended(Completion completion) -> end(completion, folded, alone, now);
            }
        }
    }

    /** The operations that begin and end among these entries. */
    static Set<Long> pairs(List<LogEntry> entries) {
        Set<Long> begun = new HashSet<>();
        Set<Long> pairs = new HashSet<>();
        for (LogEntry entry : entries) {
            if (entry instanceof LogEntry.Begun(Intent intent)) {
                begun.add(intent.operationId());
            } else if (entry instanceof LogEntry.Ended(Completion completion)
                    && begun.contains(completion.intent().operationId())) {
                pairs.add(completion.intent().operationId());
            }
        }
        return pairs;
    }

    private void end(Completion completion, Map<ObjectAddress, ObjectFacts> folded, Set<Long> alone, int now) {
        long operation = completion.intent().operationId();
        ObjectAddress address = completion.address();
        boolean isThere = open.remove(operation) != null || flaws.contains(Flaw.ALONE_WITHOUT_INTENT);
        if (!completion.isEffective()) {
            return;
        }
        boolean hasCompany = hasOpen(address) && !flaws.contains(Flaw.ALONE_BESIDE_OTHERS);
        boolean isAlone = alone.contains(operation) || (isThere && !hasCompany);
        boolean isDirty = marks.has(address)
                && !flaws.contains(Flaw.MARKS_ARE_NOT_RENEWED)
                && !flaws.contains(Flaw.ALONE_THOUGH_DIRTY);
        if (!isAlone || !take(address, completion.outcome(), folded) || isDirty) {
            marks.mark(address, completion.outcome() instanceof WriteOutcome.Unknown, now);
        }
    }

    @Override
    public boolean hasOpen(ObjectAddress address) {
        return open.values().stream().anyMatch(intent -> intent.address().equals(address));
    }

    /** Applies the outcome to the key; false if the key must be verified. */
    private boolean take(ObjectAddress address, WriteOutcome outcome, Map<ObjectAddress, ObjectFacts> folded) {
        switch (outcome) {
            case WriteOutcome.Written(ObjectFacts facts) -> rows.write(address, facts, folded);
            case WriteOutcome.Assumed(ObjectFacts facts) -> {
                rows.write(address, facts, folded);
                return false;
            }
            case WriteOutcome.Deleted deleted -> rows.delete(address, folded);
            case WriteOutcome.Hidden(@Nullable String marker) -> {
                if (marker == null) {
                    rows.delete(address, folded);
                    return false;
                }
                rows.hide(address, Objects.requireNonNull(marker), folded);
            }
            case WriteOutcome.Refused refused -> {
                return false;
            }
            case WriteOutcome.Changed changed -> {
                return false;
            }
            case WriteOutcome.Unknown unknown -> {
                return false;
            }
        }
        return true;
    }
}
