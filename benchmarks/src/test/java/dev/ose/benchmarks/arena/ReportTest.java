package dev.ose.benchmarks.arena;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.benchmarks.Figures;
import dev.ose.benchmarks.Latencies;
import dev.ose.benchmarks.Measurement;
import dev.ose.benchmarks.Workload;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

final class ReportTest {

    private static final Workload LOAD = Workload.get("4k");

    private static Figures figures(String server, int processorMicros, long... rates) {
        return Figures.of(
                server,
                LongStream.of(rates)
                        .mapToObj(rate -> measurement(rate, processorMicros))
                        .toList());
    }

    private static Measurement measurement(long rate, int processorMicros) {
        Latencies latencies = new Latencies();
        latencies.add(2_000_000);
        return new Measurement(
                LOAD,
                rate,
                Duration.ofSeconds(1),
                Duration.ofNanos(rate * processorMicros * 1000L),
                Duration.ZERO,
                processorMicros == 0 ? 0 : 50L << 20,
                latencies);
    }

    private static final LoadResult RESULT = new LoadResult(
            "null",
            LOAD,
            16,
            List.of(figures("direct", 0, 1000, 3000, 2000), figures("ose", 40, 1100, 1000, 900)),
            Map.of("versitygw", "it failed: <none>"));

    @Test
    void ratesAreMediansComparedWithTheStorageItself() {
        String table = MarkdownReport.of(List.of("Commit: 1234"), List.of(RESULT));

        assertThat(table)
                .startsWith("Commit: 1234  \n")
                .contains("| null | get-4k | 16 | direct | 2000 | 1000-3000 | 1.00 |  |  |  |")
                .contains("| null | get-4k | 16 | ose | 1000 | 900-1100 | 0.50 | 40.0 us | 40.0-40.0 |")
                .contains("\nnull, get-4k, 16 clients, versitygw: not measured, it failed: <none>\n");
    }

    @Test
    void pageHasAChartOfEachFigureAndNoMarkupOfOthers() {
        String page = HtmlReport.of(List.of("a <b>"), List.of(RESULT));

        assertThat(page)
                .contains("<p>a &lt;b&gt;</p>")
                .contains("it failed: &lt;none&gt;")
                .doesNotContain("<none>");
        assertThat(page.split("<figure>", -1)).hasSize(4);
        // The storage itself has no processor time.
        assertThat(page.split("class=\"direct\"", -1)).hasSize(3);
        assertThat(page).contains("width=\"260.0\"").contains("width=\"130.0\"");
    }
}
