package dev.ose.config;

import dev.ose.adapter.plugin.OptionTypes;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;

/** The audit log. */
public final class AuditOptions {

    private static final int CENTURY_DAYS = 36_525;

    public static final Option<Integer> RETENTION_DAYS = Option.withDefault(
            "oss.audit.retention-days",
            OptionTypes.count(0, CENTURY_DAYS),
            "400",
            "Number of days for which entries of the audit log are kept, and up to a week longer; 0 means without"
                    + " limit.");

    public static final Option<URI> SYSLOG = Option.optional(
            "oss.audit.syslog",
            ValueTypes.syslogServer(),
            "Syslog server that gets a copy of the audit log (RFC 5424), the same on all nodes; absent means none.");

    public static final Option<URI> WEBHOOK = Option.optional(
            "oss.audit.webhook",
            OptionTypes.httpUrlWithPath(),
            "Where copies of the audit log are posted, signed like events, the same on all nodes; absent means"
                    + " nowhere.");

    public static final Option<Path> WEBHOOK_SECRET_FILE = Option.optional(
            "oss.audit.webhook-secret-file",
            OptionTypes.path(),
            "File whose first line is the secret that signs these posts; readable by its owner only.");

    private AuditOptions() {}

    static List<Option<?>> all() {
        return List.of(RETENTION_DAYS, SYSLOG, WEBHOOK, WEBHOOK_SECRET_FILE);
    }
}
