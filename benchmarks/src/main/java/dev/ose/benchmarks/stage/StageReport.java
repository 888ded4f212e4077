package dev.ose.benchmarks.stage;

import dev.ose.benchmarks.Measurement;
import dev.ose.benchmarks.Workload;
import java.io.PrintStream;
import java.util.Locale;
import java.util.Optional;

/**
 * What a request costs by stage.
 *
 * @param nginx processor time that nginx takes for the request, in microseconds
 * @param node the same of the node while it is not profiled
 * @param processor samples of processor time
 * @param memory samples of allocated bytes
 */
record StageReport(
        Workload workload,
        double nginx,
        double node,
        Profiler.Profile<Measurement> processor,
        Profiler.Profile<Measurement> memory) {

    /** Prints a table in Markdown. */
    void print(PrintStream out) {
        out.printf(
                Locale.ROOT,
                "%nnginx takes %.1f us for each %s, the node %.1f.%n%n"
                        + "| %s | CPU us | of nginx | budget | bytes | budget |%n|---|---|---|---|---|---|%n",
                nginx,
                workload.name(),
                node,
                workload.name());
        for (Stage stage : Stage.values()) {
            row(out, stage.title(), micros(stage), bytes(stage), Budget.of(stage, workload));
        }
        row(out, "**all**", node, perRequest(memory.samples().all()), Budget.ofAll(workload));
    }

    private void row(PrintStream out, String title, double micros, double bytes, Optional<Budget> budget) {
        out.printf(
                Locale.ROOT,
                "| %s | %.1f | %s | %s | %s | %s |%n",
                title,
                micros,
                marked("%.2f", micros / nginx, budget.map(Budget::timesNginx)),
                budget.map(most -> String.format(Locale.ROOT, "%.2f", most.timesNginx()))
                        .orElse(""),
                marked("%.0f", bytes, budget.map(most -> (double) most.bytes())),
                budget.map(most -> Integer.toString(most.bytes())).orElse(""));
    }

    /** What exceeds its budget is bold. */
    private static String marked(String format, double figure, Optional<Double> budget) {
        String text = String.format(Locale.ROOT, format, figure);
        return budget.filter(most -> figure > most).isPresent() ? "**" + text + "**" : text;
    }

    /** Samples say which share of the time a stage has; the time itself is that without the profiler. */
    private double micros(Stage stage) {
        return node * processor.samples().of(stage) / processor.samples().all();
    }

    private double bytes(Stage stage) {
        return perRequest(memory.samples().of(stage));
    }

    private double perRequest(long bytes) {
        return (double) bytes / memory.result().requests();
    }
}
