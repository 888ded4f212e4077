package dev.ose.server.transfer;

import java.time.Duration;

/** Runs tasks later. */
@FunctionalInterface
public interface Pauses {

    /** Runs the task on the I/O thread of the client's request after the pause, if that is still there. */
    void run(Duration pause, Runnable task);
}
