package dev.ose.server.object;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Decides what one commit of begun and ended writes changes: the heart of the protocol, without any input or output.
 *
 * <p>The platform orders the writes to a key; we only see when each began and ended. A write that was alone on its key
 * from its begin to its end is the newest, and its facts become the row. As soon as two were under way together, nobody
 * but the platform knows which came last: the first of them to end makes the key dirty, and because a key with an intent
 * is never verified, the mark is still there when the last of them ends. Neither start times nor the order of
 * the ends can replace the question: in a model of concurrent writes they went wrong in 30 % and 23 % of the histories.
 */
final class Settlement {

    private final Map<ObjectAddress, Set<Long>> open = new HashMap<>();
    private final Set<ObjectAddress> alreadyDirty;

    private final SortedMap<ObjectAddress, Boolean> dirty = new TreeMap<>();
    private final SortedMap<ObjectAddress, ObjectFacts> rows = new TreeMap<>();
    private final SortedSet<ObjectAddress> gone = new TreeSet<>();

    private Settlement(LedgerTables.Locked locked) {
        for (Intent intent : locked.intents()) {
            open.computeIfAbsent(new ObjectAddress(intent.bucket(), intent.key()), absent -> new HashSet<>())
                    .add(intent.operationId());
        }
        alreadyDirty = locked.dirty();
    }

    /** Takes the steps of the protocol in {@code transaction}; says whether a key is dirty after them. */
    static boolean write(LedgerTables.Transaction transaction, List<Intent> begun, List<Completion> ended) {
        SortedMap<ObjectAddress, List<Completion>> byAddress = new TreeMap<>();
        for (Completion completion : ended) {
            byAddress
                    .computeIfAbsent(completion.address(), absent -> new ArrayList<>())
                    .add(completion);
        }
        LedgerTables.Locked locked = LedgerTables.Locked.NOTHING;
        if (!byAddress.isEmpty()) {
            locked = transaction.lock(new TreeSet<>(byAddress.keySet()));
        }
        Settlement settlement = new Settlement(locked);
        byAddress.forEach(settlement::settle);
        transaction.apply(settlement.change(begun, ended));
        return !settlement.dirty.isEmpty();
    }

    private LedgerChange change(List<Intent> begun, List<Completion> ended) {
        return new LedgerChange(dirty, ended.stream().map(Completion::intent).toList(), rows, gone, begun);
    }

    /** All completions of one key in this commit. Each began before it: two of them were under way together. */
    private void settle(ObjectAddress address, List<Completion> completions) {
        List<Completion> effective =
                completions.stream().filter(Completion::isEffective).toList();
        if (effective.isEmpty()) {
            return;
        }
        boolean alone = effective.size() == 1 && isAlone(address, effective.getFirst(), completions);
        if (!alone || !apply(address, effective.getFirst().outcome()) || alreadyDirty.contains(address)) {
            dirty.put(address, effective.stream().anyMatch(each -> each.outcome() instanceof WriteOutcome.Unknown));
        }
    }

    /**
     * Whether its intent is there and no other but those that end here too. An intent is gone when it was swept, because
     * its node seemed dead, or when it was removed by a commit whose answer got lost.
     */
    private boolean isAlone(ObjectAddress address, Completion effective, List<Completion> ending) {
        Set<Long> others = new HashSet<>(open.getOrDefault(address, Set.of()));
        boolean wasOpen = others.contains(effective.intent().operationId());
        ending.forEach(each -> others.remove(each.intent().operationId()));
        return wasOpen && others.isEmpty();
    }

    /** Takes what the outcome says of the row; false if the platform has to be asked. */
    private boolean apply(ObjectAddress address, WriteOutcome outcome) {
        return switch (outcome) {
            case WriteOutcome.Written(ObjectFacts facts) -> {
                rows.put(address, facts);
                yield true;
            }
            case WriteOutcome.Assumed(ObjectFacts facts) -> {
                // Counted at once, as if it were known; and then asked for.
                rows.put(address, facts);
                yield false;
            }
            case WriteOutcome.Deleted() -> {
                gone.add(address);
                yield true;
            }
            case WriteOutcome.Refused(), WriteOutcome.Unknown() -> false;
        };
    }
}
