package dev.ose.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.jobs.JobHealth;
import dev.ose.server.runtime.jobs.Jobs;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The health of background work in the admin API. */
class HealthApiTest extends OnAdminNode {

    private static final String HEALTH = "/api/v1/admin/health";

    @Test
    void healthOfWorkShowsFailuresInARowAndTheirCauseUntilItSucceeds() throws Exception {
        JobHealth work = node.bean(Jobs.class).health("tested");
        assertThat(shown()).hasToString("{\"name\":\"tested\",\"runs\":0,\"failures\":0,\"consecutiveFailures\":0}");

        work.failed(new FailureException(new Failure.PlatformUnreachable("main")));

        assertThat(shown())
                .hasToString("{\"name\":\"tested\",\"runs\":1,\"failures\":1,\"consecutiveFailures\":1,"
                        + "\"lastCause\":\"PlatformUnreachable\"}");

        work.succeeded();

        assertThat(shown().get("consecutiveFailures").asLong()).isZero();
        assertThat(shown().get("lastSuccess").asString()).endsWith("Z");
    }

    private JsonNode shown() throws Exception {
        for (JsonNode work : AdminNode.json(node.get(HEALTH)).get("backgroundWork")) {
            if (work.get("name").asString().equals("tested")) {
                return work;
            }
        }
        throw new AssertionError("no such work");
    }

    @Test
    void healthWithoutALoginHasNoDetails() throws Exception {
        node.bean(Jobs.class).health("hidden").failed(new IllegalStateException("secret"));

        HttpResponse<String> details = node.send("GET", HEALTH, "", "");
        HttpResponse<String> live = node.send("GET", "/health/live", "", "");

        assertThat(details.statusCode()).isEqualTo(401);
        assertThat(details.body() + live.body()).doesNotContain("hidden", "IllegalState");
    }
}
