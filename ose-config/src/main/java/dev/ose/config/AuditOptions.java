package dev.ose.config;

import dev.ose.adapter.plugin.OptionTypes;
import java.util.List;

/** The audit log. */
public final class AuditOptions {

    private static final int CENTURY_DAYS = 36_525;

    public static final Option<Integer> RETENTION_DAYS = Option.withDefault(
            "oss.audit.retention-days",
            OptionTypes.count(0, CENTURY_DAYS),
            "400",
            "For how many days entries of the audit log are kept, and up to a week longer; 0 means for ever.");

    private AuditOptions() {}

    static List<Option<?>> all() {
        return List.of(RETENTION_DAYS);
    }
}
