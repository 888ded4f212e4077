package dev.ose.server.runtime.telemetry;

/** Records finished requests. Called on I/O threads: must neither block nor throw. */
@FunctionalInterface
public interface RequestRecorder {

    /** Records a finished request. */
    void record(RequestSummary summary);

    /** Records a bug that ended a request. */
    default void recordBug(String requestId, Throwable bug) {}
}
