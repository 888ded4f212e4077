package dev.ose.server.ledger.commit;

import dev.ose.server.ledger.Completion;
import dev.ose.server.ledger.Intent;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * The intents and completions of one commit.
 *
 * @param requests entries whose callers wait for the commit
 * @param again completions that failed to commit earlier; their callers were already answered
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

    /** The part with only the completions that match. */
    Batch ends(Predicate<Completion> wanted) {
        return new Batch(
                requests.stream()
                        .filter(request -> request instanceof LedgerEntry.End end && wanted.test(end.completion()))
                        .toList(),
                again.stream().filter(wanted).toList());
    }

    /** The batch without the completions that match. */
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
