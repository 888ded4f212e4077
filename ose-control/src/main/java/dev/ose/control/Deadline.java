package dev.ose.control;

import java.io.IOException;
import java.nio.channels.Channel;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Closes a channel if an operation on it exceeds its time limit, because such channels have no timeouts. */
final class Deadline {

    private Deadline() {}

    /** An operation on a channel. */
    @FunctionalInterface
    interface Step<T> {
        T run() throws IOException;
    }

    /** Performs it; if the time is over, it fails because its channel is closed. */
    static <T> T enforce(Channel channel, Duration within, Step<T> step) throws IOException {
        CountDownLatch over = new CountDownLatch(1);
        Thread.ofVirtual().name("control-deadline").start(() -> watch(channel, within, over));
        try {
            return step.run();
        } finally {
            over.countDown();
        }
    }

    private static void watch(Channel channel, Duration within, CountDownLatch over) {
        try {
            if (!over.await(within.toNanos(), TimeUnit.NANOSECONDS)) {
                channel.close();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            // Closing is all that can be done to it.
        }
    }
}
