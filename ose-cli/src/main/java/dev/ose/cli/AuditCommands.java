package dev.ose.cli;

import dev.ose.client.AuditLogApi;
import dev.ose.client.AuditView;
import dev.ose.client.PageAuditView;
import dev.ose.client.Paged;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ose audit}. */
final class AuditCommands {

    private AuditCommands() {}

    static CommandLine group(Terminal terminal) {
        return Group.of("audit", "The audit log: who changed what.", new Listing(terminal), new Export(terminal));
    }

    /** A command on the entries of the service or of a tenant. */
    private abstract static class OnEntries extends AdminCommand {

        @Option(names = "--tenant", paramLabel = "TENANT", description = "Only of this tenant (default: of all).")
        private @Nullable String tenant;

        @Option(
                names = "--filter",
                paramLabel = "RSQL",
                description = "Only these entries, such as operation==Delete*;status=ge=400;at=ge=2026-11-01.")
        private String filter = "";

        OnEntries(Terminal terminal) {
            super(terminal);
        }

        final Paged<PageAuditView> entries(String order) {
            return tenant == null
                    ? AuditLogApi.listAudit().order(order).filter(filter)
                    : AuditLogApi.listTenantAudit(tenantId(tenant)).order(order).filter(filter);
        }
    }

    @Command(name = "list", description = "Show the newest entries.")
    private static final class Listing extends OnEntries {

        @Mixin
        private LimitOption limit = new LimitOption();

        Listing(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            return showAll(
                    ask(entries("-at").limit(limit.number())).items(),
                    new Columns<AuditView>()
                            .with("AT", AuditView::at)
                            .with("ACTOR", AuditView::actor)
                            .with("FROM", AuditView::address)
                            .with("OPERATION", AuditView::operation)
                            .with("SUBJECT", AuditView::subject)
                            .with("STATUS", AuditView::status)
                            .with("CODE", AuditView::code)
                            .with("REQUEST", AuditView::requestId));
        }
    }

    @Command(name = "export", description = "Print all entries, oldest first, one on each line.")
    private static final class Export extends OnEntries {

        @Option(names = "--csv", description = "As comma-separated values with a header line (default: JSON).")
        private boolean csv;

        Export(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            Columns<AuditView> columns = columns();
            if (csv) {
                terminal().out().print(columns.csvHead());
            }
            // Page by page: there may be more entries than fit into memory.
            Paged<PageAuditView> entries = entries("at").limit(1000);
            @Nullable String after = "";
            while (after != null) {
                PageAuditView page = ask(entries.after(after));
                page.items().forEach(entry -> terminal().out().print(csv ? columns.csv(entry) : entry.json() + "\n"));
                after = page.next();
            }
            terminal().out().flush();
            return ExitCode.DONE;
        }

        /** Those of the admin API's CSV. */
        private static Columns<AuditView> columns() {
            return new Columns<AuditView>()
                    .with("id", AuditView::id)
                    .with("at", AuditView::at)
                    .with("ended_at", AuditView::endedAt)
                    .with("node", AuditView::node)
                    .with("request_id", AuditView::requestId)
                    .with("source", AuditView::source)
                    .with("operation", AuditView::operation)
                    .with("actor", AuditView::actor)
                    .with("actor_key", AuditView::actorKey)
                    .with("login", AuditView::login)
                    .with("actor_tenant", AuditView::actorTenant)
                    .with("address", AuditView::address)
                    .with("as_tenant", AuditView::asTenant)
                    .with("as_user", AuditView::asUser)
                    .with("tenant", AuditView::tenant)
                    .with("user", AuditView::user)
                    .with("bucket", AuditView::bucket)
                    .with("access_key", AuditView::accessKey)
                    .with("subject", AuditView::subject)
                    .with("status", AuditView::status)
                    .with("code", AuditView::code);
        }
    }
}
