package dev.ose.server.http;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Counts the requests in flight; admits none once it is closed. Count and flag share one word, so there is no race. */
final class InFlightTracker {

    private static final long CLOSED = Long.MIN_VALUE;

    private final AtomicLong state = new AtomicLong();
    private final CountDownLatch empty = new CountDownLatch(1);

    /** Admits a request; if true is returned, {@link #leave} must follow. */
    boolean enter() {
        if (state.incrementAndGet() > 0) {
            return true;
        }
        leave();
        return false;
    }

    void leave() {
        if (state.decrementAndGet() == CLOSED) {
            empty.countDown();
        }
    }

    boolean isClosed() {
        return state.get() < 0;
    }

    long inFlight() {
        return state.get() & ~CLOSED;
    }

    /**
     * Closes the gate and blocks until the last request has left.
     *
     * @return whether all left in time
     */
    boolean drain(Duration atMost) throws InterruptedException {
        if (state.getAndUpdate(word -> word | CLOSED) == 0) {
            empty.countDown();
        }
        return empty.await(atMost.toNanos(), TimeUnit.NANOSECONDS);
    }
}
