package dev.ose.benchmarks;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Measures servers under the same loads, taking turns so that what the machine does meanwhile meets them all. */
public final class BuildComparison {

    private static final double STABLE = 0.05;
    private static final Duration MEMORY_WINDOW = Duration.ofSeconds(10);
    private static final Duration MAX_WARM_UP = Duration.ofMinutes(2);

    private final Timing timing;
    private final List<ServerUnderTest> servers;
    private final List<String> unstable = new ArrayList<>();

    /** @param servers in the order of their turns */
    public BuildComparison(Timing timing, List<ServerUnderTest> servers) {
        this.timing = timing;
        this.servers = List.copyOf(servers);
    }

    /** The measurements of each server under one workload, by its name. Blocks for minutes. */
    public Map<String, List<Measurement>> measure(Workload workload, int connections) {
        Map<String, List<Measurement>> measured = new LinkedHashMap<>();
        for (ServerUnderTest server : servers) {
            measured.put(server.name(), new ArrayList<>());
            Load.prepare(server, workload);
            warmUp(server, workload, connections);
        }
        for (int round = 0; round < timing.rounds(); round++) {
            for (ServerUnderTest server : servers) {
                try (Load load = Load.start(server, workload, connections)) {
                    load.run(Duration.ofSeconds(1));
                    measured.computeIfAbsent(server.name(), name -> new ArrayList<>())
                            .add(load.run(timing.window()));
                }
            }
        }
        return measured;
    }

    /** Until the time is over and a request costs what the last ones did; or until patience is. */
    private void warmUp(ServerUnderTest server, Workload workload, int connections) {
        if (!server.warmsUp()) {
            return;
        }
        long began = System.nanoTime();
        try (Load load = Load.start(server, workload, connections)) {
            double last = Double.MAX_VALUE;
            while (true) {
                double cost = load.run(timing.window()).cost();
                Duration spent = Duration.ofNanos(System.nanoTime() - began);
                boolean stable = Math.abs(cost - last) < STABLE * last;
                System.err.printf("  warming %s for %s: %.2f%n", server.name(), workload.name(), cost);
                if (stable && spent.compareTo(timing.warmUp()) > 0) {
                    return;
                }
                if (spent.compareTo(MAX_WARM_UP) > 0) {
                    unstable.add(server.name() + " under " + workload.name());
                    return;
                }
                last = cost;
            }
        }
    }

    /** The servers, with their loads, whose requests did not come to cost the same within two minutes. */
    List<String> unstable() {
        return List.copyOf(unstable);
    }

    /** Memory of each server while many clients are busy, by its name; the most of all workloads. */
    Map<String, Long> measureMemory(List<Workload> workloads, int connections) {
        Map<String, Long> most = new LinkedHashMap<>();
        for (Workload workload : workloads) {
            for (ServerUnderTest server : servers) {
                try (Load load = Load.start(server, workload, connections)) {
                    most.merge(server.name(), load.run(MEMORY_WINDOW).residentBytes(), Math::max);
                }
            }
        }
        return most;
    }
}
