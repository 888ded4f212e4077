package dev.ose.benchmarks.metadata;

import dev.ose.s3.ObjectKey;
import dev.ose.server.bucket.BucketId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.BiConsumer;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * What requests take on objects with a row each and on folded ones, in turns: two buckets of the same objects, one of
 * them folded. Medians of the rounds, and the least and the most of their ratios. Single-threaded.
 */
final class FoldedCosts {

    private static final int WARM_UP = 5;
    private static final long SEED = 5;

    private final RequestCosts.Environment environment;
    private final Deque<ObjectKey> scattered;
    private final Deque<ObjectKey> sorted;
    private final int rounds;

    /** @param keys of both buckets, sorted; each is used once */
    FoldedCosts(RequestCosts.Environment environment, List<ObjectKey> keys, int rounds) {
        this.environment = environment;
        this.rounds = rounds;
        this.sorted = new ArrayDeque<>(keys.subList(0, keys.size() / 4));
        List<ObjectKey> shuffled = new ArrayList<>(keys.subList(keys.size() / 4, keys.size()));
        Collections.shuffle(shuffled, new Random(SEED));
        this.scattered = new ArrayDeque<>(shuffled);
        System.out.println("| 1,000 keys | objects | round trips | log KiB | received KiB | CPU ms | database CPU ms |"
                + " ratio of the database's | of both |\n|---|---|---|---|---|---|---|---|---|");
    }

    /** Requests on keys from anywhere, {@code atOnce} of them at a time. */
    void print(String what, int atOnce, BiConsumer<BucketId, List<ObjectKey>> requests) {
        print(what, scattered, new Work(atOnce, requests));
    }

    /** Requests on keys that follow one another. */
    void printSorted(String what, int atOnce, BiConsumer<BucketId, List<ObjectKey>> requests) {
        print(what, sorted, new Work(atOnce, requests));
    }

    private void print(String what, Deque<ObjectKey> keys, Work work) {
        List<RequestCounts> rows = new ArrayList<>();
        List<RequestCounts> folded = new ArrayList<>();
        for (int round = -WARM_UP; round < rounds; round++) {
            List<ObjectKey> used =
                    IntStream.range(0, 1_000).mapToObj(_ -> keys.removeFirst()).toList();
            boolean isFoldedFirst = round % 2 == 0;
            RequestCounts one = spent(isFoldedFirst, used, work);
            RequestCounts other = spent(!isFoldedFirst, used, work);
            if (round >= 0) {
                rows.add(isFoldedFirst ? other : one);
                folded.add(isFoldedFirst ? one : other);
            }
        }
        print(what + " | rows", rows, "|  |  |");
        print(
                what + " | folded",
                folded,
                "| " + ratio(folded, rows, FoldedCosts::database) + " | " + ratio(folded, rows, FoldedCosts::both)
                        + " |");
    }

    private RequestCounts spent(boolean isFolded, List<ObjectKey> keys, Work work) {
        BucketId bucket = isFolded ? Sample.HALF : Tables.TWIN;
        RequestCounts before = RequestCounts.now(environment.server(), environment.tables());
        for (int i = 0; i < keys.size(); i += work.atOnce()) {
            work.requests().accept(bucket, keys.subList(i, i + work.atOnce()));
        }
        return RequestCounts.now(environment.server(), environment.tables()).minus(before);
    }

    private static void print(String what, List<RequestCounts> spent, String ratios) {
        System.out.printf(
                Locale.ROOT,
                "| %s | %.1f | %.0f | %.0f | %.0f | %.1f %s%n",
                what,
                median(spent, RequestCounts::roundTrips),
                median(spent, each -> each.logged() / 1024.0),
                median(spent, each -> each.received() / 1024.0),
                median(spent, each -> each.ours().toNanos() / 1e6),
                median(spent, FoldedCosts::database),
                ratios);
    }

    /** The ratio of the sums, then the least and the most of the rounds. */
    private static String ratio(
            List<RequestCounts> folded, List<RequestCounts> rows, ToDoubleFunction<RequestCounts> cost) {
        double[] each = IntStream.range(0, rows.size())
                .mapToDouble(i -> cost.applyAsDouble(folded.get(i)) / cost.applyAsDouble(rows.get(i)))
                .sorted()
                .toArray();
        double all = folded.stream().mapToDouble(cost).sum()
                / rows.stream().mapToDouble(cost).sum();
        return String.format(Locale.ROOT, "%.2f (%.2f-%.2f)", all, each[0], each[each.length - 1]);
    }

    private static double database(RequestCounts counts) {
        return counts.databases().toNanos() / 1e6;
    }

    private static double both(RequestCounts counts) {
        return counts.databases().plus(counts.ours()).toNanos() / 1e6;
    }

    private static double median(List<RequestCounts> spent, ToDoubleFunction<RequestCounts> cost) {
        double[] sorted = spent.stream().mapToDouble(cost).sorted().toArray();
        return sorted[sorted.length / 2];
    }

    /** Requests on so many keys at a time. */
    private record Work(int atOnce, BiConsumer<BucketId, List<ObjectKey>> requests) {}
}
