package dev.ose.benchmarks.metadata;

import dev.ose.adapter.Secret;
import dev.ose.benchmarks.Machine;
import dev.ose.benchmarks.RunDirectory;
import dev.ose.postgres.EmbeddedPostgres;
import dev.ose.postgres.EmbeddedPostgresConfig;
import dev.ose.server.catalog.jdbc.JdbcCompactionTables;
import dev.ose.server.database.Database;
import dev.ose.server.database.DatabaseSettings;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;

/**
 * The program behind {@code benchmarks/run metadata}: fills the tables of a node in a PostgreSQL of its own, which
 * writes each commit to disk, and prints what that takes, first with a row for each object and then folded. The
 * directory must not have been used before.
 */
public final class MetadataBenchmark {

    /** To fill and to vacuum ten million rows takes minutes. */
    private static final Duration FILLING = Duration.ofHours(2);

    private MetadataBenchmark() {}

    /** Arguments: millions of objects (10), clients (64), seconds of each kind of write (10). */
    public static void main(String[] arguments) throws SQLException, InterruptedException {
        Sample sample = new Sample(argument(arguments, 0, 10) * 1_000_000L);
        int clients = argument(arguments, 1, 64);
        Duration length = Duration.ofSeconds(argument(arguments, 2, 10));
        Path directory = RunDirectory.get();
        try (EmbeddedPostgres server =
                        EmbeddedPostgres.start(EmbeddedPostgresConfig.in(directory.resolve("metadata-postgres")));
                Database database = new Database(options(server));
                Database patient = new Database(options(server).patient(FILLING))) {
            Machine.describe().forEach(System.out::println);
            System.out.printf(
                    "Objects: %,d in %d buckets, one of which holds half; keys of %d bytes.%n%n",
                    sample.objects(), Sample.BUCKETS, Sample.keyOf(0).length());
            Tables tables = new Tables(patient.dataSource());
            WriteBenchmarks writings =
                    new WriteBenchmarks(database, ProcessHandle.of(server.pid()).orElseThrow(), sample);
            System.out.printf(Locale.ROOT, "Filled by SQL at %.0f rows/s.%n", tables.fill(sample));
            report(tables.space(), sample);
            new ReadBenchmarks(database, sample).report();
            writings.report(clients, length);
            fold(tables, database);
            report(tables.space(), sample);
            new ReadBenchmarks(database, sample).report();
            writings.report(clients, length);
        }
    }

    private static DatabaseSettings options(EmbeddedPostgres server) {
        return DatabaseSettings.of(server.jdbcUrl(), server.user(), server.withPassword(p -> Secret.of(new String(p))));
    }

    private static int argument(String[] arguments, int index, int otherwise) {
        return arguments.length > index ? Integer.parseInt(arguments[index]) : otherwise;
    }

    /** Those that were written meanwhile count as well: a few in a hundred. */
    private static void report(Tables.Space space, Sample sample) {
        double objects = (double) sample.objects();
        System.out.printf(
                Locale.ROOT,
                "Space: **%.1f bytes an object** (rows %.1f, index %.1f, segments %.1f).%n%n",
                (space.rows() + space.index() + space.segments()) / objects,
                space.rows() / objects,
                space.index() / objects,
                space.segments() / objects);
    }

    private static void fold(Tables tables, Database database) throws SQLException {
        long logged = tables.logged();
        long begun = System.nanoTime();
        long changed = FoldLoad.foldAll(new JdbcCompactionTables(database), Instant.now());
        double seconds = (System.nanoTime() - begun) / 1e9;
        System.out.printf(
                Locale.ROOT,
                "%nFolded %,d objects at %.0f a second, with %.0f bytes of the log each.%n",
                changed,
                changed / seconds,
                (double) (tables.logged() - logged) / changed);
        tables.compact();
    }
}
