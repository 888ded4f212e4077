package dev.ose.server.ledger.commit;

import dev.ose.server.ledger.Completion;
import dev.ose.server.ledger.Intent;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Something that waits for a commit. */
sealed interface LedgerEntry {

    /** How many rows it brings. */
    int weight();

    /** Tells the caller that it was not committed. */
    void fail(RuntimeException e);

    /** Tells the caller that it is durable. */
    void succeed();

    /** Writes that are about to happen. */
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

    /** A write that ended; nobody may be waiting any more. */
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
