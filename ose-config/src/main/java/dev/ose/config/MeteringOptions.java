package dev.ose.config;

import dev.ose.adapter.plugin.OptionTypes;
import java.util.List;

/** Metering of tenants' usage. */
public final class MeteringOptions {

    private static final int CENTURY_DAYS = 36_525;

    public static final Option<Integer> RETENTION_DAYS = Option.withDefault(
            "oss.metering.retention-days",
            OptionTypes.count(0, CENTURY_DAYS),
            "0",
            "Number of days for which the hourly usage of tenants is kept, 0 means without limit; bills of months of"
                    + " which usage was deleted are shown as incomplete.");

    public static final Option<Integer> STORED_RETENTION_DAYS = Option.withDefault(
            "oss.metering.stored-retention-days",
            OptionTypes.count(0, CENTURY_DAYS),
            "400",
            "Number of days for which is kept how much each bucket stored hour by hour, 0 means without limit; bills of"
                    + " months of which hours were deleted are shown as incomplete.");

    private MeteringOptions() {}

    static List<Option<?>> all() {
        return List.of(RETENTION_DAYS, STORED_RETENTION_DAYS);
    }
}
