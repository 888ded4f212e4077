package dev.ose.server.admin.platform;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.ose.server.admin.json.Input;
import dev.ose.server.tenant.Difference;
import dev.ose.server.tenant.Reconciliation;
import dev.ose.server.tenant.ReconciliationRuns;
import dev.ose.server.tenant.UserId;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Compares users with their counterparts on the platform. */
@RestController
@RequestMapping("/api/v1/admin/reconciliation")
@Tag(name = "Platform")
public class ReconciliationController {

    private static final int DEFAULT = 100;

    private final Reconciliation reconciliation;
    private final ReconciliationRuns runs;

    public ReconciliationController(Reconciliation reconciliation, ReconciliationRuns runs) {
        this.reconciliation = reconciliation;
        this.runs = runs;
    }

    /**
     * Which part to look at.
     *
     * @param repair whether to repair what is found; only report it, if absent
     * @param after go on behind this user; from the start, if absent
     * @param limit how many users to look at, 100 if absent
     */
    @Schema(name = "ReconciliationPart")
    record Part(
            @Nullable Boolean repair,
            @Nullable String after,
            @Nullable Integer limit) {}

    /** A difference. */
    @Schema(name = "ReconciliationFinding")
    record FindingView(
            @Schema(format = "uuid") String tenant,
            @Schema(format = "uuid") String user,
            Difference drift,
            boolean repaired) {}

    /**
     * What was found.
     *
     * @param next pass it as {@code after} to go on; absent at the end
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    @Schema(name = "ReconciliationReport")
    record ReportView(
            int checked,
            List<FindingView> findings,
            @Nullable String next) {}

    /**
     * The state of the last periodic run.
     *
     * @param startedAt absent if there was none yet
     * @param finishedAt absent while it is under way
     * @param problem why it was broken off the last time, and goes on later; absent if it was not
     * @param skippedPlatforms names of platforms that stayed away, whose users the next run compares again
     * @param notCompared how many of their users it came by
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    @Schema(name = "ReconciliationRun")
    record RunView(
            @Nullable Instant startedAt,
            @Nullable Instant finishedAt,
            long checked,
            long found,
            long repaired,
            @Nullable String problem,
            List<String> skippedPlatforms,
            long notCompared) {}

    @GetMapping
    @Operation(summary = "Show the result of the last scheduled comparison of all users")
    RunView last() {
        return runs.last()
                .map(it -> new RunView(
                        it.startedAt(),
                        it.finishedAt(),
                        it.checked(),
                        it.found(),
                        it.repaired(),
                        it.problem().isEmpty() ? null : it.problem(),
                        it.skippedPlatforms(),
                        it.skipped()))
                .orElseGet(() -> new RunView(null, null, 0, 0, 0, null, List.of(), 0));
    }

    @PostMapping
    @Operation(summary = "Compare users with the platform's, page by page, and repair what differs if wanted")
    ReportView run(@RequestBody Part part) {
        @Nullable String after = part.after();
        Reconciliation.Report report = reconciliation.run(
                after == null ? null : Input.user(after),
                Input.limit(part.limit(), DEFAULT),
                Boolean.TRUE.equals(part.repair()));
        @Nullable UserId next = report.next();
        return new ReportView(
                report.checked(),
                report.findings().stream()
                        .map(it -> new FindingView(
                                it.tenant().toString(), it.user().toString(), it.drift(), it.isRepaired()))
                        .toList(),
                next == null ? null : next.toString());
    }
}
