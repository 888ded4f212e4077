package dev.ose.server.admin.accounting;

import dev.ose.server.accounting.alert.AlertThresholdStore;
import dev.ose.server.accounting.alert.AlertThresholds;
import dev.ose.server.admin.json.EntityTags;
import dev.ose.server.admin.json.Input;
import dev.ose.server.admin.json.ListPart;
import dev.ose.server.admin.json.Page;
import dev.ose.server.admin.json.Required;
import dev.ose.server.pagination.AdminList;
import dev.ose.server.pagination.ListQuery;
import dev.ose.server.pagination.ListReader;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.Provisioning;
import dev.ose.server.tenant.TenantId;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.HashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springdoc.core.annotations.ParameterObject;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Alerts of quotas, and the percentages at which they are raised, in the admin API. */
@RestController
@RequestMapping("/api/v1/admin")
@Tag(name = "Quotas")
public class QuotaAlertController {

    private static final String WORDS = "Filtered and ordered by id, tenant, user, bucket, dimension,"
            + " thresholdPercent, state (OPEN or CLEARED), raisedAt and clearedAt. Usage is that at the time of the"
            + " alert.";

    private final Provisioning provisioning;
    private final ListReader lists;
    private final AlertThresholdStore thresholds;

    public QuotaAlertController(Provisioning provisioning, ListReader lists, AlertThresholdStore thresholds) {
        this.provisioning = provisioning;
        this.lists = lists;
        this.thresholds = thresholds;
    }

    /**
     * The percentages of a limit at which alerts are raised.
     *
     * @param thresholds at most 10, each from 1 to 100; none for no alerts
     */
    @Schema(name = "AlertThresholds")
    record ThresholdsDocument(@Required @Nullable List<Integer> thresholds) {

        static ThresholdsDocument of(AlertThresholds wanted) {
            return new ThresholdsDocument(wanted.percent());
        }

        /** Fails with {@code Invalid}. */
        AlertThresholds wanted() {
            List<Integer> given = Input.each("thresholds", thresholds);
            if (given.size() > AlertThresholds.MAX) {
                throw invalid("must have at most " + AlertThresholds.MAX + " numbers");
            }
            if (given.stream().anyMatch(each -> each < 1 || each > 100)) {
                throw invalid("must be percentages from 1 to 100");
            }
            if (new HashSet<>(given).size() < given.size()) {
                throw invalid("must not have a number twice");
            }
            return new AlertThresholds(given);
        }

        private static FailureException invalid(String rule) {
            return new FailureException(new Failure.Invalid("thresholds", rule));
        }
    }

    /**
     * The percentages that apply to a tenant.
     *
     * @param inherited whether they are those of all tenants, because the tenant has none of its own
     */
    @Schema(name = "TenantAlertThresholds")
    record TenantThresholds(List<Integer> thresholds, boolean inherited) {}

    @GetMapping("/quota-alerts")
    @Operation(summary = "List the alerts of all tenants' quotas, newest first", description = WORDS)
    Page<QuotaAlertView> list(@ParameterObject @ModelAttribute ListPart part) {
        return read(null, part);
    }

    @GetMapping("/tenants/{tenant}/quota-alerts")
    @Operation(summary = "List the alerts of a tenant's quotas, newest first", description = WORDS)
    Page<QuotaAlertView> listOfTenant(@PathVariable String tenant, @ParameterObject @ModelAttribute ListPart part) {
        return read(tenant(tenant), part);
    }

    private Page<QuotaAlertView> read(@Nullable TenantId tenant, ListPart part) {
        ListQuery query = part.query(AdminList.QUOTA_ALERTS);
        return ListPart.page(query, lists.quotaAlerts(tenant, query), QuotaAlertView::of);
    }

    @GetMapping("/quota-alert-thresholds")
    @Operation(summary = "Show at which percentages of a limit alerts are raised, for tenants without their own")
    ResponseEntity<ThresholdsDocument> ofAll() {
        return EntityTags.answer(thresholds.ofAll().map(ThresholdsDocument::of));
    }

    @PutMapping("/quota-alert-thresholds")
    @Operation(
            summary = "Set at which percentages of a limit alerts are raised, for tenants without their own",
            description = "An empty list switches alerts off. Counts within half a minute.")
    ResponseEntity<ThresholdsDocument> putOfAll(
            @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable String ifMatch,
            @RequestBody ThresholdsDocument wanted) {
        thresholds.putOfAll(wanted.wanted(), EntityTags.expected(ifMatch));
        return ofAll();
    }

    @GetMapping("/tenants/{tenant}/quota-alert-thresholds")
    @Operation(summary = "Show at which percentages of a limit alerts are raised for a tenant")
    ResponseEntity<TenantThresholds> ofTenant(@PathVariable String tenant) {
        return EntityTags.answer(thresholds.of(tenant(tenant)).map(own -> own.map(
                        it -> new TenantThresholds(it.percent(), false))
                .orElseGet(() -> new TenantThresholds(thresholds.ofAll().value().percent(), true))));
    }

    @PutMapping("/tenants/{tenant}/quota-alert-thresholds")
    @Operation(
            summary = "Set at which percentages of a limit alerts are raised for a tenant",
            description = "An empty list switches alerts off. Counts within half a minute.")
    ResponseEntity<TenantThresholds> putOfTenant(
            @PathVariable String tenant,
            @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable String ifMatch,
            @RequestBody ThresholdsDocument wanted) {
        thresholds.put(tenant(tenant), wanted.wanted(), EntityTags.expected(ifMatch));
        return ofTenant(tenant);
    }

    @DeleteMapping("/tenants/{tenant}/quota-alert-thresholds")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @Operation(summary = "Raise alerts for a tenant at the percentages of all tenants again")
    void removeOfTenant(
            @PathVariable String tenant,
            @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable String ifMatch) {
        thresholds.remove(tenant(tenant), EntityTags.expected(ifMatch));
    }

    private TenantId tenant(String tenant) {
        return provisioning.tenant(Input.tenant(tenant)).id();
    }
}
