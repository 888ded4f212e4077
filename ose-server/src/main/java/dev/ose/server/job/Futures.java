package dev.ose.server.job;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Waits for values on the threads of jobs, which may block. */
final class Futures {

    private Futures() {}

    /** The value, for which others bound the wait; throws what the future failed with. */
    static <T> T await(CompletableFuture<T> future) {
        try {
            return future.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }
}
