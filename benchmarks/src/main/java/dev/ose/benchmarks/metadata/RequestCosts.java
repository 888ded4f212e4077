package dev.ose.benchmarks.metadata;

import dev.ose.s3.ObjectKey;
import dev.ose.server.database.Database;
import dev.ose.server.ledger.WriteOutcome;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.IntStream;

/** What each kind of {@link LedgerRequests} of one bucket costs. Single-threaded. */
final class RequestCosts implements AutoCloseable {

    private static final int PER_REQUEST = 1_000;
    private static final int CLIENTS = 100;
    private static final int ROUNDS = 20;
    private static final int WARM_UP = 30;
    private static final int VERIFIED_ROUNDS = 10;
    private static final long SEED = 5;

    private final Environment environment;
    private final LedgerRequests requests;

    /** In the order of a listing, as clients name them that empty a folder. */
    private final Deque<ObjectKey> sorted;

    private final Deque<ObjectKey> scattered;

    private RequestCosts(Environment environment, List<ObjectKey> keys) {
        this.environment = environment;
        this.requests = new LedgerRequests(environment.database());
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

    /** Has the compiler and the plans ready. */
    void warmUp() {
        for (int i = 0; i < WARM_UP; i++) {
            writeAtOnce(new WriteOutcome.Written(LedgerRequests.facts()));
            writeAtOnce(new WriteOutcome.Deleted());
            deleteMany();
        }
        writeAtOnce(new WriteOutcome.Changed());
        requests.verify();
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
            requests.verify();
        });
    }

    private void deleteMany() {
        requests.deleteMany(Sample.HALF, take(sorted, PER_REQUEST));
    }

    private void writeAtOnce(WriteOutcome outcome) {
        requests.writeAtOnce(Sample.HALF, take(scattered, CLIENTS), outcome);
    }

    private static List<ObjectKey> take(Deque<ObjectKey> keys, int count) {
        return IntStream.range(0, count).mapToObj(_ -> keys.removeFirst()).toList();
    }

    private void print(String what, int rounds, int keysOfRound, Runnable round) {
        RequestCounts before = RequestCounts.now(environment.server(), environment.tables());
        for (int i = 0; i < rounds; i++) {
            round.run();
        }
        RequestCounts spent =
                RequestCounts.now(environment.server(), environment.tables()).minus(before);
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

    @Override
    public void close() {
        requests.close();
    }

    /** Where requests write. */
    record Environment(Database database, ProcessHandle server, Tables tables) {}
}
