package dev.ose.server.admin.accounting;

import dev.ose.control.Csv;
import dev.ose.server.accounting.metering.MeterStore;
import dev.ose.server.accounting.metering.MeteredHour;
import dev.ose.server.admin.json.Input;
import dev.ose.server.admin.json.Page;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.Provisioning;
import dev.ose.server.tenant.TenantId;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springdoc.core.annotations.ParameterObject;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Metering records per hour, for billing: as JSON and as CSV. */
@RestController
@RequestMapping("/api/v1/admin")
@Tag(name = "Metering")
public class MeteringController {

    private static final Duration DEFAULT = Duration.ofDays(1);
    private static final int LARGEST_PAGE = 10_000;
    private static final int DEFAULT_PAGE = 1_000;

    private final Provisioning provisioning;
    private final MeterStore meterStore;
    private final Clock clock;

    public MeteringController(Provisioning provisioning, MeterStore meterStore, Clock clock) {
        this.provisioning = provisioning;
        this.meterStore = meterStore;
        this.clock = clock;
    }

    /** Which part to show. */
    record Part(
            @Parameter(description = "Hours that begin at this instant or later; a day before to, if absent.") @Nullable
            Instant from,

            @Parameter(description = "Hours that begin before this instant; now, if absent.") @Nullable
            Instant to,

            @Parameter(description = "The next of the page before.") @Nullable
            String after,

            @Parameter(
                    description = "How many.",
                    schema =
                            @Schema(
                                    types = "integer",
                                    format = "int32",
                                    minimum = "1",
                                    maximum = "10000",
                                    defaultValue = "1000"))
            @Nullable
            Integer limit) {

        MeterStore.Question question(@Nullable TenantId tenant, Instant now) {
            Instant end = to == null ? now : to;
            int size = limit == null ? DEFAULT_PAGE : limit;
            if (size < 1 || size > LARGEST_PAGE) {
                throw new FailureException(new Failure.Invalid("limit", "must be from 1 to " + LARGEST_PAGE));
            }
            return new MeterStore.Question(
                    tenant,
                    from == null ? end.minus(DEFAULT) : from,
                    end,
                    after == null ? null : MeteredView.line(after),
                    size + 1);
        }
    }

    @GetMapping("/metering")
    @Operation(summary = "What every tenant used, hour by hour")
    Page<MeteredView> all(@ParameterObject @ModelAttribute Part part) {
        return json(part.question(null, clock.instant()));
    }

    @GetMapping(path = "/metering.csv", produces = Csv.MEDIA_TYPE)
    @Operation(summary = "What every tenant used, hour by hour; the header Link leads to the next page")
    ResponseEntity<String> allAsCsv(@ParameterObject @ModelAttribute Part part) {
        return csv(part.question(null, clock.instant()));
    }

    @GetMapping("/tenants/{tenant}/metering")
    @Operation(summary = "What a tenant used, hour by hour")
    Page<MeteredView> ofTenant(@PathVariable String tenant, @ParameterObject @ModelAttribute Part part) {
        return json(part.question(existing(tenant), clock.instant()));
    }

    @GetMapping(path = "/tenants/{tenant}/metering.csv", produces = Csv.MEDIA_TYPE)
    @Operation(summary = "What a tenant used, hour by hour; the header Link leads to the next page")
    ResponseEntity<String> ofTenantAsCsv(@PathVariable String tenant, @ParameterObject @ModelAttribute Part part) {
        return csv(part.question(existing(tenant), clock.instant()));
    }

    private TenantId existing(String tenant) {
        return provisioning.tenant(Input.tenant(tenant)).id();
    }

    private Page<MeteredView> json(MeterStore.Question question) {
        Found found = read(question);
        return new Page<>(found.rows().stream().map(MeteredView::of).toList(), found.next());
    }

    private ResponseEntity<String> csv(MeterStore.Question question) {
        Found found = read(question);
        return CsvPage.of(
                found.rows().stream()
                        .map(it -> MeteredView.of(it).csv())
                        .collect(Collectors.joining("", MeteredView.CSV_HEAD, "")),
                found.next());
    }

    /** A page and the place where the next one begins. */
    private record Found(List<MeteredHour> rows, @Nullable String next) {}

    /** Asks for one more than is wanted, which shows whether a page follows. */
    private Found read(MeterStore.Question question) {
        List<MeteredHour> rows = meterStore.read(question);
        if (rows.size() < question.limit()) {
            return new Found(rows, null);
        }
        List<MeteredHour> page = rows.subList(0, question.limit() - 1);
        return new Found(page, MeteredView.cursor(page.getLast()));
    }
}
