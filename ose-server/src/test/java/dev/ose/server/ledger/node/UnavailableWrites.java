package dev.ose.server.ledger.node;

import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import java.util.concurrent.CompletableFuture;

/** Writes that cannot be begun again, so that a node keeps two numbers. */
public final class UnavailableWrites implements NodeWrites {

    @Override
    public boolean isCaughtUp() {
        return true;
    }

    @Override
    public CompletableFuture<Void> beginAgain() {
        return CompletableFuture.failedFuture(new FailureException(new Failure.MetadataUnavailable()));
    }
}
