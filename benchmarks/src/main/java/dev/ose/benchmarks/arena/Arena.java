package dev.ose.benchmarks.arena;

import dev.ose.benchmarks.BodyMode;
import dev.ose.benchmarks.BuildComparison;
import dev.ose.benchmarks.Certificate;
import dev.ose.benchmarks.Figures;
import dev.ose.benchmarks.Load;
import dev.ose.benchmarks.Machine;
import dev.ose.benchmarks.RunDirectory;
import dev.ose.benchmarks.ServerUnderTest;
import dev.ose.benchmarks.Workload;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The program behind {@code benchmarks/arena}: measures programs in front of the same storages, prints the report. */
public final class Arena {

    private static final int WRONG_ARGUMENTS = 2;

    /** What a storage is asked to keep for one load. */
    private static final long MOST_STORED_BYTES = 2L << 30;

    private final ArenaPlan plan;
    private final Path directory;

    Arena(ArenaPlan plan, Path directory) {
        this.plan = plan;
        this.directory = directory;
    }

    /** Prints the tables to the standard output, progress to the standard error; writes the charts to a file. */
    public static void main(String[] arguments) throws IOException {
        if (List.of(arguments).contains("--help")) {
            System.out.print(ArenaPlan.USAGE);
            return;
        }
        Path directory = RunDirectory.get();
        ArenaPlan plan;
        try {
            plan = ArenaPlan.parse(List.of(arguments), directory);
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.err.print(ArenaPlan.USAGE);
            System.exit(WRONG_ARGUMENTS);
            return;
        }
        List<String> heading =
                new ArrayList<>(property("ose.benchmarks.heading").lines().toList());
        heading.addAll(Machine.describe());
        List<LoadResult> results = new Arena(plan, directory).measure();
        heading.add("Rounds: " + plan.timing().rounds() + " of "
                + plan.timing().window().toSeconds() + " s, in turns; medians"
                + (plan.isTls() ? "; TLS on both legs" : ""));
        System.out.print(MarkdownReport.of(heading, results));
        Files.writeString(plan.html(), HtmlReport.of(heading, results));
        System.err.println("Charts: " + plan.html());
    }

    private static String property(String name) {
        return Objects.requireNonNull(System.getProperty(name), name);
    }

    /** Measures everything. Blocks for as long as the plan says. */
    List<LoadResult> measure() {
        List<LoadResult> results = new ArrayList<>();
        Certificate certificate = plan.isTls() ? Certificate.make(directory.resolve("tls")) : null;
        for (String name : plan.backends()) {
            try (Backend backend = start(name, certificate)) {
                measure(backend, surroundings(certificate), results);
            }
        }
        return results;
    }

    private Backend start(String name, @Nullable Certificate certificate) {
        return switch (name) {
            case StoringBackend.CEPH -> StoringBackend.ceph(directory);
            case StoringBackend.VERSITYGW -> StoringBackend.versitygw(versityProgram(), directory);
            default -> NullBackend.start(certificate);
        };
    }

    private Contestant.Surroundings surroundings(@Nullable Certificate certificate) {
        return new Contestant.Surroundings(
                directory, certificate, Path.of(System.getProperty("ose.benchmarks.s3proxy", "")), versityProgram());
    }

    private static Path versityProgram() {
        return Path.of(System.getProperty("ose.benchmarks.versitygw", "versitygw"));
    }

    private void measure(Backend backend, Contestant.Surroundings around, List<LoadResult> results) {
        Map<String, String> refusals = new LinkedHashMap<>();
        List<ServerUnderTest> servers = new ArrayList<>();
        try {
            for (Contestant contestant : plan.contestants()) {
                Optional<String> refusal = contestant.refusal(backend, around);
                refusal.ifPresent(reason -> refusals.put(contestant.label(), reason));
                if (refusal.isEmpty()) {
                    servers.add(contestant.start(backend, around));
                }
            }
            for (Workload load : plan.loads()) {
                for (int connections : plan.connections()) {
                    results.add(measure(backend, servers, load, connections, refusals));
                }
            }
        } finally {
            servers.reversed().forEach(ServerUnderTest::close);
        }
    }

    private LoadResult measure(
            Backend backend,
            List<ServerUnderTest> servers,
            Workload load,
            int connections,
            Map<String, String> refusals) {
        System.err.println(backend.name() + ", " + load.name() + ", " + connections + " clients");
        Map<String, String> unmeasured = new LinkedHashMap<>(refusals);
        List<ServerUnderTest> ready = new ArrayList<>();
        for (ServerUnderTest server : servers) {
            Optional<String> fault = prepare(backend, server, load, connections);
            fault.ifPresent(reason -> unmeasured.put(server.name(), reason));
            if (fault.isEmpty()) {
                ready.add(server);
            }
        }
        List<Figures> figures = new ArrayList<>();
        new BuildComparison(plan.timing(), ready)
                .measure(load, connections)
                .forEach((server, rounds) -> figures.add(Figures.of(server, rounds)));
        return new LoadResult(backend.name(), load, connections, figures, unmeasured);
    }

    /** Creates what the load reads, and tries it; returns the reason if the server cannot serve it. */
    private static Optional<String> prepare(Backend backend, ServerUnderTest server, Workload load, int connections) {
        long objects = (long) connections * load.objectsPerConnection();
        if (backend.isStoring() && objects * load.bodyBytes() > MOST_STORED_BYTES) {
            return Optional.of("the objects are more than the storage is asked to keep");
        }
        try {
            Load.prepare(server, load);
            if (backend.isStoring()) {
                run(server, load.writing(BodyMode.UNSIGNED), connections);
            }
            run(server, load, connections);
            return Optional.empty();
        } catch (IllegalStateException | UncheckedIOException e) {
            return Optional.of("it failed: " + e.getMessage());
        }
    }

    private static void run(ServerUnderTest server, Workload load, int connections) {
        try (Load running = Load.start(server, load, connections)) {
            running.runAll();
        }
    }
}
