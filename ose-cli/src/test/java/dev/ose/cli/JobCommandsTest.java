package dev.ose.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** {@code ose jobs}. */
class JobCommandsTest extends OnHost {

    private static final Map<String, Object> JOB = Map.of(
            "id",
            "4",
            "kind",
            "EMPTY_BUCKET",
            "bucket",
            "photos",
            "state",
            "RUNNING",
            "done",
            7,
            "failed",
            1,
            "startedBy",
            "ann@acme");

    private static final String JOBS = "/api/v1/admin/tenants/7/users/8/jobs";

    @BeforeEach
    void script() throws Exception {
        answerNamed("/api/v1/admin/tenants", "acme", "7");
        answerNamed("/api/v1/admin/tenants/7/users", "ann", "8");
    }

    @Test
    void newestJobsAreListed() {
        host.answer("GET /api/v1/admin/jobs?state=running&limit=50", Map.of("items", List.of(JOB)));

        assertThat(host.ose("jobs", "list", "--state", "running").out()).isEqualTo("""
                JOB  KIND          BUCKET  STATE    DONE  TOTAL  FAILED  BY        STARTED
                4    EMPTY_BUCKET  photos  RUNNING  7            1       ann@acme
                """);
    }

    @Test
    void jobIsStartedShownAndChanged() {
        host.answer("POST " + JOBS, JOB);
        host.answer("GET " + JOBS + "/4", JOB);
        host.answer("POST " + JOBS + "/4/cancel", JOB);

        String started = host.ose(
                        "jobs",
                        "start",
                        "--tenant",
                        "acme",
                        "--user",
                        "ann",
                        "--kind",
                        "EMPTY_BUCKET",
                        "--bucket",
                        "photos")
                .out();
        String shown = host.ose("jobs", "show", "--tenant", "acme", "--user", "ann", "4")
                .out();
        String cancelled = host.ose("jobs", "cancel", "--tenant", "acme", "--user", "ann", "4")
                .out();

        assertThat(List.of(started, shown, cancelled)).allMatch(out -> out.contains("EMPTY_BUCKET"));
    }

    @Test
    void failuresAreExportedWithoutFormulas() {
        host.answer(
                "GET " + JOBS + "/4/failures?limit=1000&after=",
                Map.of(
                        "items",
                        List.of(Map.of("key", "=a\",b", "version", "v1", "code", "AccessDenied", "message", "no"))));

        assertThat(host.ose("jobs", "failures", "--tenant", "acme", "--user", "ann", "--csv", "4")
                        .out())
                .isEqualTo("key,version,upload,code,message,at\r\n\"'=a\"\",b\",v1,,AccessDenied,no,\r\n");
    }
}
