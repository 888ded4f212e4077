package dev.ose.server.admin.job;

import dev.ose.control.Csv;
import dev.ose.server.admin.json.Input;
import dev.ose.server.admin.json.ListPart;
import dev.ose.server.admin.json.Page;
import dev.ose.server.admin.login.Logins;
import dev.ose.server.job.JobFailure;
import dev.ose.server.job.JobId;
import dev.ose.server.job.JobOrigin;
import dev.ose.server.job.JobState;
import dev.ose.server.job.TenantJob;
import dev.ose.server.job.TenantJobs;
import dev.ose.server.pagination.AdminList;
import dev.ose.server.pagination.ListQuery;
import dev.ose.server.pagination.ListReader;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.Provisioning;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.User;
import dev.ose.server.tenant.UserId;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springdoc.core.annotations.ParameterObject;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.json.JsonMapper;

/** Jobs in the name of a user, in the admin API. */
@RestController
@RequestMapping("/api/v1/admin/tenants/{tenant}/users/{user}/jobs")
@Tag(name = "Jobs")
public class JobController {

    private static final int EXPORTED_AT_ONCE = 1_000;
    private static final Pattern IDEMPOTENCY_KEY = Pattern.compile("[!-~]{1,128}");

    private final Provisioning provisioning;
    private final TenantJobs jobs;
    private final JsonMapper json;
    private final ListReader lists;

    public JobController(Provisioning provisioning, TenantJobs jobs, JsonMapper json, ListReader lists) {
        this.provisioning = provisioning;
        this.jobs = jobs;
        this.json = json;
        this.lists = lists;
    }

    /** A user in a path. */
    private record Owner(TenantId tenant, UserId user) {}

    @PostMapping
    @ResponseStatus(HttpStatus.ACCEPTED)
    @Operation(
            summary = "Start a job on many objects of a bucket",
            description = "EMPTY_BUCKET deletes all versions and delete markers and aborts the uploads of a bucket,"
                    + " DELETE_OBJECTS deletes objects, RESTORE_OBJECTS deletes the delete markers that hide them,"
                    + " COPY_OBJECTS and MOVE_OBJECTS copy them. They are selected by a prefix or by their keys. The"
                    + " job acts with the rights of the user, who owns the buckets that it changes. Repeated with the"
                    + " same Idempotency-Key, the request answers with the job that it has started.")
    JobView start(
            @PathVariable String tenant,
            @PathVariable String user,
            @RequestHeader(name = "Idempotency-Key", required = false) @Nullable String idempotencyKey,
            @RequestBody NewJobRequest job,
            HttpServletRequest request) {
        Owner owner = existing(tenant, user);
        if (idempotencyKey != null && !IDEMPOTENCY_KEY.matcher(idempotencyKey).matches()) {
            throw new FailureException(
                    new Failure.Invalid("Idempotency-Key", "must have 1 to 128 visible ASCII characters"));
        }
        JobOrigin origin = new JobOrigin(
                Logins.caller().getName(),
                InetAddress.ofLiteral(request.getRemoteAddr().replaceFirst("%.*", "")),
                request.isSecure(),
                idempotencyKey);
        return JobView.of(jobs.start(owner.tenant(), owner.user(), origin, job.task()));
    }

    @GetMapping
    @Operation(summary = "List the jobs of a user, newest first", description = JobPages.WORDS)
    Page<JobView> list(
            @PathVariable String tenant,
            @PathVariable String user,
            @ParameterObject @ModelAttribute ListPart part,
            @Parameter(description = "Only jobs in this state.") @RequestParam(required = false) @Nullable
                    String state) {
        Owner owner = existing(tenant, user);
        return JobPages.read(lists, owner.tenant(), owner.user(), part, state);
    }

    @GetMapping("/{job}")
    @Operation(summary = "Show a job and how far it is")
    JobView get(@PathVariable String tenant, @PathVariable String user, @PathVariable String job) {
        return JobView.of(find(tenant, user, job));
    }

