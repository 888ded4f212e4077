package dev.ose.keeper.supervision;

import dev.ose.control.NodeCommand;
import dev.ose.keeper.probe.Health;
import dev.ose.keeper.probe.HealthProbe;
import dev.ose.keeper.probe.MemoryWatch;
import dev.ose.keeper.probe.NodeClient;
import java.io.IOException;
import java.time.Duration;
import java.util.OptionalDouble;
import java.util.function.Consumer;

/** Probes a serving node periodically on a thread of its own, until closed. */
final class NodeWatch implements AutoCloseable {

    private static final int HEALTH_PER_MEMORY = 5;

    private final NodeClient node;
    private final HealthProbe probe;
    private final Duration interval;
    private final Listener listener;
    private final MemoryWatch memory = new MemoryWatch();
    private final OptionalDouble directLimitBytes;
    private final Thread thread;

    /** Receives the results. */
    record Listener(Consumer<Health> health, Consumer<MemoryWatch.Pressure> memory) {}

    private NodeWatch(
            NodeClient node, HealthProbe probe, Duration interval, OptionalDouble directLimitBytes, Listener listener) {
        this.node = node;
        this.probe = probe;
        this.interval = interval;
        this.directLimitBytes = directLimitBytes;
        this.listener = listener;
        this.thread = Thread.ofVirtual().name("node-watch").unstarted(this::run);
    }

    /**
     * Starts. The listener is called on the watch's thread with each health reading and each change of memory pressure.
     */
    static NodeWatch start(
            NodeClient node, HealthProbe probe, Duration interval, OptionalDouble directLimitBytes, Listener listener) {
        NodeWatch watch = new NodeWatch(node, probe, interval, directLimitBytes, listener);
        watch.thread.start();
        return watch;
    }

    private void run() {
        try {
            for (int looks = 0; ; looks++) {
                listener.health().accept(probe.ask(node));
                if (looks % HEALTH_PER_MEMORY == 0) {
                    lookAtMemory();
                }
                Thread.sleep(interval);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void lookAtMemory() throws InterruptedException {
        try {
            NodeClient.Answer metrics = node.send(new NodeCommand("GET", "/metrics/prometheus", null), interval);
            if (metrics.isSuccess()) {
                memory.look(metrics.body(), directLimitBytes).ifPresent(listener.memory());
            }
        } catch (IOException e) {
            // The next health probe reports it.
        }
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
