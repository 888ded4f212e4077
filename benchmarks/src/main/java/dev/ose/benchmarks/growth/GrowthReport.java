package dev.ose.benchmarks.growth;

import dev.ose.benchmarks.Figures;
import dev.ose.benchmarks.Measurement;
import java.io.PrintStream;
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

    /** Medians of the rounds, the cheapest and the dearest, and the most memory of all. */
    void row(int number, String server, List<Measurement> rounds) {
        Figures figures = Figures.of(server, rounds);
        out.printf(
                Locale.ROOT,
                "| %d | %s | **%.1f us** | %.1f-%.1f | %.0f | %s | %s | %.0f |%n",
                number,
                server,
                figures.cost().median(),
                figures.cost().least(),
                figures.cost().most(),
                figures.rate().median(),
                figures.median().latencies().millis(0.5),
                figures.median().latencies().millis(0.99),
                figures.residentBytes() / BYTES_PER_MIB);
    }
}
