package dev.ose.benchmarks.metadata;

import dev.ose.benchmarks.Latencies;
import dev.ose.server.accounting.jdbc.JdbcObjectCounters;
import dev.ose.server.accounting.usage.ObjectCounters;
import dev.ose.server.catalog.KeyRange;
import dev.ose.server.catalog.ObjectAddress;
import dev.ose.server.catalog.ObjectIndex;
import dev.ose.server.catalog.jdbc.JdbcObjectIndex;
import dev.ose.server.catalog.jdbc.JdbcSearchTables;
import dev.ose.server.catalog.search.Filter;
import dev.ose.server.catalog.search.Filter.Relation;
import dev.ose.server.catalog.search.Glob;
import dev.ose.server.catalog.search.ObjectSearch;
import dev.ose.server.catalog.search.ObjectSearch.Position;
import dev.ose.server.database.Database;
import java.util.List;
import java.util.Locale;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/** Latencies of queries on filled tables, one at a time. */
final class ReadBenchmarks {

    private static final int TIMES = 200;
    private static final int PAGE = 1_000;
    private static final int SEARCHED = 100;

    private final ObjectCounters counters;
    private final ObjectIndex index;
    private final ObjectSearch search;
    private final Sample sample;
    private final RandomGenerator random = RandomGenerator.of("L64X128MixRandom");

    ReadBenchmarks(Database database, Sample sample) {
        this.counters = new JdbcObjectCounters(database);
        this.index = new JdbcObjectIndex(database);
        this.search = new ObjectSearch(new JdbcSearchTables(database), System::nanoTime);
        this.sample = sample;
    }

    void report() {
        System.out.println("| question | answer | p50 ms | p99 ms |");
        System.out.println("|---|---|---|---|");
        measure("objects and bytes of the bucket that holds half", () -> counters.of(Sample.TENANT, Sample.HALF)
                .objects());
        measure("objects and bytes of the tenant", () -> counters.of(Sample.TENANT)
                .objects());
        measure("a page of " + PAGE + " rows from anywhere", () -> {
            ObjectAddress from = sample.any(random);
            return index.range(from.bucket(), KeyRange.behind(from.key().value()), PAGE)
                    .size();
        });
        measure("search by name", () -> {
            return find(new Filter.Key(Relation.EQUAL, sample.any(random).key().value()));
        });
        measure("search by prefix", () -> find(like(folder() + "*")));
        measure("search by prefix and size", () -> {
            return find(both(like(folder() + "*"), new Filter.Size(Relation.LESS, 100_000)));
        });
        measure("search by prefix and glob", () -> find(like(folder() + "*7?.dat")));
        measure("search in one bucket by a part of the name, common", () -> {
            return find(both(new Filter.BucketLike(new Glob("bucket-7"), true), like("*e*.dat")));
        });
        System.out.println();
    }

    private String folder() {
        return String.format(Locale.ROOT, "folder-%04d/", random.nextInt(Sample.FOLDERS));
    }

    private static Filter like(String glob) {
        return new Filter.KeyLike(new Glob(glob), true);
    }

    private static Filter both(Filter one, Filter other) {
        return new Filter.All(List.of(one, other));
    }

    private int find(Filter filter) {
        return search.find(Sample.TENANT, filter, Position.START, SEARCHED)
                .found()
                .size();
    }

    private void measure(String question, Question asked) {
        // The first answers warm the code and the connection up.
        long answer =
                IntStream.range(0, TIMES / 10).mapToLong(i -> asked.ask()).max().orElseThrow();
        Latencies latencies = new Latencies();
        for (int i = 0; i < TIMES; i++) {
            long begun = System.nanoTime();
            asked.ask();
            latencies.add(System.nanoTime() - begun);
        }
        System.out.printf(
                Locale.ROOT,
                "| %s | %,d | %s | %s |%n",
                question,
                answer,
                latencies.millis(0.5),
                latencies.millis(0.99));
    }

    /** A repeated query. */
    @FunctionalInterface
    private interface Question {
        long ask();
    }
}
