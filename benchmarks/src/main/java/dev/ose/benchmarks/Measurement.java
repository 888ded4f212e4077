package dev.ose.benchmarks;

import java.time.Duration;

/**
 * The results of one load.
 *
 * @param processorTime of the server's processes; zero where none are measured
 * @param databaseTime of the server's database
 * @param residentBytes of the server's processes at the end
 */
public record Measurement(
        Workload workload,
        long requests,
        Duration elapsed,
        Duration processorTime,
        Duration databaseTime,
        long residentBytes,
        Latencies latencies) {

    private static final double BYTES_PER_GIB = 1024.0 * 1024 * 1024;

    /** Processor time of one request, in microseconds. */
    public double microsPerRequest() {
        return processorTime.toNanos() / 1e3 / requests;
    }

    /** Processor time of the database for one request, in microseconds. */
    public double databaseMicrosPerRequest() {
        return databaseTime.toNanos() / 1e3 / requests;
    }

    /** Processor time for one GiB of object bytes, in seconds. */
    double secondsPerGib() {
        return processorTime.toNanos() / 1e9 / (requests * workload.bodyBytes() / BYTES_PER_GIB);
    }

    /** The workload's figure: seconds per GiB in bulk, else microseconds per request. */
    public double cost() {
        return workload.isBulk() ? secondsPerGib() : microsPerRequest();
    }

    /** Answers a second. */
    public double requestsPerSecond() {
        return requests / (elapsed.toNanos() / 1e9);
    }
}
