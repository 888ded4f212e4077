package dev.ose.config;

import dev.ose.adapter.plugin.OptionTypes;
import java.time.Duration;
import java.util.List;

/** Periodic comparison of users with their counterparts on the platform. */
public final class ReconciliationOptions {

    public static final Option<Duration> INTERVAL = Option.withDefault(
            "oss.reconciliation.interval",
            OptionTypes.time(Duration.ZERO, Duration.ofDays(366)),
            "0s",
            "How often all users are compared with their counterparts on the platform, by one node of all; 0s means"
                    + " only on request.");

    public static final Option<Boolean> REPAIR = Option.withDefault(
            "oss.reconciliation.repair",
            OptionTypes.flag(),
            "false",
            "Whether the differences found by these comparisons are repaired, as far as possible without a loss, or"
                    + " only counted.");

    public static final Option<Integer> USERS_PER_SECOND = Option.withDefault(
            "oss.reconciliation.users-per-second",
            OptionTypes.count(1, 100),
            "10",
            "Maximum number of users that these comparisons check per second; each takes two or three short requests"
                    + " to the platform.");

    private ReconciliationOptions() {}

    static List<Option<?>> all() {
        return List.of(INTERVAL, REPAIR, USERS_PER_SECOND);
    }
}
