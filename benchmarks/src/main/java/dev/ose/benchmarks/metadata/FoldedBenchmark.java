package dev.ose.benchmarks.metadata;

import dev.ose.benchmarks.Machine;
import dev.ose.postgres.EmbeddedPostgres;
import dev.ose.server.catalog.jdbc.JdbcCompactionTables;
import dev.ose.server.database.Database;
import dev.ose.server.ledger.WriteOutcome;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;

/**
 * The program behind {@code benchmarks/run folded}: compares what changes of folded objects take with those of objects
 * that have a row each, in turns and by processor time, so that other work on the machine changes little. The directory
 * must not have been used before.
 */
public final class FoldedBenchmark {

    private static final int CLIENTS = 100;

    private FoldedBenchmark() {}

    /** Arguments: thousands of objects of a bucket (500), rounds of 1,000 keys (20). */
    public static void main(String[] arguments) throws SQLException {
        Sample sample = new Sample((arguments.length > 0 ? Integer.parseInt(arguments[0]) : 500) * 2_000L);
        int rounds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 20;
        try (EmbeddedPostgres server = CountedDatabase.start();
                Database database = new Database(CountedDatabase.settings(server));
                Database patient = new Database(CountedDatabase.settings(server).patient(Duration.ofHours(2)))) {
            Machine.describe().forEach(System.out::println);
            System.out.printf("Objects: %,d in each bucket, %d rounds%n%n", sample.objects() / 2, rounds);
            Tables tables = new Tables(patient.dataSource());
            tables.fill(sample);
            tables.logOnlyChanges();
            FoldLoad.foldAll(new JdbcCompactionTables(database), Instant.now());
            tables.fillTwin(sample);
            tables.compact();
            tables.stopVacuum();
            System.out.printf(
                    Locale.ROOT,
                    "Segments: %.1f bytes an object%n%n",
                    tables.space().segments() / (double) sample.objects());
            RequestCosts.Environment environment = new RequestCosts.Environment(
                    database, ProcessHandle.of(server.pid()).orElseThrow(), tables);
            FoldedCosts costs = new FoldedCosts(environment, tables.keys(Tables.TWIN), rounds);
            try (LedgerRequests requests = new LedgerRequests(database)) {
                costs.print(
                        "overwrites",
                        CLIENTS,
                        (bucket, keys) ->
                                requests.writeAtOnce(bucket, keys, new WriteOutcome.Written(LedgerRequests.facts())));
                costs.print(
                        "deletions",
                        CLIENTS,
                        (bucket, keys) -> requests.writeAtOnce(bucket, keys, new WriteOutcome.Deleted()));
                costs.printSorted("DeleteObjects of 1,000 neighbours", 1_000, requests::deleteMany);
            }
        }
    }
}