    @GetMapping(path = "/{job}/events", produces = JobEvents.MEDIA_TYPE)
    @Operation(
            summary = "Follow a job by server-sent events",
            description = "Each answer has one event, the state of the job, and makes an EventSource reconnect after"
                    + " two seconds. One that has seen the end of the job is answered 204, and asks no more.")
    ResponseEntity<String> follow(
            @PathVariable String tenant,
            @PathVariable String user,
            @PathVariable String job,
            @Parameter(description = "The id of the last event that the client has seen.")
                    @RequestHeader(name = "Last-Event-ID", required = false)
                    @Nullable
                    String lastEvent) {
        return JobEvents.answer(find(tenant, user, job), lastEvent, json);
    }

    @PostMapping("/{job}/pause")
    @Operation(summary = "Pause a job after the step that it is in")
    JobView pause(@PathVariable String tenant, @PathVariable String user, @PathVariable String job) {
        return change(tenant, user, job, JobState.Change.PAUSE);
    }

    @PostMapping("/{job}/resume")
    @Operation(summary = "Go on with a paused job")
    JobView resume(@PathVariable String tenant, @PathVariable String user, @PathVariable String job) {
        return change(tenant, user, job, JobState.Change.RESUME);
    }

    @PostMapping("/{job}/cancel")
    @Operation(summary = "Stop a job for good after the step that it is in; what it did stays done")
    JobView cancel(@PathVariable String tenant, @PathVariable String user, @PathVariable String job) {
        return change(tenant, user, job, JobState.Change.CANCEL);
    }

    @PostMapping("/{job}/retry")
    @Operation(summary = "Retry the failures of a finished job, then continue from where it stopped")
    JobView retry(@PathVariable String tenant, @PathVariable String user, @PathVariable String job) {
        return change(tenant, user, job, JobState.Change.RETRY);
    }

    private JobView change(String tenant, String user, String job, JobState.Change change) {
        Owner owner = owner(tenant, user);
        return JobView.of(jobs.change(owner.tenant(), owner.user(), JobIds.job(job), change));
    }

    @GetMapping("/{job}/failures")
    @Operation(summary = "List what a job could not do", description = "Filtered and ordered by id, key, code and at.")
    Page<JobFailureView> failures(
            @PathVariable String tenant,
            @PathVariable String user,
            @PathVariable String job,
            @ParameterObject @ModelAttribute ListPart part) {
        ListQuery query = part.query(AdminList.JOB_FAILURES);
        return ListPart.page(query, lists.jobFailures(find(tenant, user, job).id(), query), JobFailureView::of);
    }

    @GetMapping(path = "/{job}/failures.csv", produces = Csv.MEDIA_TYPE)
    @Operation(summary = "Export what a job could not do as CSV")
    void exportFailures(
            @PathVariable String tenant,
            @PathVariable String user,
            @PathVariable String job,
            HttpServletResponse response)
            throws IOException {
        Owner owner = owner(tenant, user);
        JobId id = find(tenant, user, job).id();
        response.setContentType(Csv.MEDIA_TYPE);
        OutputStream out = response.getOutputStream();
        out.write(JobFailureView.CSV_HEAD.getBytes(StandardCharsets.US_ASCII));
        List<JobFailure.Kept> page;
        long after = 0;
        do {
            page = failures(owner, id, after, EXPORTED_AT_ONCE);
            for (JobFailure.Kept kept : page) {
                out.write(JobFailureView.of(kept).csv().getBytes(StandardCharsets.UTF_8));
                after = kept.id();
            }
        } while (page.size() == EXPORTED_AT_ONCE);
    }

    private List<JobFailure.Kept> failures(Owner owner, JobId job, long after, int limit) {
        return jobs.failures(owner.tenant(), owner.user(), job, after, limit);
    }

    private TenantJob find(String tenant, String user, String job) {
        Owner owner = owner(tenant, user);
        return jobs.get(owner.tenant(), owner.user(), JobIds.job(job));
    }

    /** A job is found by its user, who need not be looked for. */
    private static Owner owner(String tenant, String user) {
        return new Owner(Input.tenant(tenant), Input.user(user));
    }

    private Owner existing(String tenant, String user) {
        Owner named = owner(tenant, user);
        User found = provisioning.user(named.tenant(), named.user());
        return new Owner(found.tenant(), found.id());
    }
}
