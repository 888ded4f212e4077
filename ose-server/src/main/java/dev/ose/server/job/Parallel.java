package dev.ose.server.job;

import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;

/** Requests for several objects at once, a few at a time. */
final class Parallel {

    private static final int AT_ONCE = 8;

    private Parallel() {}

    /** The results in the order of the items; returns after all, and fails if any of them failed. */
    static <T, R> List<R> each(List<T> items, Function<T, R> work) {
        List<Future<R>> begun = new ArrayList<>(items.size());
        try (ExecutorService threads =
                Executors.newFixedThreadPool(AT_ONCE, Thread.ofVirtual().factory())) {
            for (T item : items) {
                begun.add(threads.submit(() -> work.apply(item)));
            }
        }
        return begun.stream().map(Parallel::ended).toList();
    }

    private static <R> R ended(Future<R> future) {
        try {
            return future.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new FailureException(new Failure.OutcomeUnknown("a step of a job"));
        }
    }
}
