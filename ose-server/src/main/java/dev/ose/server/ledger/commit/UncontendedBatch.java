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
 * What one transaction changes without reading first: it inserts intents, and settles completions that turn out to be
 * alone on their keys. Intents are ordered by key, with at most one completion for each key.
 *
 * @param begun intents to insert; existing ones are left as they are
 * @param refused intents to remove, present or not: their writes changed nothing
 * @param written completed writes with the facts of the new object
 * @param deleted completed deletions
 */
public record UncontendedBatch(
        List<Intent> begun, List<Intent> refused, SequencedMap<Intent, ObjectFacts> written, List<Intent> deleted) {

    /** All begun intents, and the completions that may be settled without locking their keys first. */
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

    /** The intents whose being alone on their key is still to be checked. */
    public List<Intent> ended() {
        return Stream.concat(written.keySet().stream(), deleted.stream()).toList();
    }

    /** All intents that may be removed. */
    public List<Intent> removed() {
        return Stream.concat(refused.stream(), ended().stream()).toList();
    }

    /** Whether intents are removed by more than one statement. */
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
