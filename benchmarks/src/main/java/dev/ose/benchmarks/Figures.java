package dev.ose.benchmarks;

import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The results of one server under one load: medians of its rounds, with the least and the most beside what varies.
 *
 * @param server as it appears in the report
 * @param rate answers a second
 * @param cost processor time, in microseconds for a request or, in bulk, seconds for a GiB; 0 where none is measured
 * @param median the round with the median rate
 * @param residentBytes the most of all rounds; 0 where none is measured
 */
public record Figures(String server, Spread rate, Spread cost, Measurement median, long residentBytes) {

    /** Of several rounds. */
    public record Spread(double median, double least, double most) {

        /** At least one round. */
        public static Spread of(List<Measurement> rounds, ToDoubleFunction<Measurement> figure) {
            double[] sorted = rounds.stream().mapToDouble(figure).sorted().toArray();
            return new Spread(sorted[sorted.length / 2], sorted[0], sorted[sorted.length - 1]);
        }
    }

    /**
     * The figures of a server under a load.
     *
     * @param rounds at least one
     */
    public static Figures of(String server, List<Measurement> rounds) {
        List<Measurement> byRate = rounds.stream()
                .sorted(Comparator.comparingDouble(Measurement::requestsPerSecond))
                .toList();
        return new Figures(
                server,
                Spread.of(rounds, Measurement::requestsPerSecond),
                Spread.of(rounds, Measurement::cost),
                byRate.get(byRate.size() / 2),
                rounds.stream().mapToLong(Measurement::residentBytes).max().orElse(0));
    }
}
