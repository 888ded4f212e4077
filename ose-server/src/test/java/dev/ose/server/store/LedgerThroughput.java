package dev.ose.server.store;

import dev.ose.s3.ObjectKey;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.object.GroupCommitLedger;
import dev.ose.server.object.Intent;
import dev.ose.server.object.LedgerTables;
import dev.ose.server.object.NodeMembership;
import dev.ose.server.object.ObjectFacts;
import dev.ose.server.object.WriteOutcome;
import dev.ose.testkit.PostgresServer;
import dev.ose.testkit.TestDatabase;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Measures two-phase writes: arguments are threads, seconds and committers. Run it alone on the machine. */
final class LedgerThroughput {

    private static final int BUCKETS = 40;

    private LedgerThroughput() {}

    public static void main(String[] arguments) throws InterruptedException {
        int threads = Integer.parseInt(arguments[0]);
        int seconds = Integer.parseInt(arguments[1]);
        int committers = Integer.parseInt(arguments[2]);
        try (PostgresServer server = PostgresServer.start()) {
            TestDatabase target = server.createMigrated();
            try (Database database = new Database(StoreFixture.options(target));
                    NodeMembership node = NodeMembership.join(new JdbcNodeTable(database, "test"), "bench")) {
                List<LedgerTables> tables = Stream.<LedgerTables>generate(() -> new JdbcLedgerTables(database))
                        .limit(committers)
                        .toList();
                try (GroupCommitLedger ledger = GroupCommitLedger.start(node.operationIds(), tables, () -> {})) {
                    run(ledger, threads, 3);
                    report(run(ledger, threads, seconds), threads, seconds, ledger);
                }
            }
        }
    }

    private static List<long[]> run(GroupCommitLedger ledger, int threads, int seconds) throws InterruptedException {
        List<long[]> latencies = new ArrayList<>();
        List<Thread> clients = new ArrayList<>();
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        for (int i = 0; i < threads; i++) {
            clients.add(Thread.startVirtualThread(() -> {
                long[] mine = writeUntil(end, ledger);
                synchronized (latencies) {
                    latencies.add(mine);
                }
            }));
        }
        for (Thread client : clients) {
            client.join();
        }
        return latencies;
    }

    private static long[] writeUntil(long end, GroupCommitLedger ledger) {
        long[] nanos = new long[1 << 16];
        int count = 0;
        for (long begun = System.nanoTime(); begun < end && count < nanos.length; begun = System.nanoTime()) {
            ThreadLocalRandom random = ThreadLocalRandom.current();
            ObjectKey key =
                    new ObjectKey("folder-" + random.nextInt(1000) + "/some-object-with-a-name-" + random.nextLong());
            Intent intent =
                    ledger.begin(new BucketId(random.nextInt(BUCKETS)), key).join();
            ledger.complete(
                            intent,
                            new WriteOutcome.Written(new ObjectFacts(
                                    4096, "5d41402abc4b2a76b9719d911017c592", Instant.ofEpochSecond(1), null)))
                    .join();
            nanos[count++] = System.nanoTime() - begun;
        }
        return Arrays.copyOf(nanos, count);
    }

    private static void report(List<long[]> latencies, int threads, int seconds, GroupCommitLedger ledger) {
        long[] all = latencies.stream().flatMapToLong(Arrays::stream).sorted().toArray();
        GroupCommitLedger.Statistics done = ledger.statistics();
        System.out.printf(
                "%d threads: %d two-phase writes/s, p50 %.1f ms, p99 %.1f ms, %.0f rows a commit%n",
                threads,
                all.length / seconds,
                all[all.length / 2] / 1e6,
                all[all.length * 99 / 100] / 1e6,
                (double) done.rows() / done.commits());
    }
}
