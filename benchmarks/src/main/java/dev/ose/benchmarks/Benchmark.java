package dev.ose.benchmarks;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The program behind {@code benchmarks/run}: starts the servers, measures them, prints the tables. */
public final class Benchmark {

    private static final int WRONG_ARGUMENTS = 2;

    private Benchmark() {}

    /** Prints the report to the standard output, progress to the standard error. */
    public static void main(String[] arguments) {
        if (List.of(arguments).contains("--help")) {
            System.out.print(Plan.USAGE);
            return;
        }
        Plan plan;
        try {
            plan = Plan.parse(List.of(arguments));
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.err.print(Plan.USAGE);
            System.exit(WRONG_ARGUMENTS);
            return;
        }
        Path directory = RunDirectory.get();
        List<ServerUnderTest> servers = new ArrayList<>();
        Certificate certificate = plan.legs().isTls() ? Certificate.make(directory.resolve("tls")) : null;
        try (NullStorage sink = NullStorage.start(
                Runtime.getRuntime().availableProcessors(),
                certificate,
                plan.legs().storageDelay())) {
            try {
                servers.add(new DirectServer(
                        sink.address(), KeyPair.ANY, certificate == null ? null : certificate.client()));
                servers.add(NginxServer.start(sink.endpoint(), KeyPair.ANY, directory.resolve("nginx"), certificate));
                for (NodeServer.Build build : builds(plan)) {
                    servers.add(NodeServer.start(
                            build, NodeProgram.over(sink.endpoint()), directory.resolve(build.name()), certificate));
                }
                measure(plan, servers);
            } finally {
                servers.reversed().forEach(ServerUnderTest::close);
            }
        }
    }

    private static List<NodeServer.Build> builds(Plan plan) {
        String classPath = System.getProperty("java.class.path");
        List<NodeServer.Build> builds = new ArrayList<>();
        plan.baseline().ifPresent(path -> {
            // The first entry holds SinkNode, which starts the node.
            Path starter = Path.of(classPath.split(File.pathSeparator, -1)[0]);
            builds.add(new NodeServer.Build("baseline", Baseline.classPath(path, starter), plan.arguments()));
        });
        builds.add(new NodeServer.Build("ose", classPath, plan.arguments()));
        return builds;
    }

    private static void measure(Plan plan, List<ServerUnderTest> servers) {
        Report report = new Report(System.out);
        List<String> heading = new ArrayList<>(Machine.describe());
        heading.add(
                "Load: " + plan.connections() + " connections; " + plan.timing().rounds() + " rounds of "
                        + plan.timing().window().toSeconds() + " s, the median of which is reported"
                        + (plan.legs().isTls() ? "; clients and storage over TLS." : "."));
        report.heading(heading);
        BuildComparison comparison = new BuildComparison(plan.timing(), servers);
        for (Workload workload : plan.workloads()) {
            report.workload(workload, comparison.measure(workload, plan.connections()));
        }
        report.unstable(comparison.unstable());
        if (plan.downloadsBeside() > 0) {
            report.fairness(plan.downloadsBeside(), new Fairness(plan, servers).measure());
        }
        if (plan.manyConnections() > 0) {
            report.memory(plan.manyConnections(), comparison.measureMemory(plan.workloads(), plan.manyConnections()));
        }
    }
}
