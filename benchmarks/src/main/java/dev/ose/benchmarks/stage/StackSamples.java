package dev.ose.benchmarks.stage;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Sampled stacks by the stage they belong to.
 *
 * @param weights of the samples of each stage; a stage without samples is missing
 */
record StackSamples(Map<Stage, Long> weights) {

    StackSamples {
        weights = Map.copyOf(weights);
    }

    /**
     * Reads the collapsed format: the frames of a stack from its root on, separated by semicolons, a blank, and the
     * weight of its samples.
     *
     * @throws IllegalArgumentException if a line has another form
     */
    static StackSamples parse(List<String> lines) {
        Map<Stage, Long> weights = new EnumMap<>(Stage.class);
        for (String line : lines) {
            int end = line.lastIndexOf(' ');
            if (end < 0) {
                throw new IllegalArgumentException("not a stack with its weight: " + line);
            }
            Stage stage = Stage.of(List.of(line.substring(0, end).split(";", -1)));
            weights.merge(stage, Long.parseLong(line.substring(end + 1)), Long::sum);
        }
        return new StackSamples(weights);
    }

    /** The weight of the samples of a stage. */
    long of(Stage stage) {
        return weights.getOrDefault(stage, 0L);
    }

    /** The weight of all samples. */
    long all() {
        return weights.values().stream().mapToLong(Long::longValue).sum();
    }
}
