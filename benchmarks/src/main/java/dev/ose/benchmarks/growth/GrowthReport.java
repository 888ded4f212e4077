package dev.ose.benchmarks.growth;

import dev.ose.benchmarks.Measurement;
import java.io.PrintStream;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Prints tables in Markdown whose first column is what grows. */
final class GrowthReport {

    private static final double BYTES_PER_MIB = 1024.0 * 1024;

    private final PrintStream out;

    GrowthReport(PrintStream out) {
        this.out = out;
    }

    /** Begins a table. */
    void heading(String whatGrows) {
        out.println();
        out.println("| " + whatGrows + " | server | CPU | spread | requests/s | p50 ms | p99 ms | resident MiB |");
        out.println("|---|---|---|---|---|---|---|---|");
    }

    /** A row for each server. */
    void rows(int number, Map<String, List<Measurement>> measured) {
        measured.forEach((server, rounds) -> row(number, server, rounds));
    }

    /** The median round, the cheapest and the dearest, and the most memory of all. */
    void row(int number, String server, List<Measurement> rounds) {
        List<Measurement> sorted = rounds.stream()
                .sorted(Comparator.comparingDouble(Measurement::cost))
                .toList();
        Measurement median = sorted.get(sorted.size() / 2);
        out.printf(
                Locale.ROOT,
                "| %d | %s | **%.1f us** | %.1f-%.1f | %.0f | %s | %s | %.0f |%n",
                number,
                server,
                median.cost(),
                sorted.getFirst().cost(),
                sorted.getLast().cost(),
                median.requestsPerSecond(),
                median.latencies().millis(0.5),
                median.latencies().millis(0.99),
                rounds.stream().mapToLong(Measurement::residentBytes).max().orElse(0) / BYTES_PER_MIB);
    }
}
