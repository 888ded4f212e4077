package dev.ose.config;

import dev.ose.adapter.plugin.OptionTypes;
import java.util.List;

/** What tenants used. */
public final class MeteringOptions {

    private static final int CENTURY_DAYS = 36_525;

    public static final Option<Integer> RETENTION_DAYS = Option.withDefault(
            "oss.metering.retention-days",
            OptionTypes.count(0, CENTURY_DAYS),
            "0",
            "For how many days it is kept what tenants used in each hour; 0 means for ever.");

    private MeteringOptions() {}

    static List<Option<?>> all() {
        return List.of(RETENTION_DAYS);
    }
}
