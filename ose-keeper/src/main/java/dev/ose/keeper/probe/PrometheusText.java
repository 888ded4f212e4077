package dev.ose.keeper.probe;

/** Samples in Prometheus' text format, version 0.0.4, as a node writes it. */
record PrometheusText(String text) {

    /** The sum of a metric's samples whose labels contain a text; 0 if there are none. */
    double sum(String metric, String label) {
        return text.lines()
                .filter(line -> line.startsWith(metric))
                .filter(line -> line.length() > metric.length()
                        && (line.charAt(metric.length()) == ' ' || line.charAt(metric.length()) == '{'))
                .filter(line -> line.contains(label))
                .mapToDouble(PrometheusText::value)
                .filter(Double::isFinite)
                .sum();
    }

    private static double value(String line) {
        try {
            return Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1));
        } catch (NumberFormatException e) {
            return Double.NaN;
        }
    }
}
