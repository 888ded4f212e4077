package dev.ose.server.admin.audit;

import dev.ose.control.Csv;
import dev.ose.server.admin.json.Cursor;
import dev.ose.server.admin.json.Input;
import dev.ose.server.admin.json.Page;
import dev.ose.server.admin.json.PageLimit;
import dev.ose.server.audit.AuditId;
import dev.ose.server.audit.AuditLog;
import dev.ose.server.audit.RecordedEntry;
import dev.ose.server.catalog.rsql.AuditFilters;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.Provisioning;
import dev.ose.server.tenant.TenantId;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springdoc.core.annotations.ParameterObject;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.json.JsonMapper;

/** The audit log in the admin API: page by page, and whole as CSV and JSON lines. */
@RestController
@RequestMapping("/api/v1/admin")
@Tag(name = "Audit log")
public final class AuditController {

    private static final String JSON_LINES = "application/x-ndjson;charset=utf-8";
    private static final String NEWEST_FIRST = "-at";
    private static final String OLDEST_FIRST = "at";
    private static final int DEFAULT_PAGE = 100;
    private static final int EXPORTED_AT_ONCE = 1_000;
    private static final String FILTER =
            "The filter is RSQL over accessKey, actor, actorKey, address, at, bucket, code,"
                    + " login, node, operation, requestId, source, status, subject, tenant and user,"
                    + " with * and ? in texts:"
                    + " operation==Delete*;status=ge=400;at=ge=2026-11-01.";

    private final Provisioning provisioning;
    private final AuditLog log;
    private final JsonMapper json;

    public AuditController(Provisioning provisioning, AuditLog log, JsonMapper json) {
        this.provisioning = provisioning;
        this.log = log;
        this.json = json;
    }

    /** Which part to show. */
    record Part(
            @Parameter(description = "In RSQL; everything if absent.") @Nullable
            String filter,

            @Parameter(description = "-at for newest first, or at.", schema = @Schema(allowableValues = {"-at", "at"}))
            @Nullable
            String order,

            @Parameter(description = "The next of the page before.") @Nullable
            String after,

            @PageLimit @Nullable Integer limit,

            @Parameter(description = "Refused if true: an unfiltered log is too long to be counted.") @Nullable
            Boolean total) {

        AuditLog.Question question(@Nullable TenantId tenant) {
            Input.refuseTotal(total);
            return new AuditLog.Question(
                    tenant,
                    AuditFilters.read(Objects.requireNonNullElse(filter, "")),
                    direction(),
                    place(),
                    Input.limit(limit, DEFAULT_PAGE) + 1);
        }

        private AuditLog.Order direction() {
            return switch (orderOrDefault()) {
                case NEWEST_FIRST -> AuditLog.Order.NEWEST_FIRST;
                case OLDEST_FIRST -> AuditLog.Order.OLDEST_FIRST;
                default -> throw new FailureException(new Failure.Invalid("order", "must be at or -at"));
            };
        }

        private String orderOrDefault() {
            return order == null || order.isEmpty() ? NEWEST_FIRST : order;
        }

        private @Nullable AuditId place() {
            if (after == null || after.isEmpty()) {
                return null;
            }
            return AuditId.parse(Cursor.decode(orderOrDefault(), 1, after).getFirst())
                    .orElseThrow(Cursor::wrong);
        }

        /** The place of an entry in a page of this part. */
        String next(AuditId id) {
            return Cursor.encode(orderOrDefault(), List.of(id.toString()));
        }
    }

    @GetMapping("/audit")
    @Operation(summary = "List what was done in the service, newest first", description = FILTER)
    Page<AuditView> list(@ParameterObject @ModelAttribute Part part) {
        return page(part, part.question(null));
    }

    @GetMapping("/tenants/{tenant}/audit")
    @Operation(summary = "List what was done in a tenant, newest first", description = FILTER)
    Page<AuditView> listOfTenant(@PathVariable String tenant, @ParameterObject @ModelAttribute Part part) {
        return page(part, part.question(existing(tenant)));
    }

