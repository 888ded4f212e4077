package dev.ose.benchmarks.metadata;

import dev.ose.benchmarks.Machine;
import dev.ose.postgres.EmbeddedPostgres;
import dev.ose.server.catalog.jdbc.JdbcCompactionTables;
import dev.ose.server.database.Database;
import dev.ose.server.ledger.WriteOutcome;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;

/**
 * The program behind {@code benchmarks/run requests}: counts what requests that write take of a PostgreSQL of its own,
 * from their begin to the last row that follows from them, first with a row for each object and then folded. It counts
 * rather than times them, so other work on the machine changes little. The directory must not have been used before.
 */
public final class RequestBenchmark {

    private static final Duration FILLING = Duration.ofHours(2);

    private RequestBenchmark() {}

    /** Arguments: thousands of objects (1,000). */
    public static void main(String[] arguments) throws SQLException {
        Sample sample = new Sample((arguments.length > 0 ? Integer.parseInt(arguments[0]) : 1_000) * 1_000L);
        try (EmbeddedPostgres server = CountedDatabase.start();
                Database database = new Database(CountedDatabase.settings(server));
                Database patient = new Database(CountedDatabase.settings(server).patient(FILLING))) {
            Machine.describe().forEach(System.out::println);
            System.out.printf("Objects: %,d; each line for 1,000 keys.%n%n", sample.objects());
            Tables tables = new Tables(patient.dataSource());
            tables.fill(sample);
            tables.logOnlyChanges();
            RequestCosts.Environment environment = new RequestCosts.Environment(
                    database, ProcessHandle.of(server.pid()).orElseThrow(), tables);
            try (RequestCosts costs = RequestCosts.start(environment, tables.keys(Sample.HALF))) {
                report(costs, "");
                costs.printVerified("CompleteMultipartUpload", new WriteOutcome.Assumed(LedgerRequests.facts()));
                costs.printVerified("CopyObject", new WriteOutcome.Changed());
                FoldLoad.foldAll(new JdbcCompactionTables(database), Instant.now());
                tables.compact();
                report(costs, ", folded");
            }
        }
    }

    private static void report(RequestCosts costs, String state) {
        costs.warmUp();
        costs.printDeletions("DeleteObjects of 1,000 keys" + state);
        costs.print("overwrites" + state, new WriteOutcome.Written(LedgerRequests.facts()));
        costs.print("deletions" + state, new WriteOutcome.Deleted());
    }
}
