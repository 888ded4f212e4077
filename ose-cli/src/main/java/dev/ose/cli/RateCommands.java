package dev.ose.cli;

import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code ose rates}. */
final class RateCommands {

    private static final String PLANS = "/api/v1/admin/rate-plans";

    private RateCommands() {}

    static CommandLine group(Terminal terminal) {
        return Group.of(
                "rates",
                "Plans of prices, which tenants have them, and what months cost.",
                new Listing(terminal),
                new Show(terminal),
                new Set(terminal),
                new Remove(terminal),
                new Assign(terminal),
                new Withdraw(terminal),
                new Bill(terminal));
    }

    @Command(name = "list", description = "Show all plans of prices.")
    private static final class Listing extends AdminCommand {

        Listing(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            show(all(PLANS), Listing::table);
            return ExitCode.DONE;
        }

        private static Table table(JsonNode plans) {
            Table table = new Table("PLAN", "CURRENCY", "EGRESS", "CREATED");
            for (JsonNode plan : plans) {
                table.row(
                        Table.text(plan.path("name")),
                        Table.text(plan.path("prices").path("currency")),
                        Table.text(plan.path("prices").path("egress")),
                        Table.text(plan.path("createdAt")));
            }
            return table;
        }
    }

    /** A command about one plan. */
    private abstract static class One extends AdminCommand {

        @Parameters(paramLabel = "PLAN", description = "Name of the plan.")
        private String plan = "";

        One(Terminal terminal) {
            super(terminal);
        }

        final String path() {
            return PLANS + '/' + encoded(plan);
        }
    }

    @Command(name = "show", description = "Show a plan of prices.")
    private static final class Show extends One {

        Show(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            return showOne(get(path()));
        }
    }

    @Command(name = "set", description = "Create a plan of prices, or replace its prices.")
    private static final class Set extends One {

        @Mixin
        private DocumentInput document = new DocumentInput();

        Set(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            return showOne(put(path(), document.read()));
        }
    }

    @Command(name = "remove", description = "Delete a plan of prices that no tenant has.")
    private static final class Remove extends One {

        @Mixin
        private DryRun dryRun = new DryRun();

        Remove(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            return remove(path(), dryRun, "The plan is removed.");
        }
    }

    @Command(name = "assign", description = "Give a tenant a plan of prices.")
    private static final class Assign extends UserCommands.OfTenant {

        @Parameters(paramLabel = "PLAN", description = "Name of the plan.")
        private String plan = "";

        Assign(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            return showOne(put(tenantPath(tenant()) + "/rate-plan", Map.of("plan", plan)));
        }
    }

    @Command(name = "withdraw", description = "Leave a tenant without prices.")
    private static final class Withdraw extends UserCommands.OfTenant {

        @Mixin
        private DryRun dryRun = new DryRun();

        Withdraw(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            return remove(tenantPath(tenant()) + "/rate-plan", dryRun, "The tenant has no prices any more.");
        }
    }

    @Command(name = "bill", description = "Show what a month costs, of each tenant or of one.")
    private static final class Bill extends AdminCommand {

        private static final String[] COLUMNS = {"item", "category", "quantity", "price", "amount"};

        @Option(
                names = "--month",
                required = true,
                paramLabel = "MONTH",
                description = "A month in UTC, such as 2026-11.")
        private String month = "";

        @Option(names = "--tenant", paramLabel = "TENANT", description = "Only of this tenant, line by line.")
        private String tenant = "";

        Bill(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            if (tenant.isEmpty()) {
                show(all("/api/v1/admin/bills", "month=" + encoded(month) + '&'), Bill::totals);
            } else {
                JsonNode bill = get(tenantPath(tenant) + "/bill?month=" + encoded(month));
                show(bill, it -> new Table("ITEM", "CATEGORY", "QUANTITY", "PRICE", "AMOUNT")
                        .rows(it.path("lines"), COLUMNS)
                        .row("TOTAL", "", "", Table.text(it.path("currency")), Table.text(it.path("total"))));
                say(state(bill));
            }
            return ExitCode.DONE;
        }

        private static Table totals(JsonNode bills) {
            Table table = new Table("TENANT", "PLAN", "CURRENCY", "TOTAL", "OVER", "COMPLETE", "HOURS", "FILLED");
            for (JsonNode bill : bills) {
                JsonNode coverage = bill.path("coverage");
                table.row(
                        Table.text(bill.path("tenant")),
                        Table.text(bill.path("plan")),
                        Table.text(bill.path("currency")),
                        Table.text(bill.path("total")),
                        Table.text(bill.path("isOver")),
                        Table.text(coverage.path("complete")),
                        UsageCommands.recorded(coverage.path("hours")),
                        Table.text(coverage.path("hours").path("filled")));
            }
            return table;
        }

        private static String state(JsonNode bill) {
            JsonNode coverage = bill.path("coverage");
            JsonNode hours = coverage.path("hours");
            String known = Table.text(hours.path("recorded")) + " of " + Table.text(hours.path("all"))
                    + " hours are recorded, " + Table.text(hours.path("filled")) + " of them filled.";
            if (!bill.path("isOver").asBoolean()) {
                return "The month is not over, or not all its hours are settled: " + known;
            }
            return (coverage.path("complete").asBoolean()
                            ? "The bill has all that the nodes have written: "
                            : "The bill is not complete: ")
                    + known
                    + (coverage.path("requestsComplete").asBoolean() ? "" : " Requests were deleted by retention.");
        }
    }
}
