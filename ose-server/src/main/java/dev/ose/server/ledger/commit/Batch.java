package dev.ose.server.ledger.commit;

import dev.ose.server.ledger.Completion;
import dev.ose.server.ledger.Intent;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * What one commit is to begin and end.
 *
 * @param requests those that wait for it
 * @param again ends that nobody waits for any more, because an earlier commit of them failed
 */
record Batch(List<LedgerEntry> requests, List<Completion> again) {

    List<Intent> begun() {
        List<Intent> begun = new ArrayList<>();
        for (LedgerEntry request : requests) {
            if (request instanceof LedgerEntry.Begin begin) {
                begun.addAll(begin.intents());
            }
        }
        return begun;
    }

    List<Completion> ended() {
        List<Completion> ended = new ArrayList<>(again);
        for (LedgerEntry request : requests) {
            if (request instanceof LedgerEntry.End end) {
                ended.add(end.completion());
            }
        }
        return ended;
    }

    /** Those ends of it. */
    Batch ends(Predicate<Completion> wanted) {
        return new Batch(
                requests.stream()
                        .filter(request -> request instanceof LedgerEntry.End end && wanted.test(end.completion()))
                        .toList(),
                again.stream().filter(wanted).toList());
    }

    /** All of it but those ends. */
    Batch without(Predicate<Completion> unwanted) {
        return new Batch(
                requests.stream()
                        .filter(request ->
                                !(request instanceof LedgerEntry.End end) || !unwanted.test(end.completion()))
                        .toList(),
                again.stream().filter(unwanted.negate()).toList());
    }

    boolean isEmpty() {
        return requests.isEmpty() && again.isEmpty();
    }
}
