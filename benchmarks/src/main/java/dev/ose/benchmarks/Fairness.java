package dev.ose.benchmarks;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

/** Latencies of small requests while other clients download objects of a gibibyte from the same server. */
final class Fairness {

    private static final Duration SLICE = Duration.ofMillis(100);
    private static final Duration SETTLING = Duration.ofSeconds(2);
    private static final int WINDOWS = 4;

    private final Plan plan;
    private final Iterable<ServerUnderTest> servers;

    Fairness(Plan plan, Iterable<ServerUnderTest> servers) {
        this.plan = plan;
        this.servers = servers;
    }

    /** Measures small reads at each server, by its name. Blocks for a minute. */
    Map<String, Measurement> measure() {
        Map<String, Measurement> measured = new LinkedHashMap<>();
        for (ServerUnderTest server : servers) {
            Load.prepare(server, Workload.SMALL_GET);
            Load.prepare(server, Workload.HUGE_GET);
            measured.put(server.name(), measure(server));
        }
        return measured;
    }

    private Measurement measure(ServerUnderTest server) {
        AtomicBoolean isOver = new AtomicBoolean();
        Thread downloads = Thread.ofPlatform().name("downloads").start(() -> download(server, isOver));
        try (Load load = Load.start(server, Workload.SMALL_GET, plan.connections())) {
            load.run(SETTLING);
            return load.run(plan.timing().window().multipliedBy(WINDOWS));
        } finally {
            isOver.set(true);
            join(downloads);
        }
    }

    /** On a thread of its own, so that the small requests do not queue behind the bytes within the load itself. */
    private void download(ServerUnderTest server, AtomicBoolean isOver) {
        try (Load load = Load.start(server, Workload.HUGE_GET, plan.downloadsBeside())) {
            while (!isOver.get()) {
                load.run(SLICE);
            }
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
