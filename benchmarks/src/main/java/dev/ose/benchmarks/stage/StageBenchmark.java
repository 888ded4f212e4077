package dev.ose.benchmarks.stage;

import dev.ose.benchmarks.BodyMode;
import dev.ose.benchmarks.BuildComparison;
import dev.ose.benchmarks.Certificate;
import dev.ose.benchmarks.Figures;
import dev.ose.benchmarks.KeyPair;
import dev.ose.benchmarks.Load;
import dev.ose.benchmarks.Machine;
import dev.ose.benchmarks.Measurement;
import dev.ose.benchmarks.NginxServer;
import dev.ose.benchmarks.NodeProgram;
import dev.ose.benchmarks.NodeServer;
import dev.ose.benchmarks.NullStorage;
import dev.ose.benchmarks.RunDirectory;
import dev.ose.benchmarks.ServerUnderTest;
import dev.ose.benchmarks.Timing;
import dev.ose.benchmarks.Workload;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The program behind {@code benchmarks/run stages}: the processor time and the allocated memory of small requests by
 * {@link Stage}, beside the time that nginx takes for the whole of them.
 */
public final class StageBenchmark {

    private static final int CONNECTIONS = 16;

    private final ServerUnderTest nginx;
    private final NodeServer node;
    private final Profiler profiler;
    private final Duration window;

    private StageBenchmark(ServerUnderTest nginx, NodeServer node, Profiler profiler, Duration window) {
        this.nginx = nginx;
        this.node = node;
        this.profiler = profiler;
        this.window = window;
    }

    /**
     * Prints a table for each load to the standard output. Arguments: seconds of a profile (20), loads (get-4k,put-4k),
     * and {@code tls} to speak it on both legs.
     */
    public static void main(String[] arguments) {
        List<Workload> loads = Stream.of((arguments.length > 1 ? arguments[1] : "get-4k,put-4k").split(",", -1))
                .map(load -> Workload.of(load, BodyMode.DIGEST))
                .toList();
        Duration window = Duration.ofSeconds(arguments.length > 0 ? Integer.parseInt(arguments[0]) : 20);
        Path directory = RunDirectory.get();
        Certificate certificate =
                arguments.length > 2 && arguments[2].equals("tls") ? Certificate.make(directory.resolve("tls")) : null;
        Machine.describe().forEach(System.out::println);
        NodeServer.Build build = new NodeServer.Build(
                "ose", System.getProperty("java.class.path"), new NodeServer.Arguments(List.of(), List.of()));
        try (NullStorage storage = NullStorage.start(Runtime.getRuntime().availableProcessors(), certificate);
                ServerUnderTest nginx =
                        NginxServer.start(storage.endpoint(), KeyPair.ANY, directory.resolve("nginx"), certificate);
                NodeServer node = NodeServer.start(
                        build, NodeProgram.over(storage.endpoint()), directory.resolve("ose"), certificate)) {
            Profiler profiler = new Profiler(node.processes().findFirst().orElseThrow(), directory);
            StageBenchmark benchmark = new StageBenchmark(nginx, node, profiler, window);
            loads.forEach(benchmark::measure);
        }
    }

    private void measure(Workload workload) {
        Timing timing = new Timing(3, Duration.ofSeconds(4), Duration.ofSeconds(20));
        Map<String, List<Measurement>> whole =
                new BuildComparison(timing, List.of(nginx, node)).measure(workload, CONNECTIONS);
        try (Load load = Load.start(node, workload, CONNECTIONS)) {
            StageReport report = new StageReport(
                    workload,
                    cost(whole, nginx),
                    cost(whole, node),
                    profiler.during(Profiler.Event.PROCESSOR, () -> load.run(window)),
                    profiler.during(Profiler.Event.MEMORY, () -> load.run(window)));
            report.print(System.out);
        }
    }

    private static double cost(Map<String, List<Measurement>> whole, ServerUnderTest server) {
        return Figures.Spread.of(whole.getOrDefault(server.name(), List.of()), Measurement::microsPerRequest)
                .median();
    }
}
