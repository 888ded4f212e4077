package dev.ose.benchmarks.arena;

import dev.ose.benchmarks.Figures;
import java.util.List;
import java.util.Locale;

/** The report as tables of Markdown. */
final class MarkdownReport {

    private static final double BYTES_PER_MIB = 1024.0 * 1024;

    private MarkdownReport() {}

    /** @param heading lines about the run */
    static String of(List<String> heading, List<LoadResult> results) {
        StringBuilder text = new StringBuilder();
        heading.forEach(line -> text.append(line).append("  \n"));
        text.append("""

                | storage | load | clients | server | requests/s | spread | of direct | CPU | spread | database CPU \
                | p50 ms | p99 ms | p99.9 ms | MiB |
                |---|---|---|---|---|---|---|---|---|---|---|---|---|---|
                """);
        results.forEach(result -> result.figures().forEach(figures -> append(text, result, figures)));
        results.forEach(result -> result.unmeasured().forEach((server, reason) -> text.append('\n')
                .append(place(result))
                .append(", ")
                .append(server)
                .append(": not measured, ")
                .append(reason)
                .append('\n')));
        return text.toString();
    }

    private static void append(StringBuilder text, LoadResult result, Figures figures) {
        Figures.Spread cost = figures.cost();
        boolean isMeasured = cost.median() > 0;
        text.append("| ")
                .append(String.join(
                        " | ",
                        result.backend(),
                        result.load().name(),
                        Integer.toString(result.connections()),
                        figures.server(),
                        rate(figures.rate().median()),
                        rate(figures.rate().least()) + "-" + rate(figures.rate().most()),
                        result.ratio(figures).isPresent()
                                ? number("%.2f", result.ratio(figures).getAsDouble())
                                : "",
                        isMeasured ? cost(cost.median(), result) + ' ' + result.costUnit() : "",
                        isMeasured ? cost(cost.least(), result) + "-" + cost(cost.most(), result) : "",
                        figures.median().databaseTime().isZero()
                                ? ""
                                : number("%.0f us", figures.median().databaseMicrosPerRequest()),
                        figures.median().latencies().millis(0.5),
                        figures.median().latencies().millis(0.99),
                        figures.median().latencies().millis(0.999),
                        isMeasured ? number("%.0f", figures.residentBytes() / BYTES_PER_MIB) : ""))
                .append(" |\n");
    }

    /** The load as a phrase. */
    static String place(LoadResult result) {
        return result.backend() + ", " + result.load().name() + ", " + result.connections() + " clients";
    }

    private static String rate(double perSecond) {
        return number(perSecond < 100 ? "%.1f" : "%.0f", perSecond);
    }

    private static String cost(double cost, LoadResult result) {
        return number(result.load().isBulk() ? "%.2f" : "%.1f", cost);
    }

    private static String number(String format, double number) {
        return String.format(Locale.ROOT, format, number);
    }
}
