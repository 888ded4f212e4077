package dev.ose.benchmarks.metadata;

import dev.ose.adapter.Secret;
import dev.ose.benchmarks.Latencies;
import dev.ose.benchmarks.Machine;
import dev.ose.postgres.EmbeddedPostgres;
import dev.ose.postgres.EmbeddedPostgresConfig;
import dev.ose.server.object.GroupCommitLedger;
import dev.ose.server.object.LedgerTables;
import dev.ose.server.object.NodeMembership;
import dev.ose.server.object.ObjectAddress;
import dev.ose.server.object.WriteOutcome;
import dev.ose.server.store.Database;
import dev.ose.server.store.DatabaseOptions;
import dev.ose.server.store.JdbcLedgerTables;
import dev.ose.server.store.JdbcNodeTable;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The program behind {@code benchmarks/run metadata}: fills the tables of a node in a PostgreSQL of its own, which writes each
 * commit to disk, and prints what that takes. The directory must not have been used before.
 */
public final class MetadataBenchmark {

    private static final int COMMITTERS = 2;
    private static final Duration WARM_UP = Duration.ofSeconds(5);

    private MetadataBenchmark() {}

    /** Arguments: millions of objects (10), clients (64), seconds of each kind of write (10). */
    public static void main(String[] arguments) throws SQLException, InterruptedException {
        Sample sample = new Sample(argument(arguments, 0, 10) * 1_000_000L);
        int clients = argument(arguments, 1, 64);
        Duration length = Duration.ofSeconds(argument(arguments, 2, 10));
        Path directory = Path.of(
                Objects.requireNonNull(System.getProperty("ose.benchmarks.directory"), "ose.benchmarks.directory"));
        try (EmbeddedPostgres server =
                        EmbeddedPostgres.start(EmbeddedPostgresConfig.in(directory.resolve("metadata-postgres")));
                Database database = new Database(DatabaseOptions.of(
                        server.jdbcUrl(), server.user(), server.withPassword(p -> Secret.of(new String(p)))))) {
            Machine.describe().forEach(System.out::println);
            System.out.printf(
                    "Objects: %,d in %d buckets, one of which holds half; keys of %d bytes.%n%n",
                    sample.objects(), Sample.BUCKETS, Sample.keyOf(0).length());
            Tables tables = new Tables(database.dataSource());
            reportSpace(tables, sample);
            new Readings(database, sample).report();
            reportWrites(database, ProcessHandle.of(server.pid()).orElseThrow(), sample, clients, length);
        }
    }

    private static int argument(String[] arguments, int index, int otherwise) {
        return arguments.length > index ? Integer.parseInt(arguments[index]) : otherwise;
    }

    private static void reportSpace(Tables tables, Sample sample) throws SQLException {
        double rate = tables.fill(sample);
        Tables.Space space = tables.space();
        double each = sample.objects();
        System.out.printf(
                Locale.ROOT,
                "Space: **%.0f bytes an object** (rows %.0f, index %.0f); filled by SQL at %.0f rows/s.%n%n",
                (space.rows() + space.index()) / each,
                space.rows() / each,
                space.index() / each,
                rate);
    }

    private static void reportWrites(
            Database database, ProcessHandle server, Sample sample, int clients, Duration length)
            throws InterruptedException {
        List<LedgerTables> committers = Stream.<LedgerTables>generate(() -> new JdbcLedgerTables(database))
                .limit(COMMITTERS)
                .toList();
        AtomicLong next = new AtomicLong(sample.objects());
        AtomicLong deleted = new AtomicLong();
        Supplier<ObjectAddress> fresh = () -> Sample.address(next.getAndIncrement());
        Supplier<ObjectAddress> hot = () -> new ObjectAddress(
                Sample.HALF, Sample.address(next.getAndIncrement()).key());
        Supplier<ObjectAddress> known = () -> sample.any(ThreadLocalRandom.current());
        Supplier<ObjectAddress> first = () -> Sample.address(deleted.getAndIncrement());
        try (NodeMembership node = NodeMembership.join(new JdbcNodeTable(database, "benchmark"), "benchmark");
                GroupCommitLedger ledger = GroupCommitLedger.start(node.operationIds(), committers, () -> {})) {
            WriteLoad load = new WriteLoad(ledger, clients, server);
            load.run(fresh, WriteLoad::written, WARM_UP);
            System.out.printf(
                    "| %d clients | writes/s | p50 ms | p99 ms | CPU | database CPU |%n|---|---|---|---|---|---|%n",
                    clients);
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
                "| %s | %.0f | %s | %s | %.0f us | %.0f us |%n",
                what,
                measured.perSecond(),
                latencies.millis(0.5),
                latencies.millis(0.99),
                measured.each(measured.ours()),
                measured.each(measured.databases()));
    }
}
