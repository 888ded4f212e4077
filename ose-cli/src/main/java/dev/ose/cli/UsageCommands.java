package dev.ose.cli;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** {@code ose usage}. */
final class UsageCommands {

    private static final List<String> FIELDS =
            List.of("hour", "tenant", "user", "bucket", "category", "requests", "bytesIn", "bytesOut");

    /** The header line of the admin API's CSV. */
    private static final String HEAD = "hour,tenant,user,bucket,category,requests,bytes_in,bytes_out\r\n";

    private UsageCommands() {}

    /** Of how many hours it is known what was stored, such as {@code 23/24}. */
    static String recorded(JsonNode hours) {
        return Table.text(hours.path("recorded")) + '/' + Table.text(hours.path("all"));
    }

    static CommandLine group(Terminal terminal) {
        return Group.of(
                "usage",
                "Stored data, and metered usage.",
                new Show(terminal),
                new History(terminal),
                new Export(terminal));
    }

    @Command(
            name = "show",
            description = "Show the stored objects and bytes of a tenant, of a user's buckets, or of a bucket.")
    private static final class Show extends Holders {

        Show(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            return showOne(get(holderPath() + "/usage"));
        }
    }

    /** A command about some hours of one tenant, or of all. */
    private abstract static class OfHours extends AdminCommand {

        @Option(names = "--tenant", paramLabel = "TENANT", description = "Only of this tenant (default: of all).")
        private @Nullable String tenant;

        @Option(
                names = "--from",
                required = true,
                paramLabel = "TIME",
                description = "First hour, such as 2026-11-01T00:00:00Z.")
        private String from = "";

        @Option(
                names = "--to",
                required = true,
                paramLabel = "TIME",
                description = "Hours before it, such as 2026-12-01T00:00:00Z.")
        private String to = "";

        OfHours(Terminal terminal) {
            super(terminal);
        }

        /** The path of a list below the tenant, or below the API. */
        final String path(String list) {
            return (tenant == null ? "/api/v1/admin" : tenantPath(tenant)) + list;
        }

        /** The query that asks for these hours. */
        final String hours() {
            return "from=" + encoded(from) + "&to=" + encoded(to);
        }
    }

    @Command(
            name = "history",
            description = "Show what was stored and requested in the past: byte-hours, peaks, requests and bytes.")
    private static final class History extends OfHours {

        @Option(
                names = "--step",
                paramLabel = "STEP",
                description = "HOUR, DAY, MONTH, or ALL for the whole time (default: ${DEFAULT-VALUE}).")
        private String step = "DAY";

        @Option(
                names = "--by",
                paramLabel = "PART",
                description = "TENANT, USER or BUCKET (default: ${DEFAULT-VALUE}).")
        private String by = "TENANT";

        History(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            String choice = hours() + "&step=" + encoded(step) + "&by=" + encoded(by) + '&';
            show(all(path("/usage/history"), choice), History::table);
            return ExitCode.DONE;
        }

        private static Table table(JsonNode periods) {
            Table table = new Table(
                    "START",
                    "TENANT",
                    "USER",
                    "BUCKET",
                    "BYTE-HOURS",
                    "PEAK",
                    "OBJECTS",
                    "REQUESTS",
                    "IN",
                    "OUT",
                    "HOURS",
                    "FILLED");
            for (JsonNode period : periods) {
                JsonNode stored = period.path("stored");
                JsonNode traffic = period.path("traffic");
                long requests = traffic.path("requests")
                        .valueStream()
                        .mapToLong(JsonNode::asLong)
                        .sum();
                table.row(
                        Table.text(period.path("start")),
                        Table.text(period.path("tenant")),
                        Table.text(period.path("user")),
                        Table.text(period.path("bucket")),
                        Table.text(stored.path("byteHours")),
                        Table.text(stored.path("peakBytes")),
                        Table.text(stored.path("peakObjects")),
                        Long.toString(requests),
                        Table.text(traffic.path("bytesIn")),
                        Table.text(traffic.path("bytesOut")),
                        recorded(period.path("hours")),
                        Table.text(period.path("hours").path("filled")));
            }
            return table;
        }
    }

    @Command(
            name = "export",
            description =
                    "Show metered usage, for billing: requests and bytes by hour, tenant, user, bucket and category.")
    private static final class Export extends OfHours {

        @Option(names = "--csv", description = "As comma-separated values, with a header line.")
        private boolean csv;

        Export(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            JsonNode rows = all(path("/metering"), hours() + '&');
            if (csv) {
                terminal().out().print(HEAD);
                rows.forEach(row -> terminal().out().print(line(row)));
                terminal().out().flush();
                return ExitCode.DONE;
            }
            show(rows, it -> new Table("HOUR", "TENANT", "USER", "BUCKET", "CATEGORY", "REQUESTS", "IN", "OUT")
                    .rows(it, FIELDS.toArray(String[]::new)));
            return ExitCode.DONE;
        }

        /** No value needs quotes: ids, times, numbers, and names of buckets. */
        private static String line(JsonNode row) {
            return FIELDS.stream()
                    .map(field -> Table.text(row.path(field)))
                    .collect(Collectors.joining(",", "", "\r\n"));
        }
    }
}
