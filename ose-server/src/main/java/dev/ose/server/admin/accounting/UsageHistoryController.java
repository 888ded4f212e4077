package dev.ose.server.admin.accounting;

import dev.ose.control.Csv;
import dev.ose.server.accounting.usage.UsageHistory;
import dev.ose.server.accounting.usage.UsageHistory.By;
import dev.ose.server.accounting.usage.UsageHistory.Period;
import dev.ose.server.accounting.usage.UsageHistory.Place;
import dev.ose.server.accounting.usage.UsageHistory.Step;
import dev.ose.server.admin.json.Cursor;
import dev.ose.server.admin.json.Input;
import dev.ose.server.admin.json.Page;
import dev.ose.server.admin.json.PageLimit;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.Provisioning;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.User;
import dev.ose.server.tenant.UserId;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springdoc.core.annotations.ParameterObject;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** What was stored and requested in the past, in the admin API: as JSON and as CSV. */
@RestController
@RequestMapping("/api/v1/admin")
@Tag(name = "Usage")
public class UsageHistoryController {

    private static final Duration DEFAULT = Duration.ofDays(30);
    private static final Duration LONGEST = Duration.ofDays(400);
    private static final int DEFAULT_PAGE = 100;

    private final Provisioning provisioning;
    private final UsageHistory history;
    private final Clock clock;

    public UsageHistoryController(Provisioning provisioning, UsageHistory history, Clock clock) {
        this.provisioning = provisioning;
        this.history = history;
        this.clock = clock;
    }

    /** Which part to show. */
    record Part(
            @Parameter(description = "Hours that begin at this instant or later; 30 days before to, if absent.")
            @Nullable
            Instant from,

            @Parameter(description = "Hours that begin before this instant; now, if absent.") @Nullable
            Instant to,

            @Parameter(description = "The length of a period in UTC; DAY if absent, ALL for the whole time.") @Nullable
            Step step,

            @Parameter(description = "What has rows of its own; TENANT if absent, for a user USER.") @Nullable
            By by,

            @Parameter(description = "The page to show: `next` of the page before.") @Nullable
            String after,

            @PageLimit @Nullable Integer limit) {

        By parts() {
            return by == null ? By.TENANT : by;
        }

        UsageHistory.Span span(Instant now) {
            Instant end = to == null ? now : to;
            Instant begin = from == null ? end.minus(DEFAULT) : from;
            if (begin.isBefore(Instant.EPOCH)) {
                throw new FailureException(new Failure.Invalid("from", "must not be before 1970"));
            }
            if (begin.isAfter(end) || Duration.between(begin, end).compareTo(LONGEST) > 0) {
                throw new FailureException(
                        new Failure.Invalid("to", "must be from 0 to " + LONGEST.toDays() + " days after from"));
            }
            return new UsageHistory.Span(begin, end, step == null ? Step.DAY : step);
        }

        /** One more than wanted, which shows whether a page follows. */
        UsageHistory.Question question(@Nullable TenantId tenant, Instant now) {
            return question(tenant, null, parts(), now);
        }

        /** The question about one user, whose rows are its own or those of its buckets. */
        UsageHistory.Question questionOf(User user, Instant now) {
            if (by == By.TENANT) {
                throw new FailureException(new Failure.Invalid("by", "must be USER or BUCKET"));
            }
            return question(user.tenant(), user.id(), by == null ? By.USER : by, now);
        }

        private UsageHistory.Question question(@Nullable TenantId tenant, @Nullable UserId user, By rows, Instant now) {
            UsageHistory.Span span = span(now);
            return new UsageHistory.Question(
                    tenant,
                    user,
                    span,
                    rows,
                    place(tenant, span.step() + "-" + rows),
                    Input.limit(limit, DEFAULT_PAGE) + 1);
        }

        private @Nullable Place place(@Nullable TenantId tenant, String order) {
            if (after == null || after.isEmpty()) {
                return null;
            }
            List<String> parts = Cursor.decode(order, 3, after);
            try {
                TenantId of = new TenantId(UUID.fromString(parts.getFirst()));
                if (tenant != null && !of.equals(tenant)) {
                    throw Cursor.wrong();
                }
                return new Place(of, Cursor.time(parts.get(1)), parts.get(2));
            } catch (IllegalArgumentException | DateTimeException e) {
                throw Cursor.wrong();
            }
        }
    }

