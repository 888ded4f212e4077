package dev.ose.adapter.aws;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * Waits for what AWS has taken and does not show yet: a new user, key or policy takes seconds to reach all of it, a new
 * account minutes. Blocks no longer than allowed, but for one request.
 *
 * @param longest how long all pauses of one wait are together
 * @param pause how a pause is made
 */
record AwsPatience(Duration longest, Pause pause) {

    private static final Duration FIRST = Duration.ofMillis(250);
    private static final Duration LAST = Duration.ofSeconds(4);

    /** How a pause is made. */
    @FunctionalInterface
    interface Pause {
        void take(Duration time) throws InterruptedException;
    }

    /** Whether it is done, at once or later. */
    boolean until(BooleanSupplier isDone) {
        Duration waited = Duration.ZERO;
        Duration next = FIRST;
        while (!isDone.getAsBoolean()) {
            if (waited.compareTo(longest) >= 0 || !isPaused(next)) {
                return false;
            }
            waited = waited.plus(next);
            Duration twice = next.multipliedBy(2);
            next = twice.compareTo(LAST) > 0 ? LAST : twice;
        }
        return true;
    }

    /** Makes one pause, no longer than all of them may be; false if the thread is to stop. */
    boolean isPaused(Duration time) {
        try {
            pause.take(time.compareTo(longest) > 0 ? longest : time);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
