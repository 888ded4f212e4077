package dev.ose.benchmarks.start;

import dev.ose.benchmarks.BodyMode;
import dev.ose.benchmarks.KeyPair;
import dev.ose.benchmarks.Load;
import dev.ose.benchmarks.Machine;
import dev.ose.benchmarks.Measurement;
import dev.ose.benchmarks.NodeProgram;
import dev.ose.benchmarks.NodeServer;
import dev.ose.benchmarks.RunDirectory;
import dev.ose.benchmarks.Workload;
import dev.ose.postgres.EmbeddedPostgres;
import dev.ose.postgres.EmbeddedPostgresConfig;
import dev.ose.server.app.OseServer;
import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The program behind {@code benchmarks/run start}: restarts the product over its embedded platform and an external
 * database, with the AOT cache that {@code quickstart prepare} made and without it. Prints the time until it serves,
 * and what small reads cost in the first minute beside what they cost after it. The directory must not have been used
 * before.
 */
public final class StartBenchmark {

    private static final int STARTS = 5;
    private static final int CONNECTIONS = 16;
    private static final Workload READS = Workload.get("4k");
    private static final Duration WINDOW = Duration.ofSeconds(10);
    private static final int FIRST_WINDOWS = 6;
    private static final int LATER_WINDOWS = 12;

    private final Path directory;
    private final NodeServer.Build build;
    private final List<String> options;

    private StartBenchmark(Path directory, EmbeddedPostgres database, Path databaseDirectory) {
        this.directory = directory;
        this.build = new NodeServer.Build("ose", serverJar(), new NodeServer.Arguments(List.of(), List.of()));
        this.options = List.of(
                "--spring.datasource.url=" + database.jdbcUrl(),
                "--spring.datasource.username=" + database.user(),
                "--spring.datasource.password-file=" + databaseDirectory.resolve("password"));
    }

    /** Prints a table to the standard output. Argument: the AOT cache. */
    public static void main(String[] arguments) {
        Path directory = RunDirectory.get().resolve("start");
        Path databaseDirectory = directory.resolve("postgres");
        Machine.describe().forEach(System.out::println);
        try (EmbeddedPostgres database = EmbeddedPostgres.start(EmbeddedPostgresConfig.in(databaseDirectory))) {
            new StartBenchmark(directory, database, databaseDirectory)
                    .run("-XX:AOTCache=" + Path.of(arguments[0]).toAbsolutePath());
        }
    }

    /** An AOT cache is valid for the class path of its training alone. */
    private static String serverJar() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .filter(entry -> Path.of(entry).getFileName().toString().startsWith("ose-server-"))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no jar of the server on the class path"));
    }

    private void run(String cache) {
        KeyPair keys;
        try (NodeServer node = NodeServer.start(build, program(List.of()), directory, null)) {
            keys = node.keys();
            Load.prepare(node, READS);
            try (Load uploads = Load.start(node, READS.writing(BodyMode.DIGEST), CONNECTIONS)) {
                uploads.runAll();
            }
        }
        System.out.printf(
                "%n| | ready after s | spread | CPU of a read in the first minute | after two more | ratio |%n"
                        + "|---|---|---|---|---|---|%n");
        report("without AOT cache", program(List.of()), keys);
        report("with it", program(List.of(cache)), keys);
    }

    private NodeProgram program(List<String> jvm) {
        return new NodeProgram(OseServer.class.getName(), jvm, options);
    }

    private void report(String title, NodeProgram program, KeyPair keys) {
        double[] starts = new double[STARTS];
        for (int i = 0; i < STARTS - 1; i++) {
            try (NodeServer node = NodeServer.restart(build, program, directory, keys)) {
                starts[i] = node.startTime().toNanos() / 1e9;
            }
        }
        try (NodeServer node = NodeServer.restart(build, program, directory, keys)) {
            starts[STARTS - 1] = node.startTime().toNanos() / 1e9;
            Arrays.sort(starts);
            double first = cost(node, FIRST_WINDOWS);
            cost(node, LATER_WINDOWS - FIRST_WINDOWS);
            double later = cost(node, FIRST_WINDOWS);
            System.out.printf(
                    Locale.ROOT,
                    "| %s | **%.2f** | %.2f-%.2f | %.1f us | %.1f us | **%.2f** |%n",
                    title,
                    starts[STARTS / 2],
                    starts[0],
                    starts[STARTS - 1],
                    first,
                    later,
                    first / later);
        }
    }

    /** Microseconds of processor time a read, the compiler's included. */
    private static double cost(NodeServer node, int windows) {
        List<Measurement> measured = new ArrayList<>();
        try (Load load = Load.start(node, READS, CONNECTIONS)) {
            for (int i = 0; i < windows; i++) {
                measured.add(load.run(WINDOW));
                System.err.printf(Locale.ROOT, "  %.1f us%n", measured.getLast().cost());
            }
        }
        long requests = measured.stream().mapToLong(Measurement::requests).sum();
        return measured.stream()
                        .mapToDouble(each -> each.cost() * each.requests())
                        .sum()
                / requests;
    }
}
