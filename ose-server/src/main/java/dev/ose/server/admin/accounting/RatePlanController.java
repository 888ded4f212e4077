package dev.ose.server.admin.accounting;

import dev.ose.server.accounting.rating.RatePlan;
import dev.ose.server.accounting.rating.RatePlanStore;
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
import java.time.Instant;
import java.util.regex.Pattern;
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

/** Plans of prices and who has them, in the admin API. */
@RestController
@RequestMapping("/api/v1/admin")
@Tag(name = "Billing")
public class RatePlanController {

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,63}");

    private final RatePlanStore plans;
    private final Provisioning provisioning;
    private final ListReader lists;

    public RatePlanController(RatePlanStore plans, Provisioning provisioning, ListReader lists) {
        this.plans = plans;
        this.provisioning = provisioning;
        this.lists = lists;
    }

    /** A plan of prices. */
    record RatePlanView(String name, PricesDocument prices, Instant createdAt) {

        static RatePlanView of(RatePlan plan) {
            return new RatePlanView(plan.name(), PricesDocument.of(plan.prices()), plan.createdAt());
        }
    }

    @GetMapping("/rate-plans")
    @Operation(summary = "List plans of prices", description = "Filter and order take name, currency and createdAt.")
    Page<RatePlanView> list(@ParameterObject @ModelAttribute ListPart part) {
        ListQuery query = part.query(AdminList.RATE_PLANS);
        return ListPart.page(query, lists.ratePlans(query), RatePlanView::of);
    }

    @GetMapping("/rate-plans/{plan}")
    @Operation(summary = "Show a plan of prices")
    ResponseEntity<RatePlanView> get(@PathVariable String plan) {
        return EntityTags.answer(plans.get(name(plan)).map(RatePlanView::of));
    }

    @PutMapping("/rate-plans/{plan}")
    @Operation(
            summary = "Create a plan of prices or replace its prices",
            description = "Bills that are made from then on have the new prices, those of past months, too.")
    ResponseEntity<RatePlanView> put(
            @PathVariable String plan,
            @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable String ifMatch,
            @RequestBody PricesDocument prices) {
        if (!NAME.matcher(plan).matches()) {
            throw new FailureException(
                    new Failure.Invalid("plan", "must have 1 to 63 letters, digits, dots, hyphens and underscores"));
        }
        plans.put(plan, prices.prices(), EntityTags.expected(ifMatch));
        return get(plan);
    }

    @DeleteMapping("/rate-plans/{plan}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @Operation(
            summary = "Delete a plan of prices that no tenant has",
            description = "Bills of deleted tenants that had it have no prices any more.")
    void remove(
            @PathVariable String plan,
            @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable String ifMatch) {
        plans.remove(name(plan), EntityTags.expected(ifMatch));
    }

    /** Which plan a tenant gets. */
    @Schema(name = "RatePlanAssignment")
    record Assignment(@Required @Nullable String plan) {}

    @GetMapping("/tenants/{tenant}/rate-plan")
    @Operation(summary = "Show the prices of a tenant")
    RatePlanView ofTenant(@PathVariable String tenant) {
        TenantId id = tenant(tenant);
        return plans.of(id)
                .map(RatePlanView::of)
                .orElseThrow(() -> new FailureException(new Failure.NotFound("rate plan of tenant", id.toString())));
    }

    @PutMapping("/tenants/{tenant}/rate-plan")
    @Operation(
            summary = "Give a tenant a plan of prices in place of the one before",
            description = "For bills that are made from then on, those of past months, too.")
    RatePlanView assign(@PathVariable String tenant, @RequestBody Assignment request) {
        plans.assign(tenant(tenant), name(Input.required("plan", request.plan())));
        return ofTenant(tenant);
    }

    @DeleteMapping("/tenants/{tenant}/rate-plan")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @Operation(summary = "Leave a tenant without prices")
    void withdraw(@PathVariable String tenant) {
        plans.withdraw(tenant(tenant));
    }

    private TenantId tenant(String text) {
        return provisioning.tenant(Input.tenant(text)).id();
    }

    /** One that cannot exist is as unknown as one that does not. */
    private static String name(String text) {
        if (!NAME.matcher(text).matches()) {
            throw new FailureException(
                    new Failure.NotFound("rate plan", text.substring(0, Math.min(text.length(), 64))));
        }
        return text;
    }
}
