package dev.ose.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** That the measured node serves what is asked of it; never how fast. */
class LoadTest {

    private static final long REQUESTS = 40;

    private static Sink sink;
    private static Server node;

    @BeforeAll
    static void start(@TempDir Path directory) {
        sink = Sink.start(1);
        var build = new NodeServer.Build("ose", System.getProperty("java.class.path"), List.of());
        node = NodeServer.start(build, sink.endpoint(), directory);
    }

    @AfterAll
    static void stop() {
        node.close();
        sink.close();
    }

    static Stream<Workload> workloads() {
        return Stream.of(Workload.SMALL_GET, Workload.SMALL_PUT, Workload.LARGE_GET, Workload.LARGE_PUT);
    }

    @ParameterizedTest
    @MethodSource("workloads")
    @Timeout(60)
    void everyAnswerOfTheNodeIsRight(Workload workload) {
        Load.prepare(node, workload);

        Measurement measurement;
        try (Load load = Load.start(node, workload, 8)) {
            measurement = load.run(REQUESTS);
        }

        // A wrong answer would have ended the load.
        assertThat(measurement.requests()).isGreaterThanOrEqualTo(REQUESTS);
        assertThat(measurement.residentBytes()).isPositive();
    }
}
