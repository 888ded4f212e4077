package dev.ose.keeper.supervision;

import java.time.Duration;
import java.util.function.Predicate;

/** Publishes the newest status to waiting threads. Thread-safe. */
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

    /** Blocks until a status matches or the time is over; returns the newest. */
    synchronized NodeStatus await(Predicate<NodeStatus> wanted, Duration atMost) throws InterruptedException {
        long end = System.nanoTime() + atMost.toNanos();
        while (!wanted.test(shown)) {
            long rest = end - System.nanoTime();
            if (rest <= 0) {
                break;
            }
            // Plus one, because wait(0) has no time limit.
            wait(rest / 1_000_000 + 1);
        }
        return shown;
    }
}
