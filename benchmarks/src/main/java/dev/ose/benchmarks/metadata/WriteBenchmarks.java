package dev.ose.benchmarks.metadata;

import dev.ose.benchmarks.Latencies;
import dev.ose.server.catalog.ObjectAddress;
import dev.ose.server.database.Database;
import dev.ose.server.ledger.WriteOutcome;
import dev.ose.server.ledger.jdbc.LogKeeper;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/** Rates of writes over filled tables with the log of a node, one kind after the other. May be measured repeatedly. */
final class WriteBenchmarks {

    private static final Duration WARM_UP = Duration.ofSeconds(5);
    private static final int CROWD = 1_000;

    /** The time of a busy platform to store a small object. */
    private static final Duration PLATFORM = Duration.ofMillis(20);

    private final Database database;
    private final ProcessHandle server;
    private final Sample sample;
    private final AtomicLong next;
    private final AtomicLong deleted = new AtomicLong();

    WriteBenchmarks(Database database, ProcessHandle server, Sample sample) {
        this.database = database;
        this.server = server;
        this.sample = sample;
        this.next = new AtomicLong(sample.objects());
    }

    void report(int clients, Duration length) throws InterruptedException {
        Supplier<ObjectAddress> fresh = () -> Sample.address(next.getAndIncrement());
        Supplier<ObjectAddress> hot = () -> new ObjectAddress(
                Sample.HALF, Sample.address(next.getAndIncrement()).key());
        Supplier<ObjectAddress> known = () -> sample.any(ThreadLocalRandom.current());
        Supplier<ObjectAddress> first = () -> Sample.address(deleted.getAndIncrement());
        try (NodeLedger node = new NodeLedger(database);
                LogKeeper _ = node.keep()) {
            WriteLoad load = new WriteLoad(node, clients, Duration.ZERO, server);
            load.run(fresh, WriteLoad::written, WARM_UP);
            System.out.printf(
                    "| %d clients | writes/s | p50 ms | p99 ms | rows behind ms | CPU | database CPU |%n"
                            + "|---|---|---|---|---|---|---|%n",
                    clients);
            report(
                    "new objects beside a platform of %d ms".formatted(PLATFORM.toMillis()),
                    new WriteLoad(node, clients, PLATFORM, server).run(fresh, WriteLoad::written, length));
            WriteLoad crowd = new WriteLoad(node, CROWD, Duration.ZERO, server);
            report("new objects of %,d clients".formatted(CROWD), crowd.run(fresh, WriteLoad::written, length));
            report("the same in one bucket", crowd.run(hot, WriteLoad::written, length));
            report("new objects in all buckets", load.run(fresh, WriteLoad::written, length));
            report("new objects in one bucket", load.run(hot, WriteLoad::written, length));
            report("overwrites", load.run(known, WriteLoad::written, length));
            report("deletions", load.run(first, WriteOutcome.Deleted::new, length));
        }
    }

    private static void report(String what, WriteLoad.Measured measured) {
        Latencies latencies = measured.latencies();
        System.out.printf(
                Locale.ROOT,
                "| %s | %.0f | %s | %s | %d | %.0f us | %.0f us |%n",
                what,
                measured.perSecond(),
                latencies.millis(0.5),
                latencies.millis(0.99),
                measured.behind().toMillis(),
                measured.each(measured.ours()),
                measured.each(measured.databases()));
    }
}
