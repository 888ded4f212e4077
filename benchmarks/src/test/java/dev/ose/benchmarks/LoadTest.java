package dev.ose.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.testkit.fast.StartsServer;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that the measured node serves the load; does not measure speed. */
@StartsServer
class LoadTest {

    private static final int CONNECTIONS = 2;

    private static NullStorage sink;
    private static NodeServer node;

    @TempDir
    static Path directory;

    @BeforeAll
    static void start() {
        sink = NullStorage.start(1, null);
        node = start(sink, "plain", null);
    }

    @AfterAll
    static void stop() {
        node.close();
        sink.close();
    }

    private static NodeServer start(NullStorage sink, String name, @Nullable Certificate certificate) {
        // Compiled by C1 alone: what the second compiler costs, these few requests never bring in.
        var arguments = new NodeServer.Arguments(List.of("-XX:TieredStopAtLevel=1"), List.of());
        var build = new NodeServer.Build("ose", System.getProperty("java.class.path"), arguments);
        return NodeServer.start(build, NodeProgram.over(sink.endpoint()), directory.resolve(name), certificate);
    }

    static Stream<Workload> workloads() {
        return Plan.ALL.stream();
    }

    @ParameterizedTest
    @MethodSource("workloads")
    @Timeout(180)
    void everyAnswerOfTheNodeIsRight(Workload workload) {
        run(node, workload);
    }

    @Test
    @Timeout(180)
    void everyUserIsAnsweredFromItsOwnBucket() {
        run(new PopulatedNode(node, node.makeUsers(0, 5, Workload.SMALL_GET)), Workload.SMALL_GET);
    }

    /** Few of them: encryption by code that is not compiled yet is slow. */
    @Test
    @Timeout(180)
    void everyAnswerOverTlsIsRight() {
        Certificate certificate = Certificate.make(directory.resolve("certificate"));
        try (NullStorage secured = NullStorage.start(1, certificate);
                ServerUnderTest behindTls = start(secured, "tls", certificate)) {
            run(behindTls, Workload.SMALL_GET);
            run(behindTls, Workload.smallPut(BodyMode.TRAILER));
            run(behindTls, Workload.LARGE_GET);
        }
    }

    private static void run(ServerUnderTest server, Workload workload) {
        Load.prepare(server, workload);
        long requests = workload.isBulk() ? 4 : 20;

        Measurement measurement;
        try (Load load = Load.start(server, workload, CONNECTIONS)) {
            measurement = load.run(requests);
        }

        // A wrong answer would have ended the load.
        assertThat(measurement.requests()).isGreaterThanOrEqualTo(requests);
        assertThat(measurement.residentBytes()).isPositive();
    }
}
