package dev.ose.server.ledger.commit;

import dev.ose.server.ledger.Completion;
import dev.ose.server.ledger.Intent;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** An entry of the commit queue. */
sealed interface LedgerEntry {

    /** The number of rows that the entry adds to a commit. */
    int weight();

    /** Fails the caller's future: the entry was not committed. */
    void fail(RuntimeException e);

    /** Completes the caller's future: the entry is durable. */
    void succeed();

    /** The intents of writes that are about to happen. */
    record Begin(List<Intent> intents, CompletableFuture<List<Intent>> promise) implements LedgerEntry {

        @Override
        public int weight() {
            return intents.size();
        }

        @Override
        public void fail(RuntimeException e) {
            promise.completeExceptionally(e);
        }

        @Override
        public void succeed() {
            promise.complete(intents);
        }
    }

    /** The completion of a write; its caller may have been answered already. */
    record End(Completion completion, CompletableFuture<Void> promise) implements LedgerEntry {

        @Override
        public int weight() {
            return 1;
        }

        @Override
        public void fail(RuntimeException e) {
            promise.completeExceptionally(e);
        }

        @Override
        public void succeed() {
            promise.complete(null);
        }
    }
}
