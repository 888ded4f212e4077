package dev.ose.benchmarks.arena;

import dev.ose.benchmarks.Figures;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** A bar for each server, as SVG. */
final class BarChart {

    private static final int WIDTH = 420;
    private static final int ROW = 24;
    private static final int BAR_HEIGHT = 16;
    private static final int BARS_AT = 80;
    private static final int LONGEST_BAR = 260;

    private BarChart() {}

    /** Servers whose figure is 0 were not measured and have no bar. */
    static String svg(List<Figures> servers, ToDoubleFunction<Figures> figure) {
        double most = servers.stream().mapToDouble(figure).max().orElse(0);
        StringBuilder svg = new StringBuilder();
        int row = 0;
        for (Figures server : servers) {
            double value = figure.applyAsDouble(server);
            if (value > 0) {
                svg.append(bar(row++ * ROW, server.server(), value, value / most));
            }
        }
        return "<svg viewBox=\"0 0 %d %d\" role=\"img\">%n%s</svg>%n".formatted(WIDTH, row * ROW, svg);
    }

    private static String bar(int top, String server, double value, double share) {
        double length = LONGEST_BAR * share;
        return String.format(
                Locale.ROOT,
                """
                <text x="0" y="%d">%s</text><rect class="%s" x="%d" y="%d" width="%.1f" height="%d"/>\
                <text x="%.1f" y="%d">%s</text>
                """,
                top + BAR_HEIGHT - 3,
                server,
                server,
                BARS_AT,
                top,
                length,
                BAR_HEIGHT,
                BARS_AT + length + 6,
                top + BAR_HEIGHT - 3,
                String.format(Locale.ROOT, value < 10 ? "%.2f" : "%.0f", value));
    }
}
