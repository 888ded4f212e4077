package dev.ose.server.ledger.log;

import dev.ose.server.catalog.ObjectAddress;
import dev.ose.server.catalog.ObjectFacts;
import dev.ose.server.ledger.Intent;
import dev.ose.server.ledger.WriteOutcome;
import dev.ose.server.ledger.log.LogChange.RowStep;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Decides what entries of the log change: the core of the protocol, without I/O.
 *
 * <p>Entries are applied in an order in which one precedes another if its commit was answered before the other was
 * sent. If the end of a write precedes the begin of another, the platform carried the first out before the second: the
 * first was answered before its end was sent, and that was before the begin of the second was committed, without which
 * the second is not sent to the platform. A write between whose begin and end no other write of its key is open is
 * therefore the newest when it ends. Every other key is dirty, and so is one that was dirty before.
 */
public final class LogResolution {

    private static final Comparator<Intent> LOCK_ORDER =
            Comparator.comparing(Intent::address).thenComparingLong(Intent::operationId);

    private final Map<ObjectAddress, Map<Long, Intent>> open = new HashMap<>();
    private final Set<Long> known = new HashSet<>();
    private final Set<ObjectAddress> alreadyDirty;

    private final List<Intent> ended = new ArrayList<>();
    private final SortedMap<ObjectAddress, Boolean> dirty = new TreeMap<>();
    private final List<RowStep> steps = new ArrayList<>();
    private final Map<ObjectAddress, Integer> stepsOfKeys = new HashMap<>();

    private final boolean isEachReported;

    private LogResolution(Collection<Intent> open, Set<ObjectAddress> dirty, boolean isEachReported) {
        this.isEachReported = isEachReported;
        open.forEach(this::begin);
        open.forEach(intent -> known.add(intent.operationId()));
        alreadyDirty = dirty;
    }

    /**
     * Decides what entries change.
     *
     * @param entries in the order of the log
     * @param open all writes of their keys that are open before them
     * @param dirty those of their keys that are dirty
     * @param isEachReported whether each change of a key must be made, rather than only the last of some
     */
    public static LogChange resolve(
            List<LogEntry> entries, Collection<Intent> open, Set<ObjectAddress> dirty, boolean isEachReported) {
        LogResolution resolution = new LogResolution(open, dirty, isEachReported);
        for (LogEntry entry : entries) {
            @Nullable WriteOutcome outcome = entry.outcome();
            if (outcome == null) {
                resolution.begin(entry.intent());
            } else {
                resolution.end(entry.intent(), outcome);
            }
        }
        return resolution.change();
    }

    private LogChange change() {
        Stream<Intent> begun = open.values().stream()
                .flatMap(writes -> writes.values().stream())
                .filter(intent -> !known.contains(intent.operationId()));
        return new LogChange(
                begun.sorted(LOCK_ORDER).toList(),
                ended.stream().sorted(LOCK_ORDER).toList(),
                dirty,
                steps);
    }

    private void begin(Intent intent) {
        open.computeIfAbsent(intent.address(), absent -> new HashMap<>()).putIfAbsent(intent.operationId(), intent);
    }

    private void end(Intent intent, WriteOutcome outcome) {
        ObjectAddress address = intent.address();
        boolean isAlone = isRemoved(intent) && !open.containsKey(address);
        if (outcome instanceof WriteOutcome.Refused) {
            return;
        }
        boolean isDirty = alreadyDirty.contains(address) || dirty.containsKey(address);
        if (!isAlone || !apply(address, outcome) || isDirty) {
            dirty.merge(address, outcome instanceof WriteOutcome.Unknown, Boolean::logicalOr);
        }
    }

    /**
     * Removes an open write; false if it is not there: it was reaped because its node seemed dead, or an append whose
     * answer was lost has ended it already.
     */
    private boolean isRemoved(Intent intent) {
        @Nullable Map<Long, Intent> writes = open.get(intent.address());
        if (writes == null || writes.remove(intent.operationId()) == null) {
            return false;
        }
        if (writes.isEmpty()) {
            open.remove(intent.address());
        }
        if (known.remove(intent.operationId())) {
            ended.add(intent);
        }
        return true;
    }

    /** Applies the outcome to the row; false if the key must be verified. */
    private boolean apply(ObjectAddress address, WriteOutcome outcome) {
        return switch (outcome) {
            case WriteOutcome.Written(ObjectFacts facts) -> {
                step(address, facts.versionId() != null).rows().put(address, facts);
                yield true;
            }
            case WriteOutcome.Assumed(ObjectFacts facts) -> {
                // Counted at once, and verified afterwards.
                step(address, facts.versionId() != null).rows().put(address, facts);
                yield false;
            }
            case WriteOutcome.Deleted() -> {
                step(address, false).gone().add(address);
                yield true;
            }
            case WriteOutcome.Hidden(@Nullable String marker) -> {
                if (marker == null) {
                    step(address, false).gone().add(address);
                } else {
                    step(address, true).hidden().put(address, marker);
                }
                yield marker != null;
            }
            case WriteOutcome.Refused(), WriteOutcome.Changed(), WriteOutcome.Unknown() -> false;
        };
    }

    /**
     * The step for a change of the key, which has no other one.
     *
     * @param leavesVersion whether what is there becomes an older version, so that it must get there first
     */
    private RowStep step(ObjectAddress address, boolean leavesVersion) {
        int before = stepsOfKeys.getOrDefault(address, 0);
        if (before > 0 && !leavesVersion && !isEachReported) {
            RowStep last = steps.get(before - 1);
            if (!last.hidden().containsKey(address) && !last.leavesVersion(address)) {
                last.rows().remove(address);
                last.gone().remove(address);
                return last;
            }
        }
        stepsOfKeys.put(address, before + 1);
        if (before == steps.size()) {
            steps.add(new RowStep());
        }
        return steps.get(before);
    }
}
