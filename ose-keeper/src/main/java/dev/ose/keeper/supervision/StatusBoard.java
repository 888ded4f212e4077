package dev.ose.keeper.supervision;

import java.time.Duration;
import java.util.function.Predicate;

/** Shows the newest status to whoever waits for it. Thread-safe. */
final class StatusBoard {

    private NodeStatus shown;

    StatusBoard(NodeStatus first) {
        this.shown = first;
    }

    synchronized NodeStatus shown() {
        return shown;
    }

    synchronized void show(NodeStatus next) {
        shown = next;
        notifyAll();
    }

    /** Blocks until a status is as wanted, or the time is over; returns the newest. */
    synchronized NodeStatus await(Predicate<NodeStatus> wanted, Duration atMost) throws InterruptedException {
        long end = System.nanoTime() + atMost.toNanos();
        while (!wanted.test(shown)) {
            long rest = end - System.nanoTime();
            if (rest <= 0) {
                break;
            }
            // One more, so that it is never 0, which would be for ever.
            wait(rest / 1_000_000 + 1);
        }
        return shown;
    }
}
