package dev.ose.server.ledger.commit;

import dev.ose.server.catalog.ObjectAddress;
import dev.ose.server.catalog.ObjectFacts;
import dev.ose.server.ledger.Completion;
import dev.ose.server.ledger.Intent;
import dev.ose.server.ledger.WriteOutcome;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What one transaction changes without asking first: it begins writes, and ends those that turn out to be alone on their keys.
 * Intents come in the order of their keys; those that may be alone are one for each key.
 *
 * @param begun intents to insert; if one is there already, nothing happens
 * @param refused intents to remove, present or not: their writes changed nothing
 * @param written ends of writes with what the platform then had
 * @param deleted ends of deletions
 */
public record UncontendedBatch(
        List<Intent> begun, List<Intent> refused, SequencedMap<Intent, ObjectFacts> written, List<Intent> deleted) {

    /** All that is begun, and of what ended all that a look at its key may suffice for. */
    static UncontendedBatch of(List<Intent> begun, Collection<Completion> ended) {
        List<Intent> refused = new ArrayList<>();
        SortedMap<ObjectAddress, Completion> single = new TreeMap<>();
        Set<ObjectAddress> several = new HashSet<>();
        for (Completion each : ended) {
            if (!each.isEffective()) {
                refused.add(each.intent());
            } else if (single.putIfAbsent(each.address(), each) != null) {
                several.add(each.address());
            }
        }
        single.keySet().removeAll(several);
        refused.sort(Comparator.comparing(Intent::address).thenComparingLong(Intent::operationId));
        SequencedMap<Intent, ObjectFacts> written = new LinkedHashMap<>();
        List<Intent> deleted = new ArrayList<>();
        for (Completion each : single.values()) {
            switch (each.outcome()) {
                case WriteOutcome.Written(ObjectFacts facts) -> written.put(each.intent(), facts);
                case WriteOutcome.Deleted() -> deleted.add(each.intent());
                case WriteOutcome.Hidden hidden -> {}
                case WriteOutcome.Assumed assumed -> {}
                case WriteOutcome.Changed changed -> {}
                case WriteOutcome.Unknown unknown -> {}
                case WriteOutcome.Refused refusal -> {}
            }
        }
        return new UncontendedBatch(begun, refused, written, deleted);
    }

    /** All intents of which it is to be seen whether they are alone. */
    public List<Intent> ended() {
        return Stream.concat(written.keySet().stream(), deleted.stream()).toList();
    }

    /** All intents that may go. */
    public List<Intent> removed() {
        return Stream.concat(refused.stream(), ended().stream()).toList();
    }

    /** Whether intents go in several statements. */
    public boolean isMixed() {
        return Stream.of(refused.isEmpty(), written.isEmpty(), deleted.isEmpty())
                        .filter(isEmpty -> !isEmpty)
                        .count()
                > 1;
    }

    /** Whether nothing is begun and nothing may be ended. */
    boolean isEmpty() {
        return begun.isEmpty() && refused.isEmpty() && written.isEmpty() && deleted.isEmpty();
    }
}
