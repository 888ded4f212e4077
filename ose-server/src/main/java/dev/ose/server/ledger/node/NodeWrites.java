package dev.ose.server.ledger.node;

import java.util.concurrent.CompletableFuture;

/** The writes of this node, as far as its membership depends on them. Thread-safe. */
public interface NodeWrites {

    /** Before there is a ledger. */
    NodeWrites NONE = new NodeWrites() {
        @Override
        public boolean isCaughtUp() {
            return false;
        }

        @Override
        public CompletableFuture<Void> beginAgain() {
            return CompletableFuture.completedFuture(null);
        }
    };

    /** Whether the database knows of all writes that the node accepted; false if that is unknown. */
    boolean isCaughtUp();

    /** Begins those that are open again under the present node number; durable once the future completes. */
    CompletableFuture<Void> beginAgain();
}
