package dev.ose.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.osis.fixture.ServedPlatform;
import dev.ose.testkit.PostgresFixture;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Nodes with one PostgreSQL and one platform behind HAProxy's sample: one is killed, one more is added, under load. */
final class ClusterIT {

    @RegisterExtension
    static final ServedPlatform SERVED = ServedPlatform.embedded();

    @RegisterExtension
    static final PostgresFixture POSTGRES = PostgresFixture.empty();

    private static final int WRITERS = 8;
    private static final int ENOUGH = 40;
    private static final Duration LIMIT = Duration.ofMinutes(1);

    @TempDir
    Path folder;

    @Test
    void killedNodeLosesNothingAndAnotherTakesItsPlace() {
        Map<String, String> options = options();
        try (Node first = Node.startEmpty("cluster-1", options);
                Node second = Node.startBeside(first, "cluster-2", options);
                LoadBalancer balancer = LoadBalancer.start(
                        LoadBalancer.Kind.HAPROXY,
                        List.of(LoadBalancer.Behind.of(first), LoadBalancer.Behind.of(second)));
                HttpClient http = HttpClient.newHttpClient()) {
            S3Target target = balancer.target(Where.HTTP, first.target(Where.HTTP));
            SteadyWrites writes = SteadyWrites.start(target, "cluster", WRITERS);
            try (writes) {
                awaitWrites(http, first);
                awaitWrites(http, second);
                writes.awaitMore(ENOUGH);
                assertThat(writes.failures()).isEmpty();

                second.kill();
                long killed = System.nanoTime();
                writes.awaitMore(ENOUGH);

                // Only the requests in progress at the killed node: each writer has one at a time.
                assertThat(writes.failures()).hasSizeLessThanOrEqualTo(WRITERS);
                assertThat(writes.failuresSince(killed)).isEmpty();

                try (Node third = Node.startBeside(first, "cluster-3", options)) {
                    balancer.reload(List.of(LoadBalancer.Behind.of(first), LoadBalancer.Behind.of(third)));
                    awaitWrites(http, third);
                    writes.awaitMore(ENOUGH);
                    assertThat(writes.failuresSince(killed)).isEmpty();
                    writes.endWithNothingLost(target);
                    writes.endWithNothingLost(third.target(Where.HTTP));
                }
            }
        }
    }

    private Map<String, String> options() {
        return SharedServices.options(
                folder,
                SERVED.endpoint(),
                POSTGRES.database().server(),
                POSTGRES.database().jdbcUrl());
    }

    /** Waits until that node itself has answered a write. */
    private static void awaitWrites(HttpClient http, Node node) {
        HttpRequest metrics = HttpRequest.newBuilder(node.mounted().endpoint().resolve("/metrics/prometheus"))
                .timeout(LIMIT)
                .build();
        Ports.await("a write through " + node.mounted().endpoint(), LIMIT, () -> send(http, metrics)
                .contains("ose_s3_requests_seconds_count{operation=\"PutObject\",outcome=\"success\"}"));
    }

    private static String send(HttpClient http, HttpRequest request) {
        try {
            return http.send(request, HttpResponse.BodyHandlers.ofString()).body();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }
}
