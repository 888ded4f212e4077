package dev.ose.benchmarks.metadata;

import dev.ose.benchmarks.ProcessUsage;
import dev.ose.s3.ObjectKey;
import dev.ose.server.catalog.ObjectFacts;
import dev.ose.server.database.Database;
import dev.ose.server.ledger.AwaitedWrite;
import dev.ose.server.ledger.WriteOutcome;
import dev.ose.server.ledger.commit.GroupCommitLedger;
import dev.ose.server.ledger.jdbc.JdbcDirtyKeys;
import dev.ose.server.ledger.jdbc.JdbcLogApplier;
import dev.ose.server.ledger.jdbc.JdbcLogTables;
import dev.ose.server.ledger.jdbc.JdbcNodeTable;
import dev.ose.server.ledger.jdbc.LogFollower;
import dev.ose.server.ledger.node.NodeMembership;
import dev.ose.server.ledger.verify.DirtyKey;
import dev.ose.server.ledger.verify.KeyContent;
import dev.ose.server.runtime.jobs.Jobs;
import dev.ose.server.runtime.telemetry.Metrics;
import dev.ose.server.runtime.telemetry.OperatorLog;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Requests of one bucket, as nodes carry them out without the platform, and what each kind costs. The log is applied
 * after each round of requests, which stands for the applier of a node. Single-threaded.
 */
final class RequestCosts implements AutoCloseable {

    private static final int PER_REQUEST = 1_000;
    private static final int CLIENTS = 100;
    private static final int ROUNDS = 20;
    private static final int WARM_UP = 30;
    private static final int VERIFIED_ROUNDS = 10;
    private static final int CLAIMED = 32;
    private static final long SEED = 5;

    private final Environment environment;
    private final NodeMembership node;
    private final GroupCommitLedger ledger;
    private final JdbcLogApplier applier;
    private final LogFollower follower;
    private final JdbcDirtyKeys dirty;

    /** In the order of a listing, as clients name them that empty a folder. */
    private final Deque<ObjectKey> sorted;

    private final Deque<ObjectKey> scattered;

    private RequestCosts(Environment environment, List<ObjectKey> keys) {
        this.environment = environment;
        Database database = environment.database();
        this.node = NodeMembership.join(
                new Jobs(new Metrics(), new OperatorLog(), Clock.systemUTC()),
                new JdbcNodeTable(database, "benchmark", "LOG"),
                "benchmark");
        this.ledger = GroupCommitLedger.start(node.operationIds(), List.of(new JdbcLogTables(database)), () -> {});
        this.applier = new JdbcLogApplier(database, () -> {});
        this.follower = new LogFollower(database, applier);
        this.dirty = new JdbcDirtyKeys(database, follower);
        this.sorted = new ArrayDeque<>(keys.subList(0, keys.size() / 2));
        List<ObjectKey> shuffled = new ArrayList<>(keys.subList(keys.size() / 2, keys.size()));
        Collections.shuffle(shuffled, new Random(SEED));
        this.scattered = new ArrayDeque<>(shuffled);
        System.out.println(
                "| 1,000 keys | round trips | transactions | log KiB | received KiB | CPU ms | database CPU ms |"
                        + "\n|---|---|---|---|---|---|---|");
    }

    /** @param keys of the bucket, sorted; each is used once */
    static RequestCosts start(Environment environment, List<ObjectKey> keys) {
        return new RequestCosts(environment, keys);
    }

    static ObjectFacts facts() {
        return new ObjectFacts(1 << 20, "5d41402abc4b2a76b9719d911017c592", Instant.ofEpochSecond(1), null);
    }

    /** Has the compiler and the plans ready. */
    void warmUp() {
        for (int i = 0; i < WARM_UP; i++) {
            writeAtOnce(new WriteOutcome.Written(facts()));
            writeAtOnce(new WriteOutcome.Deleted());
            deleteMany();
        }
        writeAtOnce(new WriteOutcome.Changed());
        verify();
    }

    void printDeletions(String what) {
        print(what, ROUNDS, PER_REQUEST, this::deleteMany);
    }

    void print(String what, WriteOutcome outcome) {
        print(what, ROUNDS, CLIENTS, () -> writeAtOnce(outcome));
    }

    /** Writes whose keys are verified afterwards, that included. */
    void printVerified(String what, WriteOutcome outcome) {
        print(what, VERIFIED_ROUNDS, CLIENTS, () -> {
            writeAtOnce(outcome);
            verify();
        });
    }

    private void deleteMany() {
        List<ObjectKey> keys = take(sorted, PER_REQUEST);
        new AwaitedWrite(ledger, Sample.HALF, "DeleteObjects")
                .sendAll(keys, () -> true, _ -> _ -> new WriteOutcome.Deleted());
        follower.ofAll();
    }

    private void writeAtOnce(WriteOutcome outcome) {
        List<Thread> clients = take(scattered, CLIENTS).stream()
                .map(key -> Thread.startVirtualThread(
                        () -> new AwaitedWrite(ledger, Sample.HALF, "PutObject").send(key, () -> true, _ -> outcome)))
                .toList();
        try {
            for (Thread client : clients) {
                client.join();
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException("the benchmark is never interrupted", e);
        }
        follower.ofAll();
    }

    private void verify() {
        List<DirtyKey> claimed = dirty.claim(CLAIMED);
        while (!claimed.isEmpty()) {
            for (DirtyKey key : claimed) {
                if (!dirty.settle(key, KeyContent.of(Optional.of(facts())))) {
                    throw new IllegalStateException(key + " is not settled");
                }
            }
            claimed = dirty.claim(CLAIMED);
        }
    }

    private static List<ObjectKey> take(Deque<ObjectKey> keys, int count) {
        return IntStream.range(0, count).mapToObj(_ -> keys.removeFirst()).toList();
    }

    private void print(String what, int rounds, int keysOfRound, Runnable round) {
        Counts before = counts();
        for (int i = 0; i < rounds; i++) {
            round.run();
        }
        Counts spent = counts().minus(before);
        double thousands = (double) rounds * keysOfRound / 1_000;
        System.out.printf(
                Locale.ROOT,
                "| %s | %.1f | %.1f | %.0f | %.0f | %.0f | %.0f |%n",
                what,
                spent.roundTrips() / thousands,
                spent.transactions() / thousands,
                spent.logged() / thousands / 1024,
                spent.received() / thousands / 1024,
                spent.ours().toMillis() / thousands,
                spent.databases().toMillis() / thousands);
    }

    private Counts counts() {
        Tables.Written written = environment.tables().written();
        return new Counts(
                CountedSockets.roundTrips(),
                CountedSockets.receivedBytes(),
                written.transactions(),
                written.logged(),
                ProcessUsage.processorTime(Stream.of(ProcessHandle.current())),
                ProcessUsage.processorTime(Stream.concat(
                        Stream.of(environment.server()), environment.server().descendants())));
    }

    @Override
    public void close() {
        ledger.close();
        applier.close();
        node.close();
    }

    /** Where requests write. */
    record Environment(Database database, ProcessHandle server, Tables tables) {}

    /** Since the start. */
    private record Counts(
            long roundTrips, long received, long transactions, long logged, Duration ours, Duration databases) {

        Counts minus(Counts before) {
            return new Counts(
                    roundTrips - before.roundTrips,
                    received - before.received,
                    transactions - before.transactions,
                    logged - before.logged,
                    ours.minus(before.ours),
                    databases.minus(before.databases));
        }
    }
}
