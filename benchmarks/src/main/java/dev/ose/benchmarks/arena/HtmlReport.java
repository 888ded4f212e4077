package dev.ose.benchmarks.arena;

import dev.ose.benchmarks.Figures;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.springframework.web.util.HtmlUtils;

/** The report as one HTML document with a chart for each load, which needs nothing beside it. */
final class HtmlReport {

    private static final String BEGIN = """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>Arena</title>
            <style>
            :root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif }
            body { max-width: 72rem; margin: 2rem auto; padding: 0 1rem }
            section { display: grid; grid-template-columns: repeat(auto-fit, minmax(22rem, 1fr)); gap: 1rem 2rem }
            h2 { grid-column: 1 / -1; margin-bottom: 0 }
            figure { margin: 0 }
            svg { width: 100%; height: auto }
            text { fill: currentColor; font: 12px system-ui, sans-serif }
            rect { fill: #7a8ba3 } rect.ose { fill: #1f77d0 }
            pre { overflow-x: auto }
            </style>
            </head>
            <body>
            <h1>Arena</h1>
            """;

    private HtmlReport() {}

    /** @param heading lines about the run */
    static String of(List<String> heading, List<LoadResult> results) {
        StringBuilder html = new StringBuilder(BEGIN);
        heading.forEach(
                line -> html.append("<p>").append(HtmlUtils.htmlEscape(line)).append("</p>\n"));
        for (LoadResult result : results) {
            html.append("<section>\n<h2>")
                    .append(HtmlUtils.htmlEscape(MarkdownReport.place(result)))
                    .append("</h2>\n");
            append(html, "Requests a second", result, figures -> figures.rate().median());
            append(html, "Processor time, " + result.costUnit(), result, figures -> figures.cost()
                    .median());
            append(
                    html,
                    "99 % are faster than, ms",
                    result,
                    figures -> figures.median().latencies().quantile(0.99).toNanos() / 1e6);
            html.append("</section>\n");
        }
        return html.append("<h2>All figures</h2>\n<pre>")
                .append(HtmlUtils.htmlEscape(MarkdownReport.of(List.of(), results)))
                .append("</pre>\n</body>\n</html>\n")
                .toString();
    }

    private static void append(StringBuilder html, String title, LoadResult result, ToDoubleFunction<Figures> figure) {
        html.append("<figure><figcaption>")
                .append(HtmlUtils.htmlEscape(title))
                .append("</figcaption>\n")
                .append(BarChart.svg(result.figures(), figure))
                .append("</figure>\n");
    }
}
