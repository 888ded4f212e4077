package dev.ose.server.admin;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.ose.server.runtime.jobs.JobHealth;
import dev.ose.server.runtime.jobs.Jobs;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** The health of a node in detail, which is not for everybody as liveness and readiness are. */
@RestController
@RequestMapping("/api/v1/admin/health")
@Tag(name = "Node")
public class HealthController {

    private final Jobs jobs;

    public HealthController(Jobs jobs) {
        this.jobs = jobs;
    }

    /** The health of the node that answers. */
    record HealthView(List<WorkView> backgroundWork) {}

    /**
     * Background work.
     *
     * @param name as in the log and in metrics
     * @param runs since the start of the node, failed ones included
     * @param consecutiveFailures since the last success
     * @param lastSuccess absent if there was none since the start of the node
     * @param lastCause the code of the last failure, also if a later run succeeded; absent if none failed
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record WorkView(
            String name,
            long runs,
            long failures,
            long consecutiveFailures,
            @Nullable Instant lastSuccess,
            @Nullable String lastCause) {

        static WorkView of(JobHealth health) {
            return new WorkView(
                    health.name(),
                    health.runs(),
                    health.failures(),
                    health.consecutiveFailures(),
                    health.lastSuccess() == 0 ? null : Instant.ofEpochSecond(health.lastSuccess()),
                    health.lastCause().isEmpty() ? null : health.lastCause());
        }
    }

    @GetMapping
    @Operation(summary = "Show how the background work of this node does")
    HealthView get() {
        return new HealthView(jobs.healths().stream()
                .sorted(Comparator.comparing(JobHealth::name))
                .map(WorkView::of)
                .toList());
    }
}
