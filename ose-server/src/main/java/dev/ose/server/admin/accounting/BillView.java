package dev.ose.server.admin.accounting;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.ose.control.Csv;
import dev.ose.server.accounting.metering.Category;
import dev.ose.server.accounting.rating.Bill;
import dev.ose.server.accounting.rating.RatePlan;
import dev.ose.server.accounting.usage.UsageHistory;
import dev.ose.server.tenant.TenantId;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.YearMonth;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a month of a tenant costs, as exact decimals.
 *
 * @param month such as 2026-11
 * @param isOver whether the month has ended and all its hours are settled; otherwise the bill is of what is known so
 *     far. Requests of a node that cannot reach the database are added when it can again, also to a month that is over
 * @param plan absent if the tenant has none; then there are neither lines nor a total
 * @param total the sum of the rounded amounts
 * @param coverage how much of the month the bill has
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@Schema(name = "Bill")
record BillView(
        @Schema(format = "uuid") String tenant,
        String month,
        boolean isOver,
        @Nullable String plan,
        @Nullable String currency,
        List<LineView> lines,
        @Nullable String total,
        CoverageView coverage) {

    static final String CSV_HEAD = "tenant,month,plan,currency,item,category,quantity,price,amount,is_over,complete,"
            + "requests_complete,hours,recorded_hours,filled_hours\r\n";

    /**
     * How much of a month a bill has.
     *
     * @param complete whether the month is over, all its hours are recorded, filled ones included, and no requests of
     *     it were deleted. Requests of a node that cannot reach the database are missing until it can again
     * @param requestsComplete whether no requests of the month were deleted by oss.metering.retention-days
     */
    @Schema(name = "BillCoverage")
    record CoverageView(@Schema(description = COMPLETE) boolean complete, boolean requestsComplete, HoursView hours) {

        private static final String COMPLETE = "The bill has all that the nodes have written. A node that cannot reach"
                + " the database adds its requests when it can again.";

        static CoverageView of(UsageHistory.Coverage coverage) {
            return new CoverageView(coverage.isComplete(), coverage.isMeteredFully(), HoursView.of(coverage.hours()));
        }
    }

    /**
     * A line.
     *
     * @param category of requests
     * @param quantity in GiB-months of 2^30 bytes, in units of 10,000 requests, or in GiB; rounded to nine digits
     * @param price of one unit
     * @param amount computed exactly, rounded half up to the digits of the currency
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    @Schema(name = "BillLine")
    record LineView(Bill.Item item, @Nullable Category category, String quantity, String price, String amount) {

        static LineView of(Bill.Line line) {
            return new LineView(
                    line.item(),
                    line.category(),
                    line.quantity().toPlainString(),
                    line.price().toPlainString(),
                    line.amount().toPlainString());
        }
    }

    /** The bill of a tenant; without lines if it has no plan. */
    static BillView of(
            TenantId tenant,
            YearMonth month,
            @Nullable RatePlan plan,
            UsageHistory.Period used,
            UsageHistory.Coverage coverage) {
        CoverageView known = CoverageView.of(coverage);
        if (plan == null) {
            return new BillView(
                    tenant.toString(), month.toString(), coverage.isSettled(), null, null, List.of(), null, known);
        }
        Bill bill = Bill.of(plan.prices(), month, used.stored(), used.traffic());
        return new BillView(
                tenant.toString(),
                month.toString(),
                coverage.isSettled(),
                plan.name(),
                plan.prices().currency().getCurrencyCode(),
                bill.lines().stream().map(LineView::of).toList(),
                bill.total().toPlainString(),
                known);
    }

    /** A line of CSV for each line of the bill. */
    String csv() {
        return lines.stream()
                .map(line -> Csv.line(Stream.of(
                        tenant,
                        month,
                        plan == null ? "" : plan,
                        currency == null ? "" : currency,
                        line.item(),
                        line.category() == null ? "" : line.category(),
                        line.quantity(),
                        line.price(),
                        line.amount(),
                        isOver,
                        coverage.complete(),
                        coverage.requestsComplete(),
                        coverage.hours().all(),
                        coverage.hours().recorded(),
                        coverage.hours().filled())))
                .collect(Collectors.joining());
    }
}
