package dev.ose.cli;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** {@code ose quota alerts} and {@code ose quota thresholds}. */
final class QuotaAlertCommands {

    private static final String ADMIN = "/api/v1/admin";
    private static final String THRESHOLDS = "/quota-alert-thresholds";

    private QuotaAlertCommands() {}

    static AdminCommand list(Terminal terminal) {
        return new Alerts(terminal);
    }

    static AdminCommand thresholds(Terminal terminal) {
        return new Thresholds(terminal);
    }

    /** About one tenant, or all. */
    private abstract static class OfTenants extends AdminCommand {

        @Option(names = "--tenant", paramLabel = "TENANT", description = "Name of the tenant (default: all tenants).")
        private @Nullable String tenant;

        OfTenants(Terminal terminal) {
            super(terminal);
        }

        final @Nullable String tenant() {
            return tenant;
        }

        final String root() {
            return tenant == null ? ADMIN : tenantPath(tenant);
        }
    }

    @Command(name = "alerts", description = "Show alerts of quotas that are nearly used up, newest first.")
    private static final class Alerts extends OfTenants {

        @Option(names = "--open", description = "Only those that are not cleared.")
        private boolean isOpen;

        Alerts(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            show(all(root() + "/quota-alerts", isOpen ? "filter=" + encoded("state==OPEN") + '&' : ""), Alerts::table);
            return ExitCode.DONE;
        }

        private static Table table(JsonNode alerts) {
            Table table = new Table(
                    "ID", "TENANT", "USER", "BUCKET", "OF", "PERCENT", "USED", "LIMIT", "RAISED", "STATE", "CLEARED");
            for (JsonNode alert : alerts) {
                JsonNode usage = alert.path("usage");
                table.row(
                        Table.text(alert.path("id")),
                        Table.text(alert.path("tenant")),
                        Table.text(alert.path("user")),
                        Table.text(alert.path("bucket")),
                        Table.text(usage.path("dimension")),
                        Table.text(alert.path("thresholdPercent")),
                        Table.text(usage.path("used")),
                        Table.text(usage.path("limit")),
                        Table.text(usage.path("at")),
                        Table.text(alert.path("state")),
                        Table.text(alert.path("clearance").path("at")));
            }
            return table;
        }
    }

    @Command(
            name = "thresholds",
            description = {
                "Show, or set, at which percentages of a limit alerts are raised.",
                "Without --tenant those of all tenants that have none of their own."
            })
    private static final class Thresholds extends OfTenants {

        @Option(
                names = "--set",
                split = ",",
                paramLabel = "PERCENT",
                description = "Numbers from 1 to 100, separated by commas; at most 10.")
        private @Nullable List<Integer> wanted;

        @Option(names = "--none", description = "No alerts.")
        private boolean isNone;

        @Option(names = "--inherit", description = "With --tenant: those of all tenants again.")
        private boolean isInherited;

        Thresholds(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            int choices = (wanted == null ? 0 : 1) + (isNone ? 1 : 0) + (isInherited ? 1 : 0);
            if (choices > 1) {
                throw CommandFailure.incomplete("--set, --none and --inherit contradict.", "Give one of them.");
            }
            if (isInherited && tenant() == null) {
                throw CommandFailure.incomplete("--inherit is about a tenant.", "Give --tenant, too.");
            }
            String path = root() + THRESHOLDS;
            if (isInherited) {
                delete(path);
            } else if (choices == 1) {
                put(path, Map.of("thresholds", wanted == null ? List.of() : wanted));
            }
            return showOne(get(path));
        }
    }
}
