package dev.ose.cli;

import dev.ose.client.AlertThresholds;
import dev.ose.client.QuotaAlertView;
import dev.ose.client.QuotasApi;
import dev.ose.client.Request;
import dev.ose.client.TenantAlertThresholds;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ose quota alerts} and {@code ose quota thresholds}. */
final class QuotaAlertCommands {

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

        /** The id of the tenant; null for all. */
        final @Nullable String tenantId() {
            return tenant == null ? null : tenantId(tenant);
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
            String tenant = tenantId();
            String filter = isOpen ? "state==OPEN" : null;
            return showAll(
                    tenant == null
                            ? all(QuotasApi.listQuotaAlerts().filter(filter))
                            : all(QuotasApi.listTenantQuotaAlerts(tenant).filter(filter)),
                    new Columns<QuotaAlertView>()
                            .with("ID", QuotaAlertView::id)
                            .with("TENANT", QuotaAlertView::tenant)
                            .with("USER", QuotaAlertView::user)
                            .with("BUCKET", QuotaAlertView::bucket)
                            .with("OF", it -> it.usage().dimension())
                            .with("PERCENT", QuotaAlertView::thresholdPercent)
                            .with("USED", it -> it.usage().used())
                            .with("LIMIT", it -> it.usage().limit())
                            .with("RAISED", it -> it.usage().at())
                            .with("STATE", QuotaAlertView::state)
                            .with("CLEARED", it -> it.clearance().at()));
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
            String tenant = tenantId();
            if (tenant != null) {
                return showOne(ofTenant(tenant, choices > 0));
            }
            if (isInherited) {
                throw CommandFailure.incomplete("--inherit is about a tenant.", "Give --tenant, too.");
            }
            return showOne(
                    choices > 0
                            ? QuotasApi.putAlertThresholds(AlertThresholds.of(chosen()))
                            : QuotasApi.getAlertThresholds());
        }

        private Request<TenantAlertThresholds> ofTenant(String tenant, boolean isChange) {
            if (isInherited) {
                ask(QuotasApi.deleteTenantAlertThresholds(tenant));
            }
            return isChange && !isInherited
                    ? QuotasApi.putTenantAlertThresholds(tenant, AlertThresholds.of(chosen()))
                    : QuotasApi.getTenantAlertThresholds(tenant);
        }

        private List<Integer> chosen() {
            return wanted == null ? List.of() : wanted;
        }
    }
}
