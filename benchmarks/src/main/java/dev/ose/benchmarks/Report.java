package dev.ose.benchmarks;

import java.io.PrintStream;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Prints tables in Markdown. */
final class Report {

    private static final double BYTES_PER_MIB = 1024.0 * 1024;

    private final PrintStream out;

    Report(PrintStream out) {
        this.out = out;
    }

    void heading(List<String> lines) {
        lines.forEach(out::println);
        out.println();
        out.println("| load | server | CPU | spread | database CPU | requests/s | p50 ms | p99 ms |");
        out.println("|---|---|---|---|---|---|---|---|");
    }

    /** One line for each server: the median round, and the cheapest and the dearest. */
    void workload(Workload workload, Map<String, List<Measurement>> measured) {
        measured.forEach((server, rounds) -> {
            List<Measurement> sorted = rounds.stream()
                    .sorted(Comparator.comparingDouble(Measurement::cost))
                    .toList();
            Measurement median = sorted.get(sorted.size() / 2);
            boolean isMeasured = median.cost() > 0;
            out.printf(
                    Locale.ROOT,
                    "| %s | %s | %s | %s | %s | %.0f | %s | %s |%n",
                    workload.name(),
                    server,
                    isMeasured ? "**" + cost(median) + "**" : "",
                    isMeasured ? number(sorted.getFirst()) + "-" + number(sorted.getLast()) : "",
                    median.databaseTime().isZero()
                            ? ""
                            : String.format(Locale.ROOT, "%.0f us", median.databaseMicrosPerRequest()),
                    median.requestsPerSecond(),
                    median.latencies().millis(0.5),
                    median.latencies().millis(0.99));
        });
    }

    private static String cost(Measurement measurement) {
        return number(measurement) + (measurement.workload().isBulk() ? " s/GiB" : " us");
    }

    private static String number(Measurement measurement) {
        return String.format(Locale.ROOT, measurement.workload().isBulk() ? "%.2f" : "%.1f", measurement.cost());
    }

    /** Servers whose figures may still change under more load. */
    void unstable(List<String> servers) {
        if (!servers.isEmpty()) {
            out.println();
            out.println("Not stable after two minutes of load: " + String.join(", ", servers) + '.');
        }
    }

    /** The first line is what the others are compared with. */
    void fairness(int downloads, Map<String, Measurement> measured) {
        out.println();
        out.println("| 4 KiB GETs beside " + downloads
                + " downloads of 1 GiB | requests/s | p50 ms | p99 ms | p99 / first |");
        out.println("|---|---|---|---|---|");
        double first =
                measured.values().iterator().next().latencies().quantile(0.99).toNanos();
        measured.forEach((server, measurement) -> out.printf(
                Locale.ROOT,
                "| %s | %.0f | %s | %s | %.2f |%n",
                server,
                measurement.requestsPerSecond(),
                measurement.latencies().millis(0.5),
                measurement.latencies().millis(0.99),
                measurement.latencies().quantile(0.99).toNanos() / first));
    }

    void memory(int connections, Map<String, Long> mostBytes) {
        out.println();
        out.println("| resident memory with " + connections + " busy connections | MiB |");
        out.println("|---|---|");
        mostBytes.forEach((server, bytes) -> {
            if (bytes > 0) {
                out.printf(Locale.ROOT, "| %s | %.0f |%n", server, bytes / BYTES_PER_MIB);
            }
        });
    }
}
