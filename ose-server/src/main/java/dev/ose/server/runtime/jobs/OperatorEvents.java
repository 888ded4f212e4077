package dev.ose.server.runtime.jobs;

/** Receives events for the operator as they happen. Thread-safe; never blocks for long and never throws. */
@FunctionalInterface
public interface OperatorEvents {

    /** Reports an event; called by the thread in which it happens. */
    void report(OperatorEvent event);
}
