package dev.ose.server.admin.accounting;

import dev.ose.control.Csv;
import dev.ose.server.accounting.rating.RatePlan;
import dev.ose.server.accounting.rating.RatePlanStore;
import dev.ose.server.accounting.usage.UsageHistory;
import dev.ose.server.accounting.usage.UsageHistory.By;
import dev.ose.server.accounting.usage.UsageHistory.Covered;
import dev.ose.server.accounting.usage.UsageHistory.Period;
import dev.ose.server.accounting.usage.UsageHistory.Place;
import dev.ose.server.accounting.usage.UsageHistory.Step;
import dev.ose.server.admin.json.Input;
import dev.ose.server.admin.json.Page;
import dev.ose.server.admin.json.PageLimit;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.Provisioning;
import dev.ose.server.tenant.TenantId;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.math.BigInteger;
import java.time.Clock;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** What months cost, in the admin API: usage in the prices that each tenant has at the time of the request. */
@RestController
@RequestMapping("/api/v1/admin")
@Tag(name = "Billing")
public class BillController {

    private static final int DEFAULT_PAGE = 100;
    private static final String FORM = "^(19[7-9]|[2-9][0-9]{2})[0-9]-(0[1-9]|1[0-2])$";
    private static final Pattern MONTH = Pattern.compile(FORM);
    private static final String MEANING = "A month in UTC, such as 2026-11; the present one if absent.";

    private final UsageHistory history;
    private final RatePlanStore plans;
    private final Provisioning provisioning;
    private final Clock clock;

    public BillController(UsageHistory history, RatePlanStore plans, Provisioning provisioning, Clock clock) {
        this.history = history;
        this.plans = plans;
        this.provisioning = provisioning;
        this.clock = clock;
    }

    @GetMapping("/bills")
    @Operation(
            summary = "What a month of each tenant costs",
            description = "Deleted tenants included; those that used nothing are absent. In order of the tenant's id.")
    Page<BillView> all(
            @Parameter(description = MEANING, schema = @Schema(types = "string", pattern = FORM))
                    @RequestParam(required = false)
                    @Nullable
                    String month,
            @Parameter(description = "The page to show: `next` of the page before.") @RequestParam(defaultValue = "")
                    String after,
            @PageLimit @RequestParam(required = false) @Nullable Integer limit) {
        YearMonth of = month(month);
        int size = Input.limit(limit, DEFAULT_PAGE);
        Covered used = history.readCovered(new UsageHistory.Question(
                null, span(of), By.TENANT, after.isEmpty() ? null : place(of, after), size + 1));
        List<Period> found = used.periods();
        boolean isMore = found.size() > size;
        List<Period> shown = isMore ? found.subList(0, size) : found;
        Map<TenantId, RatePlan> priced =
                plans.of(shown.stream().map(it -> it.place().tenant()).toList());
        return new Page<>(
                shown.stream()
                        .map(it -> bill(it, of, priced.get(it.place().tenant()), used.coverage()))
                        .toList(),
                isMore ? shown.getLast().place().tenant().toString() : null);
    }

    @GetMapping(path = "/bills.csv", produces = Csv.MEDIA_TYPE)
    @Operation(summary = "The lines of the bills of a month as CSV; the header Link leads to the next page")
    ResponseEntity<String> allAsCsv(
            @Parameter(description = MEANING, schema = @Schema(types = "string", pattern = FORM))
                    @RequestParam(required = false)
                    @Nullable
                    String month,
            @Parameter(description = "The page to show: `next` of the page before.") @RequestParam(defaultValue = "")
                    String after,
            @PageLimit @RequestParam(required = false) @Nullable Integer limit) {
        Page<BillView> page = all(month, after, limit);
        return CsvPage.of(csv(page.items()), page.next());
    }

    @GetMapping("/tenants/{tenant}/bill")
    @Operation(summary = "What a month of a tenant costs")
    BillView ofTenant(
            @PathVariable String tenant,
            @Parameter(description = MEANING, schema = @Schema(types = "string", pattern = FORM))
                    @RequestParam(required = false)
                    @Nullable
                    String month) {
        TenantId id = provisioning.tenant(Input.tenant(tenant)).id();
        YearMonth of = month(month);
        Covered used = history.readCovered(new UsageHistory.Question(id, span(of), By.TENANT, null, 1));
        Period period = used.periods().stream()
                .findFirst()
                .orElseGet(() -> new Period(
                        new Place(id, start(of), ""),
                        new UsageHistory.Stored(BigInteger.ZERO, 0, 0),
                        new UsageHistory.Traffic(Map.of(), 0, 0),
                        used.coverage().hours()));
        return bill(period, of, plans.of(id).orElse(null), used.coverage());
    }

    @GetMapping(path = "/tenants/{tenant}/bill.csv", produces = Csv.MEDIA_TYPE)
    @Operation(summary = "The lines of a tenant's bill as CSV")
    ResponseEntity<String> ofTenantAsCsv(
            @PathVariable String tenant,
            @Parameter(description = MEANING, schema = @Schema(types = "string", pattern = FORM))
                    @RequestParam(required = false)
                    @Nullable
                    String month) {
        return CsvPage.of(csv(List.of(ofTenant(tenant, month))), null);
    }

    private static BillView bill(
            Period used, YearMonth month, @Nullable RatePlan plan, UsageHistory.Coverage coverage) {
        return BillView.of(used.place().tenant(), month, plan, used, coverage);
    }

    private static String csv(List<BillView> bills) {
        return bills.stream().map(BillView::csv).collect(Collectors.joining("", BillView.CSV_HEAD, ""));
    }

    private static UsageHistory.Span span(YearMonth month) {
        return new UsageHistory.Span(start(month), start(month.plusMonths(1)), Step.ALL);
    }

    private static Instant start(YearMonth month) {
        return month.atDay(1).atStartOfDay(ZoneOffset.UTC).toInstant();
    }

    private static Place place(YearMonth month, String after) {
        return new Place(new TenantId(id(after)), start(month), "");
    }

    private static UUID id(String text) {
        try {
            return UUID.fromString(text);
        } catch (IllegalArgumentException e) {
            throw new FailureException(new Failure.Invalid("after", "must be the next of an earlier page"));
        }
    }

    private YearMonth month(@Nullable String text) {
        if (text == null) {
            return YearMonth.from(clock.instant().atOffset(ZoneOffset.UTC));
        }
        if (!MONTH.matcher(text).matches()) {
            throw new FailureException(new Failure.Invalid("month", "must be a month such as 2026-11"));
        }
        return YearMonth.parse(text);
    }
}
