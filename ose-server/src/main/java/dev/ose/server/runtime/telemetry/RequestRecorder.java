package dev.ose.server.runtime.telemetry;

/** Keeps what is worth keeping of each request. Called on I/O threads: must neither block nor throw. */
@FunctionalInterface
public interface RequestRecorder {

    /** Takes note of a finished request. */
    void record(RequestSummary summary);

    /** Takes note of an error in our own code that ended a request. */
    default void recordBug(String requestId, Throwable bug) {}
}
