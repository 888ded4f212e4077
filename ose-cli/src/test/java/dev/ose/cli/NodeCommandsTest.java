package dev.ose.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** {@code ose nodes}. */
class NodeCommandsTest extends OnHost {

    private static final Map<String, Object> NODE = Map.of(
            "name",
            "4b1e",
            "version",
            "1.0",
            "state",
            "READY",
            "report",
            Map.of("host", "s1", "addresses", Map.of("s3", "http://s1:9000", "admin", ""), "openRequests", 7));

    @Test
    void nodesAreListed() {
        host.answer("GET /api/v1/admin/nodes?limit=1000&after=", Map.of("items", List.of(NODE)));

        assertThat(host.ose("nodes", "list").out()).isEqualTo("""
                NODE  HOST  S3              VERSION  STATE  OPEN  STARTED  SEEN
                4b1e  s1    http://s1:9000  1.0      READY  7
                """);
    }

    @Test
    void nodeIsDrainedAndResumed() {
        host.answer("POST /api/v1/admin/nodes/4b1e/drain", Map.of("name", "4b1e", "state", "DRAINING"));
        host.answer("POST /api/v1/admin/nodes/4b1e/resume", Map.of("name", "4b1e", "state", "READY"));

        assertThat(host.ose("nodes", "drain", "4b1e").out()).contains("DRAINING");
        assertThat(host.ose("nodes", "resume", "4b1e").out()).contains("READY");
    }
}
