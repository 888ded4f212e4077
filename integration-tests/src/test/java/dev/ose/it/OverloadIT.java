package dev.ose.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * How long answers about health take, and how many objects are written meanwhile, with and without thousands of idle
 * bodies.
 */
@Tag("nightly")
final class OverloadIT {

    private static final int BODIES = 2_000;
    private static final int ADDRESSES = 20;
    private static final int CLIENTS = 4;
    private static final int WARM_UP = 500;

    /** All bodies must last for so long; the node waits thirty seconds for each. */
    private static final Duration WINDOW = Duration.ofSeconds(Integer.getInteger("ose.overload.seconds", 10));

    private static final double MAX_MILLIS = 100;

    /** The figures of one window. */
    private record Figures(int answers, double p50, double p99, double slowest, double writesPerSecond) {

        private static Figures of(List<Long> nanos, int writes) {
            List<Long> sorted = new ArrayList<>(nanos);
            Collections.sort(sorted);
            return new Figures(
                    sorted.size(),
                    millis(sorted, 0.5),
                    millis(sorted, 0.99),
                    millis(sorted, 1),
                    writes / (double) WINDOW.toSeconds());
        }

        private static double millis(List<Long> sorted, double share) {
            int index = (int) Math.ceil(share * sorted.size()) - 1;
            return sorted.get(index) / (double) TimeUnit.MILLISECONDS.toNanos(1);
        }

        private void print(String when) {
            System.out.printf(
                    Locale.ROOT,
                    "%s: %d answers about health, p50 %.1f ms, p99 %.1f ms, the slowest %.1f ms; %.1f writes/s%n",
                    when,
                    answers,
                    p50,
                    p99,
                    slowest,
                    writesPerSecond);
        }
    }

    @Test
    void healthIsAnsweredInTimeBesideIdleBodies() throws Exception {
        try (SupervisedNode node = SupervisedNode.start("overload", Map.of());
                HttpClient client = HttpClient.newHttpClient()) {
            node.awaitState("SERVING");
            S3Target target = node.makeUser("overload");
            SupervisedNode.Login login = node.makeLogin("idle");
            Figures without;
            Figures with;
            try (SteadyWrites writes = SteadyWrites.start(target, "overload", CLIENTS)) {
                writes.awaitMore(WARM_UP);
                without = measure(client, node, writes::acknowledgedCount);
                try (IdleBodies bodies = IdleBodies.begin(node, login, BODIES, ADDRESSES)) {
                    with = measure(client, node, writes::acknowledgedCount);
                    assertThat(bodies.left()).as("bodies until the end").isEqualTo(BODIES);
                }
                assertThat(writes.failures()).isEmpty();
            }

            without.print("without idle bodies");
            with.print("with " + BODIES + " of them");
            assertThat(with.p99()).as("milliseconds").isLessThanOrEqualTo(MAX_MILLIS);
            assertThat(with.writesPerSecond()).isPositive();
        }
    }

    private static Figures measure(HttpClient client, SupervisedNode node, IntSupplier writes)
            throws IOException, InterruptedException {
        HttpRequest question = HttpRequest.newBuilder(node.health()).build();
        List<Long> nanos = new ArrayList<>();
        int writtenBefore = writes.getAsInt();
        long end = System.nanoTime() + WINDOW.toNanos();
        while (System.nanoTime() < end) {
            long asked = System.nanoTime();
            int status = client.send(question, HttpResponse.BodyHandlers.discarding())
                    .statusCode();
            nanos.add(System.nanoTime() - asked);
            assertThat(status).isEqualTo(200);
        }
        return Figures.of(nanos, writes.getAsInt() - writtenBefore);
    }
}
