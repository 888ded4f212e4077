package dev.ose.benchmarks.metadata;

import dev.ose.benchmarks.Latencies;
import dev.ose.benchmarks.ProcessUsage;
import dev.ose.server.catalog.ObjectAddress;
import dev.ose.server.catalog.ObjectFacts;
import dev.ose.server.ledger.Intent;
import dev.ose.server.ledger.WriteOutcome;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Clients that begin and end a write each, as a request does, and wait for both to be committed. */
final class WriteLoad {

    private final NodeLedger node;
    private final int clients;
    private final Duration platform;
    private final ProcessHandle database;

    /**
     * The {@code database} is the one that the ledger writes to, with its children. What is written takes the platform
     * as long as {@code platform}, which is in no latency.
     */
    WriteLoad(NodeLedger node, int clients, Duration platform, ProcessHandle database) {
        this.node = node;
        this.clients = clients;
        this.platform = platform;
        this.database = database;
    }

    /** Writes facts of this size. */
    static WriteOutcome written() {
        return new WriteOutcome.Written(new ObjectFacts(
                ThreadLocalRandom.current().nextLong(1 << 20),
                "5d41402abc4b2a76b9719d911017c592",
                Instant.ofEpochSecond(1),
                null));
    }

    /** Blocks for that long, and until the rows have followed. */
    Measured run(Supplier<ObjectAddress> address, Supplier<WriteOutcome> outcome, Duration length)
            throws InterruptedException {
        Latencies latencies = new Latencies();
        List<Thread> threads = new ArrayList<>();
        Duration ours = ours();
        Duration databases = databases();
        long end = System.nanoTime() + length.toNanos();
        for (int i = 0; i < clients; i++) {
            threads.add(Thread.startVirtualThread(() -> writeUntil(end, address, outcome, latencies)));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        long ended = System.nanoTime();
        node.follower().ofAll();
        Duration behind = Duration.ofNanos(System.nanoTime() - ended);
        return new Measured(
                length, latencies, behind, ours().minus(ours), databases().minus(databases));
    }

    private static Duration ours() {
        return ProcessUsage.processorTime(Stream.of(ProcessHandle.current()));
    }

    private Duration databases() {
        return ProcessUsage.processorTime(Stream.concat(Stream.of(database), database.descendants()));
    }

    private void writeUntil(
            long end, Supplier<ObjectAddress> address, Supplier<WriteOutcome> outcome, Latencies latencies) {
        for (long begun = System.nanoTime(); begun < end; begun = System.nanoTime()) {
            ObjectAddress written = address.get();
            Intent intent = node.ledger().begin(written.bucket(), written.key()).join();
            long intended = System.nanoTime();
            store();
            long stored = System.nanoTime();
            node.ledger().complete(intent, outcome.get()).join();
            long took = System.nanoTime() - stored + intended - begun;
            synchronized (latencies) {
                latencies.add(took);
            }
        }
    }

    private void store() {
        try {
            Thread.sleep(platform);
        } catch (InterruptedException e) {
            throw new IllegalStateException("clients are never interrupted", e);
        }
    }

    /**
     * How many writes there were, and what they took.
     *
     * @param behind how long the rows took to follow after the last write
     * @param ours processor time of this process, clients included
     * @param databases processor time of the database's processes
     */
    record Measured(Duration length, Latencies latencies, Duration behind, Duration ours, Duration databases) {

        double perSecond() {
            return latencies.count() * 1e9 / length.toNanos();
        }

        /** Microseconds of processor time a write. */
        double each(Duration processorTime) {
            return processorTime.toNanos() / 1e3 / Math.max(1, latencies.count());
        }
    }
}
