package dev.ose.server.runtime.jobs;

/** Takes what an operator must hear of at the moment it happens. Thread-safe; never blocks for long and never throws. */
@FunctionalInterface
public interface OperatorEvents {

    /** Takes one; called by the thread it happens to. */
    void report(OperatorEvent event);
}
