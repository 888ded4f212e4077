package dev.ose.benchmarks.growth;

import dev.ose.benchmarks.BuildComparison;
import dev.ose.benchmarks.KeyPair;
import dev.ose.benchmarks.Load;
import dev.ose.benchmarks.LoadUser;
import dev.ose.benchmarks.Machine;
import dev.ose.benchmarks.Measurement;
import dev.ose.benchmarks.NginxServer;
import dev.ose.benchmarks.NodeProgram;
import dev.ose.benchmarks.NodeServer;
import dev.ose.benchmarks.NullStorage;
import dev.ose.benchmarks.PopulatedNode;
import dev.ose.benchmarks.RunDirectory;
import dev.ose.benchmarks.ServerUnderTest;
import dev.ose.benchmarks.Timing;
import dev.ose.benchmarks.Workload;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The program behind {@code benchmarks/run growth}: small reads with ever more connections, with ever more users and
 * buckets, and over millions of requests.
 */
public final class GrowthBenchmark {

    private static final Timing TIMING = new Timing(3, Duration.ofSeconds(4), Duration.ofSeconds(10));
    private static final Workload READS = Workload.get("4k");
    private static final int CONNECTIONS = 16;
    private static final int MANY_CONNECTIONS = 1000;
    private static final long MILLION = 1_000_000;

    /** One tenant has all of the load here, and more requests at once than its share of connections takes. */
    private static final List<String> NODE_OPTIONS =
            List.of("s3.client.max.connections=10000", "s3.client.tenant-share=100");

    private final GrowthReport report = new GrowthReport(System.out);
    private final NodeServer node;
    private final ServerUnderTest nginx;

    private GrowthBenchmark(NodeServer node, ServerUnderTest nginx) {
        this.node = node;
        this.nginx = nginx;
    }

    /**
     * Prints the tables to the standard output, progress to the standard error. Arguments: numbers of connections
     * (1,16,200,1000,5000), of users (1,1000,10000) in ascending order, and millions of requests (10).
     */
    public static void main(String[] arguments) {
        int[] connections = numbers(arguments, 0, "1,16,200,1000,5000");
        int[] users = numbers(arguments, 1, "1,1000,10000");
        int[] millions = numbers(arguments, 2, "10");
        Path directory = RunDirectory.get();
        Machine.describe().forEach(System.out::println);
        NodeServer.Build build = new NodeServer.Build(
                "ose", System.getProperty("java.class.path"), new NodeServer.Arguments(List.of(), NODE_OPTIONS));
        try (NullStorage storage = NullStorage.start(Runtime.getRuntime().availableProcessors(), null);
                ServerUnderTest nginx =
                        NginxServer.start(storage.endpoint(), KeyPair.ANY, directory.resolve("nginx"), null);
                NodeServer node =
                        NodeServer.start(build, NodeProgram.over(storage.endpoint()), directory.resolve("ose"), null)) {
            GrowthBenchmark benchmark = new GrowthBenchmark(node, nginx);
            benchmark.withConnections(connections);
            benchmark.withUsers(users);
            benchmark.overRequests(millions[0]);
        }
    }

    private static int[] numbers(String[] arguments, int index, String standard) {
        String text = arguments.length > index ? arguments[index] : standard;
        return Arrays.stream(text.split(",", -1)).mapToInt(Integer::parseInt).toArray();
    }

    private void withConnections(int[] numbers) {
        report.heading("connections");
        BuildComparison comparison = new BuildComparison(TIMING, List.of(nginx, node));
        for (int connections : numbers) {
            report.rows(connections, comparison.measure(READS, connections));
        }
    }

    private void withUsers(int[] numbers) {
        report.heading("users with a bucket each, " + CONNECTIONS + " connections");
        List<LoadUser> made = new ArrayList<>();
        for (int users : numbers) {
            made.addAll(node.makeUsers(made.size(), users, READS));
            PopulatedNode populated = new PopulatedNode(node, made);
            report.rows(users, new BuildComparison(TIMING, List.of(nginx, populated)).measure(READS, CONNECTIONS));
        }
    }

    /** Signatures of a load are valid for a quarter of an hour, so each million is signed anew. */
    private void overRequests(int millions) {
        report.heading("millions of requests, " + MANY_CONNECTIONS + " connections");
        for (int million = 1; million <= millions; million++) {
            try (Load load = Load.start(node, READS, MANY_CONNECTIONS)) {
                Measurement measured = load.run(MILLION);
                report.row(million, node.name(), List.of(measured));
            }
        }
    }
}
