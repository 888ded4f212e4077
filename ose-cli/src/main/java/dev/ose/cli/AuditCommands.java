package dev.ose.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** {@code ose audit}. */
final class AuditCommands {

    private static final String[] FIELDS = {
        "id",
        "at",
        "endedAt",
        "node",
        "requestId",
        "source",
        "operation",
        "actor",
        "actorKey",
        "login",
        "actorTenant",
        "address",
        "asTenant",
        "asUser",
        "tenant",
        "user",
        "bucket",
        "accessKey",
        "subject",
        "status",
        "code"
    };

    /** The header line of the admin API's CSV. */
    private static final String HEAD = "id,at,ended_at,node,request_id,source,operation,actor,actor_key,login,"
            + "actor_tenant,address,as_tenant,as_user,tenant,user,bucket,access_key,subject,status,code\r\n";

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

        final String path() {
            return tenant == null ? "/api/v1/admin/audit" : tenantPath(tenant) + "/audit";
        }

        /** Parameters, each followed by {@code &}. */
        final String choice(String order) {
            return "order=" + order + "&filter=" + encoded(filter) + '&';
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
            JsonNode entries =
                    get(path() + '?' + choice("-at") + limit.parameter()).path("items");
            show(entries, it -> new Table("AT", "ACTOR", "FROM", "OPERATION", "SUBJECT", "STATUS", "CODE", "REQUEST")
                    .rows(it, "at", "actor", "address", "operation", "subject", "status", "code", "requestId"));
            return ExitCode.DONE;
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
            String path = path();
            if (csv) {
                terminal().out().print(HEAD);
            }
            String after = "";
            do {
                JsonNode page = get(path + '?' + choice("at") + "limit=1000&after=" + after);
                page.path("items").forEach(this::print);
                after = page.path("next").asString("");
            } while (!after.isEmpty());
            terminal().out().flush();
            return ExitCode.DONE;
        }

        private void print(JsonNode entry) {
            terminal().out().print(csv ? Table.csv(entry, FIELDS) : entry + "\n");
        }
    }
}
