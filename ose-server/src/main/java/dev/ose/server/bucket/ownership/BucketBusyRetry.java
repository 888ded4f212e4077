package dev.ose.server.bucket.ownership;

import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Waits for a bucket that another request keeps busy for a moment. */
public final class BucketBusyRetry {

    /** Together six to ten seconds: more than a client needs that does in parallel what goes one after the other. */
    private static final int MAX_WAITS = 10;

    private static final long MIN_WAIT_MILLIS = 50;
    private static final long MAX_WAIT_MILLIS = 1_600;

    private BucketBusyRetry() {}

    /**
     * Runs a step until it finds the bucket busy no longer, or for too long. Blocks.
     *
     * @param step fails with {@code BucketBusy} if it has to be run again
     */
    public static <T> T take(Supplier<T> step) {
        for (int waits = 0; ; waits++) {
            try {
                return step.get();
            } catch (FailureException e) {
                if (isEnough(waits, e)) {
                    throw e;
                }
                pause(waits).join();
            }
        }
    }

    private static boolean isEnough(int waits, FailureException e) {
        return waits == MAX_WAITS || !(e.failure() instanceof Failure.BucketBusy);
    }

    /** Longer each time, and not the same for all who wait. */
    private static CompletableFuture<Void> pause(int waits) {
        long most = Math.min(MAX_WAIT_MILLIS, MIN_WAIT_MILLIS << waits);
        long millis = ThreadLocalRandom.current().nextLong(most / 2, most);
        return new CompletableFuture<Void>().completeOnTimeout(null, millis, TimeUnit.MILLISECONDS);
    }
}