    @GetMapping(path = "/audit.csv", produces = Csv.MEDIA_TYPE)
    @Operation(summary = "Export what was done in the service as CSV, oldest first", description = FILTER)
    void exportAsCsv(
            @Parameter(description = "In RSQL; everything if absent.") @RequestParam(defaultValue = "") String filter,
            HttpServletResponse response)
            throws IOException {
        csv(null, filter, response);
    }

    @GetMapping(path = "/tenants/{tenant}/audit.csv", produces = Csv.MEDIA_TYPE)
    @Operation(summary = "Export what was done in a tenant as CSV, oldest first", description = FILTER)
    void exportOfTenantAsCsv(
            @PathVariable String tenant,
            @Parameter(description = "In RSQL; everything if absent.") @RequestParam(defaultValue = "") String filter,
            HttpServletResponse response)
            throws IOException {
        csv(existing(tenant), filter, response);
    }

    @GetMapping(path = "/audit.jsonl", produces = JSON_LINES)
    @Operation(summary = "Export what was done in the service as JSON lines, oldest first", description = FILTER)
    void exportAsJsonLines(
            @Parameter(description = "In RSQL; everything if absent.") @RequestParam(defaultValue = "") String filter,
            HttpServletResponse response)
            throws IOException {
        jsonLines(null, filter, response);
    }

    @GetMapping(path = "/tenants/{tenant}/audit.jsonl", produces = JSON_LINES)
    @Operation(summary = "Export what was done in a tenant as JSON lines, oldest first", description = FILTER)
    void exportOfTenantAsJsonLines(
            @PathVariable String tenant,
            @Parameter(description = "In RSQL; everything if absent.") @RequestParam(defaultValue = "") String filter,
            HttpServletResponse response)
            throws IOException {
        jsonLines(existing(tenant), filter, response);
    }

    private TenantId existing(String tenant) {
        return provisioning.tenant(Input.tenant(tenant)).id();
    }

    /** Asks for one more than is shown, which shows whether a page follows. */
    private Page<AuditView> page(Part part, AuditLog.Question question) {
        List<RecordedEntry> found = log.find(question);
        boolean isMore = found.size() == question.limit();
        List<RecordedEntry> shown = isMore ? found.subList(0, found.size() - 1) : found;
        return new Page<>(
                shown.stream().map(AuditView::of).toList(),
                isMore ? part.next(shown.getLast().entry().id()) : null);
    }

    private void csv(@Nullable TenantId tenant, String filter, HttpServletResponse response) throws IOException {
        AuditLog.Question first = first(tenant, filter);
        response.setContentType(Csv.MEDIA_TYPE);
        response.getOutputStream().write(AuditView.CSV_HEAD.getBytes(StandardCharsets.US_ASCII));
        stream(first, AuditView::csv, response.getOutputStream());
    }

    private void jsonLines(@Nullable TenantId tenant, String filter, HttpServletResponse response) throws IOException {
        AuditLog.Question first = first(tenant, filter);
        response.setContentType(JSON_LINES);
        stream(first, entry -> json.writeValueAsString(entry) + '\n', response.getOutputStream());
    }

    private static AuditLog.Question first(@Nullable TenantId tenant, String filter) {
        return new AuditLog.Question(
                tenant, AuditFilters.read(filter), AuditLog.Order.OLDEST_FIRST, null, EXPORTED_AT_ONCE);
    }

    /** One page at a time, so that neither memory nor a transaction grows with the log. */
    private void stream(AuditLog.Question first, Function<AuditView, String> line, OutputStream out)
            throws IOException {
        AuditLog.Question question = first;
        List<RecordedEntry> page;
        do {
            page = log.find(question);
            for (RecordedEntry entry : page) {
                out.write(line.apply(AuditView.of(entry)).getBytes(StandardCharsets.UTF_8));
            }
            if (!page.isEmpty()) {
                question = question.from(page.getLast().entry().id());
            }
        } while (page.size() == EXPORTED_AT_ONCE);
    }
}
