package dev.ose.server.admin.job;

import dev.ose.server.admin.json.Input;
import dev.ose.server.admin.json.Page;
import dev.ose.server.job.TenantJobs;
import dev.ose.server.tenant.Provisioning;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import org.springdoc.core.annotations.ParameterObject;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Lists of the jobs of many users, in the admin API. */
@RestController
@RequestMapping("/api/v1/admin")
@Tag(name = "Jobs")
public class JobListController {

    private final Provisioning provisioning;
    private final TenantJobs jobs;

    public JobListController(Provisioning provisioning, TenantJobs jobs) {
        this.provisioning = provisioning;
        this.jobs = jobs;
    }

    @GetMapping("/jobs")
    @Operation(summary = "List the jobs of all tenants, newest first")
    Page<JobView> list(@ParameterObject @ModelAttribute JobPart part) {
        return part.of(jobs, null, null);
    }

    @GetMapping("/tenants/{tenant}/jobs")
    @Operation(summary = "List the jobs of a tenant, newest first")
    Page<JobView> listOfTenant(@PathVariable String tenant, @ParameterObject @ModelAttribute JobPart part) {
        return part.of(jobs, provisioning.tenant(Input.tenant(tenant)).id(), null);
    }
}
