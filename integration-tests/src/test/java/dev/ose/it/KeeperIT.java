package dev.ose.it;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.control.Event;
import dev.ose.control.ServiceCommand.Action;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** A real node under its keeper: what clients notice of crashes and restarts. */
final class KeeperIT {

    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final int REQUESTS = 40;
    private static final int CLIENTS = 4;

    @Test
    void killedNodeIsBackWithEveryAcknowledgedObject() throws Exception {
        try (SupervisedNode node = SupervisedNode.startEmpty("kept-crash", Map.of())) {
            JsonNode first = node.awaitState("SERVING");
            S3Target target = node.makeUser("crash");
            Wire.send(target, SignedRequest.of("PUT", "/kept")).assertStatus(200);
            Wire.send(target, SignedRequest.of("PUT", "/kept/key").body("kept")).assertStatus(200);
            Ports.await("the keeper's signed request", LIMIT, node::hasProbed);

            ProcessHandle.of(first.path("pid").asLong()).orElseThrow().destroyForcibly();
            long killed = System.nanoTime();

            JsonNode second = node.await(
                    "another node",
                    status -> status.path("state").asString().equals("SERVING")
                            && status.path("restarts").asInt() == 1);
            System.err.println(
                    "back after " + Duration.ofNanos(System.nanoTime() - killed).toMillis() + " ms");
            assertThat(second.path("pid").asLong())
                    .isNotEqualTo(first.path("pid").asLong());
            WireAnswer answer = Wire.send(target, SignedRequest.of("GET", "/kept/key"));
            assertThat(new String(answer.body(), UTF_8)).isEqualTo("kept");
        }
    }

    @Test
    void clientsNoticeNothingOfAnotherKeeper() throws Exception {
        try (SupervisedNode node = SupervisedNode.start("kept-replaced", Map.of())) {
            JsonNode before = node.awaitState("SERVING");
            S3Target target = node.makeUser("replaced");
            Wire.send(target, SignedRequest.of("PUT", "/kept")).assertStatus(200);
            Load load = new Load(target);
            CompletableFuture<Void> running = CompletableFuture.runAsync(load);
            load.awaitMore();

            node.replaceKeeper();
            JsonNode after = node.await(
                    "the new keeper",
                    status -> status.path("keeperPid").asLong() == node.keeperPid()
                            && status.path("state").asString().equals("SERVING"));
            load.awaitMore();
            load.isOver.set(true);
            running.get();

            assertThat(after.path("pid").asLong()).isEqualTo(before.path("pid").asLong());
            assertThat(load.failures).isEmpty();
        }
    }

    /** Until the node has cut each of them, which takes it thirty seconds and the keeper many looks at its health. */
    @Test
    void idleBodiesOfALoginDisturbNeitherTheKeeperNorS3() throws Exception {
        try (SupervisedNode node = SupervisedNode.start("kept-idle", Map.of())) {
            JsonNode before = node.awaitState("SERVING");
            S3Target target = node.makeUser("undisturbed");
            List<Integer> answers = new ArrayList<>();

            try (SteadyWrites writes = SteadyWrites.start(target, "undisturbed", CLIENTS);
                    IdleBodies bodies = IdleBodies.begin(node, node.makeLogin("idle"), 2_000, 20)) {
                writes.awaitMore(REQUESTS);
                Ports.await("the end of idle bodies", LIMIT, () -> {
                    answers.add(node.readiness());
                    return bodies.left() == 0;
                });
                assertThat(writes.failures()).isEmpty();
            }

            assertThat(answers).containsOnly(200);
            JsonNode after = node.awaitState("SERVING");
            assertThat(after.path("pid").asLong()).isEqualTo(before.path("pid").asLong());
            assertThat(after.path("restarts").asInt()).isZero();
        }
    }