    private static String next(UsageHistory.Question question, Place last) {
        return Cursor.encode(
                question.span().step() + "-" + question.by(),
                List.of(last.tenant().toString(), last.start().toString(), last.part()));
    }

    @GetMapping("/usage/history")
    @Operation(
            summary = "What every tenant stored and requested, period by period",
            description = "Deleted tenants included. In order of the tenant's id.")
    Page<UsagePeriodView> all(@ParameterObject @ModelAttribute Part part) {
        return read(part.question(null, clock.instant()));
    }

    @GetMapping(path = "/usage/history.csv", produces = Csv.MEDIA_TYPE)
    @Operation(summary = "The same as CSV; the header Link leads to the next page")
    ResponseEntity<String> allAsCsv(@ParameterObject @ModelAttribute Part part) {
        return csv(part.question(null, clock.instant()));
    }

    @GetMapping("/tenants/{tenant}/usage/history")
    @Operation(summary = "What a tenant, its users or its buckets stored and requested, period by period")
    Page<UsagePeriodView> ofTenant(@PathVariable String tenant, @ParameterObject @ModelAttribute Part part) {
        return read(part.question(existing(tenant), clock.instant()));
    }

    @GetMapping(path = "/tenants/{tenant}/usage/history.csv", produces = Csv.MEDIA_TYPE)
    @Operation(summary = "The same as CSV; the header Link leads to the next page")
    ResponseEntity<String> ofTenantAsCsv(@PathVariable String tenant, @ParameterObject @ModelAttribute Part part) {
        return csv(part.question(existing(tenant), clock.instant()));
    }

    @GetMapping("/tenants/{tenant}/users/{user}/usage/history")
    @Operation(
            summary = "What a user or its buckets stored and requested, period by period",
            description = "Stored data counts for the user that owned the bucket in that hour, a request for its"
                    + " sender: requests of others to the user's buckets are not there.")
    Page<UsagePeriodView> ofUser(
            @PathVariable String tenant, @PathVariable String user, @ParameterObject @ModelAttribute Part part) {
        return read(part.questionOf(existing(tenant, user), clock.instant()));
    }

    @GetMapping(path = "/tenants/{tenant}/users/{user}/usage/history.csv", produces = Csv.MEDIA_TYPE)
    @Operation(summary = "The same as CSV; the header Link leads to the next page")
    ResponseEntity<String> ofUserAsCsv(
            @PathVariable String tenant, @PathVariable String user, @ParameterObject @ModelAttribute Part part) {
        return csv(part.questionOf(existing(tenant, user), clock.instant()));
    }

    private User existing(String tenant, String user) {
        return provisioning.user(Input.tenant(tenant), Input.user(user));
    }

    private TenantId existing(String tenant) {
        return provisioning.tenant(Input.tenant(tenant)).id();
    }

    private Page<UsagePeriodView> read(UsageHistory.Question question) {
        List<Period> found = history.read(question);
        boolean isMore = found.size() == question.limit();
        List<Period> shown = isMore ? found.subList(0, question.limit() - 1) : found;
        return new Page<>(
                shown.stream().map(it -> UsagePeriodView.of(it, question.by())).toList(),
                isMore ? next(question, shown.getLast().place()) : null);
    }

    private ResponseEntity<String> csv(UsageHistory.Question question) {
        Page<UsagePeriodView> page = read(question);
        return CsvPage.of(
                page.items().stream()
                        .map(UsagePeriodView::csv)
                        .collect(Collectors.joining("", UsagePeriodView.CSV_HEAD, "")),
                page.next());
    }
}
