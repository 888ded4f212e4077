package dev.ose.config;

import dev.ose.adapter.plugin.OptionTypes;
import java.time.Duration;
import java.util.List;

/** Jobs on many objects, started by the management API. */
public final class JobOptions {

    public static final Option<Integer> PER_NODE = Option.withDefault(
            "oss.jobs.per-node",
            OptionTypes.count(0, 256),
            "8",
            "Maximum number of jobs that a node works on at a time; 0 leaves them to other nodes.");

    public static final Option<Integer> PER_TENANT = Option.withDefault(
            "oss.jobs.per-tenant",
            OptionTypes.count(1, 256),
            "2",
            "Maximum number of jobs of a tenant that all nodes work on at a time; further ones wait.");

    public static final Option<Integer> OPEN_PER_TENANT = Option.withDefault(
            "oss.jobs.open-per-tenant",
            OptionTypes.count(1, 100_000),
            "100",
            "Maximum number of jobs of a tenant that wait, run or pause; another one is refused.");

    public static final Option<Integer> FAILURES = Option.withDefault(
            "oss.jobs.failures",
            OptionTypes.count(1, 1_000_000),
            "10000",
            "Maximum number of failures that are kept of each job, to be listed and retried; further ones are only"
                    + " counted.");

    public static final Option<Duration> RETENTION = Option.withDefault(
            "oss.jobs.retention",
            OptionTypes.time(Duration.ofMinutes(1), Duration.ofDays(3660)),
            "720h",
            "How long a finished job and its failures are kept.");

    private JobOptions() {}

    static List<Option<?>> all() {
        return List.of(PER_NODE, PER_TENANT, OPEN_PER_TENANT, FAILURES, RETENTION);
    }
}