    @Test
    void stoppingNodeServesUntilItsNoticeIsOver() throws Exception {
        try (SupervisedNode node = SupervisedNode.start("kept-notice", Map.of("oss.shutdown.notice", "20s"))) {
            JsonNode before = node.awaitState("SERVING");
            S3Target target = node.makeUser("notice");
            Wire.send(target, SignedRequest.of("PUT", "/kept")).assertStatus(200);

            node.configure(Map.of("server.undertow.accesslog.enabled", "false"));
            CompletableFuture<Event.Outcome> restart = CompletableFuture.supplyAsync(() -> node.send(Action.RESTART));
            Ports.await("the notice", LIMIT, () -> node.readiness() == 503);
            Ports.await("answers that end their connection", LIMIT, () -> {
                WireAnswer late =
                        Wire.send(target, SignedRequest.of("PUT", "/kept/late").body("late"));
                late.assertStatus(200);
                return "close".equalsIgnoreCase(late.header("connection"));
            });
            JsonNode after = ((Event.Answer) restart.get()).result();
            assertThat(after.path("pid").asLong())
                    .isNotEqualTo(before.path("pid").asLong());
            assertThat(accessLines(node)).anyMatch(line -> line.contains("/kept/late"));
            assertThat(accessLines(node)).anyMatch(line -> line.contains("/health/ready"));
            List<String> ofTheFirst = accessLines(node);
            WireAnswer kept = Wire.send(target, SignedRequest.of("GET", "/kept/late"));
            assertThat(new String(kept.body(), UTF_8)).isEqualTo("late");
            assertThat(node.readiness()).isEqualTo(200);

            node.send(Action.STOP);

            assertThat(accessLines(node)).as("of a node that is to keep none").isEqualTo(ofTheFirst);
        }
    }

    private static List<String> accessLines(SupervisedNode node) {
        return node.log().stream()
                .filter(line -> line.contains("dev.ose.access."))
                .toList();
    }

    @Test
    void takenPortIsToldAndWaitedFor() throws Exception {
        int port;
        SupervisedNode node;
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = other.getLocalPort();
            node = SupervisedNode.start(
                    "kept-port", Map.of("oss.s3.port", Integer.toString(port), "oss.s3.proxy-protocol", "127.0.0.1"));
            JsonNode waiting = node.awaitState("WAITING");
            assertThat(waiting.path("code").asString()).isEqualTo("OSE-1103");
            assertThat(waiting.path("sentence").asString()).contains("oss.s3.port");
        }
        try (node) {
            node.awaitState("SERVING");
            // The listener for clients closes connections without a balancer's header; the keeper uses another one.
            Ports.await("a signed request of the keeper", LIMIT, () -> accessLines(node).stream()
                    .anyMatch(line -> line.contains("operation=\"ListBuckets\"") && line.contains("status=\"200\"")));
            assertThat(node.awaitState("SERVING").path("sentence").asString()).isEqualTo("The node serves.");
        }
    }

    @Test
    void unreachableDatabaseIsToldAndWaitedFor() throws Exception {
        String url = "jdbc:postgresql://127.0.0.1:" + Ports.free() + "/ose";
        try (SupervisedNode node = SupervisedNode.start("kept-database", Map.of("spring.datasource.url", url))) {
            JsonNode waiting = node.awaitState("WAITING");

            assertThat(waiting.path("code").asString()).isEqualTo("OSE-1105");
            assertThat(waiting.path("sentence").asString()).startsWith("Waits for the database.");
            assertThat(waiting.path("restarts").asInt()).isZero();
        }
    }

    /** Writes and reads over new connections, one request after the other. */
    private static final class Load implements Runnable {

        private final S3Target target;
        private final AtomicBoolean isOver = new AtomicBoolean();
        private final AtomicInteger done = new AtomicInteger();
        private final ConcurrentLinkedQueue<String> failures = new ConcurrentLinkedQueue<>();

        Load(S3Target target) {
            this.target = target;
        }

        @Override
        public void run() {
            while (!isOver.get()) {
                int number = done.get();
                try {
                    String key = "/kept/" + number;
                    int put = Wire.send(target, SignedRequest.of("PUT", key).body("b" + number))
                            .status();
                    int get = Wire.send(target, SignedRequest.of("GET", key)).status();
                    if (put != 200 || get != 200) {
                        failures.add(key + " answered " + put + " and " + get);
                    }
                } catch (UncheckedIOException | AssertionError e) {
                    failures.add(number + " failed: " + e);
                }
                done.incrementAndGet();
            }
        }

        void awaitMore() {
            int goal = done.get() + REQUESTS;
            Ports.await("more requests", LIMIT, () -> done.get() >= goal);
        }
    }
}
