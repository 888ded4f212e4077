package dev.ose.config;

import dev.ose.adapter.plugin.OptionTypes;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Periodic comparison of buckets with their platforms. */
public final class SyncOptions {

    public static final Option<Duration> INTERVAL = Option.withDefault(
            "oss.sync.interval",
            OptionTypes.time(Duration.ZERO, Duration.ofDays(366)),
            "0s",
            "How often each bucket is compared with its platform, to adopt objects written there directly; 0s means"
                    + " only on request.");

    public static final Option<List<String>> TENANTS = Option.optional(
            "oss.sync.tenants",
            ValueTypes.tenantNames(),
            "The tenants whose buckets are compared periodically; absent means all tenants.");

    public static final Option<Integer> THRESHOLD = Option.withDefault(
            "oss.sync.threshold",
            OptionTypes.count(0, Integer.MAX_VALUE),
            "0",
            "Buckets with more objects than this are compared only on request; 0 means no limit.");

    public static final Option<Integer> PAGES_PER_SECOND = Option.withDefault(
            "oss.sync.pages-per-second",
            OptionTypes.count(1, 1000),
            "20",
            "Maximum number of listings of a thousand objects that a node requests from its platforms per second.");

    public static final Option<Path> NOTIFICATION_SECRET_FILE = Option.optional(
            "oss.sync.notification-secret-file",
            OptionTypes.path(),
            "File whose first line is the secret in the platform's notifications of changes; absent means that no"
                    + " notifications are accepted.");

    private SyncOptions() {}

    static List<Option<?>> all() {
        return List.of(INTERVAL, TENANTS, THRESHOLD, PAGES_PER_SECOND, NOTIFICATION_SECRET_FILE);
    }
}
