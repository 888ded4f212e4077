package dev.ose.server.admin.job;

import dev.ose.server.admin.json.Input;
import dev.ose.server.admin.json.ListPart;
import dev.ose.server.admin.json.Page;
import dev.ose.server.pagination.ListReader;
import dev.ose.server.tenant.Provisioning;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;
import org.springdoc.core.annotations.ParameterObject;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Lists of the jobs of many users, in the admin API. */
@RestController
@RequestMapping("/api/v1/admin")
@Tag(name = "Jobs")
public class JobListController {

    private final Provisioning provisioning;
    private final ListReader lists;

    public JobListController(Provisioning provisioning, ListReader lists) {
        this.provisioning = provisioning;
        this.lists = lists;
    }

    @GetMapping("/jobs")
    @Operation(summary = "List the jobs of all tenants, newest first", description = JobPages.WORDS)
    Page<JobView> list(
            @ParameterObject @ModelAttribute ListPart part,
            @Parameter(description = "Only jobs in this state.") @RequestParam(required = false) @Nullable
                    String state) {
        return JobPages.read(lists, null, null, part, state);
    }

    @GetMapping("/tenants/{tenant}/jobs")
    @Operation(summary = "List the jobs of a tenant, newest first", description = JobPages.WORDS)
    Page<JobView> listOfTenant(
            @PathVariable String tenant,
            @ParameterObject @ModelAttribute ListPart part,
            @Parameter(description = "Only jobs in this state.") @RequestParam(required = false) @Nullable
                    String state) {
        return JobPages.read(lists, provisioning.tenant(Input.tenant(tenant)).id(), null, part, state);
    }
}
