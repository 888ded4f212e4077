package dev.ose.server.admin.tenant;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.ose.server.admin.json.Input;
import dev.ose.server.admin.json.ListPart;
import dev.ose.server.admin.json.Page;
import dev.ose.server.admin.json.Required;
import dev.ose.server.admin.login.Logins;
import dev.ose.server.job.TenantPurge;
import dev.ose.server.job.TenantPurgeRunner;
import dev.ose.server.job.TenantPurgeState;
import dev.ose.server.job.TenantPurgeStore;
import dev.ose.server.pagination.AdminList;
import dev.ose.server.pagination.ListQuery;
import dev.ose.server.pagination.ListReader;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.TenantId;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springdoc.core.annotations.ParameterObject;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Removals of tenants with all their data, in the admin API. */
@RestController
@RequestMapping("/api/v1/admin")
@Tag(name = "Tenants")
public class PurgeController {

    private final TenantPurgeStore store;
    private final TenantPurgeRunner runner;
    private final ListReader lists;

    public PurgeController(TenantPurgeStore store, TenantPurgeRunner runner, ListReader lists) {
        this.store = store;
        this.runner = runner;
        this.lists = lists;
    }

    /**
     * The order to remove a tenant.
     *
     * @param name the name of the tenant, so that none is removed by a slip
     */
    @Schema(name = "NewTenantPurge")
    record Order(@Required @Nullable String name) {}

    /**
     * A removal of a tenant.
     *
     * @param finishedAt absent while it runs
     * @param problem why it has ended, or why it waits; absent if neither is to be explained
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    @Schema(name = "TenantPurgeView")
    record View(
            @Schema(format = "uuid") String tenant,
            String tenantName,
            TenantPurgeState state,
            String requestedBy,
            Instant requestedAt,
            @Nullable Instant finishedAt,
            Removed removed,
            @Nullable String problem) {

        static View of(TenantPurge purge) {
            TenantPurge.Removed removed = purge.removed();
            return new View(
                    purge.tenant().toString(),
                    purge.tenantName(),
                    purge.state(),
                    purge.requestedBy(),
                    purge.requestedAt(),
                    purge.finishedAt(),
                    new Removed(removed.objects(), removed.buckets(), removed.users()),
                    purge.problem().isEmpty() ? null : purge.problem());
        }
    }

    /**
     * What was deleted so far.
     *
     * @param objects objects, versions, delete markers and uploads
     */
    @Schema(name = "RemovedFromTenant")
    record Removed(long objects, long buckets, long users) {}

    @PostMapping("/tenants/{tenant}/purge")
    @ResponseStatus(HttpStatus.ACCEPTED)
    @Operation(
            summary = "Remove a disabled tenant with all its data",
            description =
                    "A node deletes all objects, versions and uploads, then the buckets, the users and the tenant."
                            + " This cannot be undone. What is locked stays, and the bucket, its owner and the tenant"
                            + " with it; ordered again, the removal goes on with what is left. The tenant can be"
                            + " enabled once it has ended, or was stopped. A tenant that is not disabled is left as"
                            + " it is: 409.")
    View start(@PathVariable String tenant, @RequestBody Order order) {
        TenantId id = Input.tenant(tenant);
        store.start(id, Input.required("name", order.name()), Logins.caller().getName());
        runner.wake();
        return get(tenant);
    }

    @DeleteMapping("/tenants/{tenant}/purge")
    @Operation(
            summary = "Stop the removal of a tenant",
            description = "What is deleted stays deleted. A removal that has ended stays as it is.")
    View stop(@PathVariable String tenant) {
        View present = get(tenant);
        store.stop(Input.tenant(present.tenant()));
        return get(tenant);
    }

    @GetMapping("/tenants/{tenant}/purge")
    @Operation(summary = "Show the last removal of a tenant")
    View get(@PathVariable String tenant) {
        return store.find(Input.tenant(tenant))
                .map(View::of)
                .orElseThrow(() -> new FailureException(new Failure.NotFound("removal of tenant", tenant)));
    }

    @GetMapping("/tenant-purges")
    @Operation(
            summary = "List removals of tenants",
            description = "The last one of each tenant, those of tenants that are gone included. Filter and order take"
                    + " tenant, tenantName, state, requestedBy, requestedAt and finishedAt.")
    Page<View> list(@ParameterObject @ModelAttribute ListPart part) {
        ListQuery query = part.query(AdminList.TENANT_PURGES);
        return ListPart.page(query, lists.tenantPurges(query), View::of);
    }
}
