package dev.ose.server.runtime.failure;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Waits for values on threads that may block. */
public final class Futures {

    private Futures() {}

    /** The value, which others limit the time for; what the future failed with is thrown as it is. Blocks. */
    public static <T> T await(CompletableFuture<T> future) {
        try {
            return future.join();
        } catch (CompletionException e) {
            switch (e.getCause()) {
                case RuntimeException cause -> throw cause;
                case Error cause -> throw cause;
                case null, default -> throw e;
            }
        }
    }
}
