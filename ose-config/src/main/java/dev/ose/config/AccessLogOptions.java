package dev.ose.config;

import dev.ose.adapter.plugin.OptionTypes;
import java.time.Duration;
import java.util.List;

/** Delivery of the access logs of buckets. */
public final class AccessLogOptions {

    private static final long KIBIBYTE = 1024;
    private static final long MEBIBYTE = 1024 * KIBIBYTE;

    public static final Option<Duration> PERIOD = Option.withDefault(
            "oss.access-logs.period",
            OptionTypes.time(Duration.ofSeconds(1), Duration.ofHours(1)),
            "5m",
            "How long a node collects the access log of a bucket before it delivers an object.");

    public static final Option<Long> OBJECT_BYTES = Option.withDefault(
            "oss.access-logs.object-bytes",
            OptionTypes.bytes(64 * KIBIBYTE, 64 * MEBIBYTE),
            "1048576",
            "Size from which on collected lines are delivered at once.");

    public static final Option<Long> BUFFER_BYTES = Option.withDefault(
            "oss.access-logs.buffer-bytes",
            OptionTypes.bytes(MEBIBYTE, 1024 * MEBIBYTE),
            "33554432",
            "Memory for the access logs of all buckets that a node has not delivered yet; further lines are dropped and"
                    + " counted.");

    private AccessLogOptions() {}

    static List<Option<?>> all() {
        return List.of(PERIOD, OBJECT_BYTES, BUFFER_BYTES);
    }
}
