package dev.ose.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.ose.server.ledger.jdbc.JdbcNodeTable;
import dev.ose.server.node.NodeLoad;
import dev.ose.server.node.NodeReport;
import dev.ose.server.node.NodeReporter;
import dev.ose.server.node.NodeReports;
import dev.ose.server.node.ThisNode;
import dev.ose.server.runtime.jobs.Jobs;
import dev.ose.server.runtime.lifecycle.DataDirectory;
import dev.ose.server.runtime.lifecycle.NodeState;
import java.net.http.HttpResponse;
import java.time.Clock;
import java.time.Duration;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The nodes of a cluster in the admin API. */
class NodesApiTest extends OnAdminNode {

    private static final String NODES = "/api/v1/admin/nodes";
    private static final Duration LONG = Duration.ofMinutes(1);

    /** Of another process, as far as the one that answers can see. */
    private static final class OtherNode implements ThisNode {

        private final NodeState state = new NodeState();
        private volatile long openRequests;

        OtherNode() {
            state.becomeReady();
        }

        @Override
        public NodeReport report(@Nullable Duration clockAhead) {
            return new NodeReport(
                    "other",
                    "http://other:9000",
                    "http://other:9001",
                    state.phase(),
                    state.isDrained(),
                    new NodeLoad(openRequests, 3, 0, null),
                    clockAhead,
                    null);
        }

        @Override
        public void setDrained(boolean isDrained) {
            state.setDrained(isDrained);
        }
    }

    @BeforeAll
    void startAll() {
        node.startAll();
        node.bean(NodeState.class).becomeReady();
    }

    private String ownName() {
        return node.bean(DataDirectory.class).identity();
    }

    private JsonNode shown(String name) throws Exception {
        return AdminNode.json(node.get(NODES + '/' + name));
    }

    private String state(String name) throws Exception {
        return shown(name).path("state").asString("");
    }

    private void awaitState(String name, String state) {
        await().atMost(LONG).until(() -> state(name).equals(state));
    }

    private NodeReporter start(String name, OtherNode other) {
        return NodeReporter.start(
                node.bean(Jobs.class),
                node.bean(NodeReports.class),
                new NodeReporter.Identity(name, "9.9"),
                other,
                Clock.offset(Clock.systemUTC(), Duration.ofMinutes(5)));
    }

    @Test
    void aRunningNodeReportsItself() throws Exception {
        awaitState(ownName(), "READY");
        await().atMost(LONG).until(() -> shown(ownName()).path("report").has("clockAheadMillis"));

        JsonNode report = shown(ownName()).get("report");

        assertThat(report.get("addresses").get("admin").asString()).endsWith(":" + node.port());
        assertThat(report.get("addresses").get("s3").asString()).startsWith("http://");
        assertThat(Math.abs(report.get("clockAheadMillis").asLong())).isLessThan(60_000);
        assertThat(report.has("certificateEndsAt")).isFalse();
        assertThat(AdminNode.json(node.get(NODES + "?filter=name==" + ownName() + "&total=true"))
                        .get("total")
                        .asLong())
                .isOne();
    }

    @Test
    void aNodeIsDrainedByAnotherAndResumed() throws Exception {
        String name = UUID.randomUUID().toString();
        OtherNode other = new OtherNode();
        other.openRequests = 1;
        try (NodeReporter running = start(name, other)) {
            assertThat(running).isNotNull();
            JsonNode ordered = AdminNode.json(node.post(NODES + '/' + name + "/drain", ""));
            assertThat(ordered.get("state").asString()).isEqualTo("DRAINING");
            assertThat(ordered.get("drainedBy").asString()).isEqualTo("admin");
            await().atMost(LONG).until(() -> other.state.unreadiness().isPresent());
            assertThat(state(name)).isEqualTo("DRAINING");

            other.openRequests = 0;
            awaitState(name, "DRAINED");
            assertThat(AdminNode.json(node.get(NODES + "?filter=state==DRAINED"))
                            .get("items")
                            .get(0)
                            .get("name")
                            .asString())
                    .isEqualTo(name);

            assertThat(AdminNode.json(node.post(NODES + '/' + name + "/resume", ""))
                            .get("state")
                            .asString())
                    .isEqualTo("READY");
            await().atMost(LONG).until(() -> other.state.unreadiness().isEmpty());
            assertThat(shown(name).get("report").get("clockAheadMillis").asLong())
                    .isBetween(240_000L, 360_000L);
        }
        assertThat(state(name)).isEqualTo("STOPPED");
        assertThat(node.post(NODES + '/' + name + "/drain", "").statusCode()).isEqualTo(409);
    }

    @Test
    void anOrderToDrainEndsAtARestart() throws Exception {
        String name = UUID.randomUUID().toString();
        NodeReporter first = start(name, new OtherNode());
        node.post(NODES + '/' + name + "/drain", "");
        awaitState(name, "DRAINED");
        first.close();

        try (NodeReporter second = start(name, new OtherNode())) {
            assertThat(second).isNotNull();
            assertThat(state(name)).isEqualTo("READY");
        }
    }

    /** Also one that was killed: no orderly stop, so the row is as the last report left it. */
    @Test
    void aNodeThatReportsNoMoreIsLostAndCannotBeDrained() throws Exception {
        String name = UUID.randomUUID().toString();
        node.bean(NodeReports.class).begin(name, "9.9", new OtherNode().report(null));
        node.database().update("UPDATE node_report SET seen_at = now() - interval '16 seconds' WHERE name = ?", name);

        assertThat(state(name)).isEqualTo("LOST");
        assertThat(node.post(NODES + '/' + name + "/drain", "").statusCode()).isEqualTo(409);

        node.database().update("UPDATE node_report SET seen_at = now() - interval '25 hours' WHERE name = ?", name);

        assertThat(node.get(NODES + '/' + name).statusCode()).isEqualTo(404);
    }

    @Test
    void aNodeOfABuildWithoutReportsIsShownByItsLease() throws Exception {
        String name = UUID.randomUUID().toString();
        new JdbcNodeTable(node.database(), "0.1", "LOG").register(name);

        JsonNode shown = shown(name);

        assertThat(shown.get("state").asString()).isEqualTo("UNKNOWN");
        assertThat(shown.get("version").asString()).isEqualTo("0.1");
        assertThat(shown.has("report")).isFalse();
        assertThat(node.post(NODES + '/' + name + "/drain", "").statusCode()).isEqualTo(409);
    }

    @Test
    void drainedNodeTellsBalancersWhyAndServesOn() throws Exception {
        awaitState(ownName(), "READY");
        node.post(NODES + '/' + ownName() + "/drain", "");
        await().atMost(LONG)
                .until(() -> node.send("GET", "/health/ready", "", "").statusCode() == 503);

        assertThat(node.send("GET", "/health/ready", "", "").body())
                .isEqualTo("{\"status\":\"DOWN\",\"reason\":\"DRAINED\"}");
        assertThat(node.send("GET", "/health/live", "", "").statusCode()).isEqualTo(200);

        assertThat(node.post(NODES + '/' + ownName() + "/resume", "").statusCode())
                .isEqualTo(200);
        await().atMost(LONG)
                .until(() -> node.send("GET", "/health/ready", "", "").statusCode() == 200);
    }

    @Test
    void unknownNodeIsNotFound() throws Exception {
        for (String name : new String[] {"x", UUID.randomUUID().toString()}) {
            HttpResponse<String> answer = node.post(NODES + '/' + name + "/drain", "");
            assertThat(answer.statusCode()).isEqualTo(404);
        }
    }
}
