package dev.ose.cli;

import dev.ose.client.Bill;
import dev.ose.client.BillCoverage;
import dev.ose.client.BillLine;
import dev.ose.client.BillingApi;
import dev.ose.client.Prices;
import dev.ose.client.RatePlanAssignment;
import dev.ose.client.RatePlanView;
import dev.ose.client.RecordedHours;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ose rates}. */
final class RateCommands {

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
                new ShowBill(terminal));
    }

    @Command(name = "list", description = "Show all plans of prices.")
    private static final class Listing extends AdminCommand {

        Listing(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            return showAll(
                    all(BillingApi.listRatePlans()),
                    new Columns<RatePlanView>()
                            .with("PLAN", RatePlanView::name)
                            .with("CURRENCY", plan -> plan.prices().currency())
                            .with("EGRESS", plan -> plan.prices().egress())
                            .with("CREATED", RatePlanView::createdAt));
        }
    }

    /** A command about one plan. */
    private abstract static class One extends AdminCommand {

        @Parameters(paramLabel = "PLAN", description = "Name of the plan.")
        private String plan = "";

        One(Terminal terminal) {
            super(terminal);
        }

        final String plan() {
            return plan;
        }
    }

    @Command(name = "show", description = "Show a plan of prices.")
    private static final class Show extends One {

        Show(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            return showOne(BillingApi.getRatePlan(plan()));
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
            return showOne(BillingApi.putRatePlan(plan(), new Prices(document.read())));
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
            return remove(
                    BillingApi.getRatePlan(plan()), BillingApi.deleteRatePlan(plan()), dryRun, "The plan is removed.");
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
            return showOne(BillingApi.putTenantRatePlan(tenantId(), RatePlanAssignment.of(plan)));
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
            String tenant = tenantId();
            return remove(
                    BillingApi.getTenantRatePlan(tenant),
                    BillingApi.deleteTenantRatePlan(tenant),
                    dryRun,
                    "The tenant has no prices any more.");
        }
    }

    @Command(name = "bill", description = "Show what a month costs, of each tenant or of one.")
    private static final class ShowBill extends AdminCommand {

        @Option(
                names = "--month",
                required = true,
                paramLabel = "MONTH",
                description = "A month in UTC, such as 2026-11.")
        private String month = "";

        @Option(names = "--tenant", paramLabel = "TENANT", description = "Only of this tenant, line by line.")
        private String tenant = "";

        ShowBill(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            if (tenant.isEmpty()) {
                return showAll(all(BillingApi.exportBills().month(month)), totals());
            }
            Bill bill = ask(BillingApi.getTenantBill(tenantId(tenant)).month(month));
            show(bill.json(), json -> lines(bill));
            say(state(bill));
            return ExitCode.DONE;
        }

        private static Table lines(Bill bill) {
            return new Columns<BillLine>()
                    .with("ITEM", BillLine::item)
                    .with("CATEGORY", BillLine::category)
                    .with("QUANTITY", BillLine::quantity)
                    .with("PRICE", BillLine::price)
                    .with("AMOUNT", BillLine::amount)
                    .table(bill.lines())
                    .row("TOTAL", "", "", bill.currency(), bill.total());
        }

        private static Columns<Bill> totals() {
            return new Columns<Bill>()
                    .with("TENANT", Bill::tenant)
                    .with("PLAN", Bill::plan)
                    .with("CURRENCY", Bill::currency)
                    .with("TOTAL", Bill::total)
                    .with("OVER", Bill::isOver)
                    .with("COMPLETE", bill -> bill.coverage().complete())
                    .with(
                            "HOURS",
                            bill -> UsageCommands.recorded(bill.coverage().hours()))
                    .with("FILLED", bill -> bill.coverage().hours().filled());
        }

        private static String state(Bill bill) {
            BillCoverage coverage = bill.coverage();
            RecordedHours hours = coverage.hours();
            String known = hours.recorded() + " of " + hours.all() + " hours are recorded, " + hours.filled()
                    + " of them filled.";
            if (!bill.isOver()) {
                return "The month is not over, or not all its hours are settled: " + known;
            }
            return (coverage.complete()
                            ? "The bill has all that the nodes have written: "
                            : "The bill is not complete: ")
                    + known
                    + (coverage.requestsComplete() ? "" : " Requests were deleted by retention.");
        }
    }
}
