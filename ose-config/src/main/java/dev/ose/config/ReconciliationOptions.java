package dev.ose.config;

import dev.ose.adapter.plugin.OptionTypes;
import java.time.Duration;
import java.util.List;

/** Comparing users with their counterparts on the platform without being asked. */
public final class ReconciliationOptions {

    public static final Option<Duration> INTERVAL = Option.withDefault(
            "oss.reconciliation.interval",
            OptionTypes.time(Duration.ZERO, Duration.ofDays(366)),
            "0s",
            "How often all users are compared with their counterparts on the platform, by one node of all; 0s means"
                    + " only when asked.");

    public static final Option<Boolean> REPAIR = Option.withDefault(
            "oss.reconciliation.repair",
            OptionTypes.flag(),
            "false",
            "Whether what is found then is repaired, as far as it can be without a loss, or only counted.");

    public static final Option<Integer> USERS_PER_SECOND = Option.withDefault(
            "oss.reconciliation.users-per-second",
            OptionTypes.count(1, 100),
            "10",
            "How many users are compared in a second then, at most; each costs the platform two or three short"
                    + " requests.");

    private ReconciliationOptions() {}

    static List<Option<?>> all() {
        return List.of(INTERVAL, REPAIR, USERS_PER_SECOND);
    }
}
