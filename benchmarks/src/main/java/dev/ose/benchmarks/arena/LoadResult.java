package dev.ose.benchmarks.arena;

import dev.ose.benchmarks.Figures;
import dev.ose.benchmarks.Workload;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * The results of all servers under one load.
 *
 * @param backend the storage
 * @param figures of the servers that were measured, in their order
 * @param unmeasured the reason for each server that was not
 */
record LoadResult(
        String backend, Workload load, int connections, List<Figures> figures, Map<String, String> unmeasured) {

    /** The rate of a server as a share of the storage's own; empty if that was not measured. */
    OptionalDouble ratio(Figures of) {
        return figures.stream()
                .filter(figure -> figure.server().equals(Contestant.DIRECT.label()))
                .mapToDouble(direct -> of.rate().median() / direct.rate().median())
                .findFirst();
    }

    /** The unit of the costs. */
    String costUnit() {
        return load.isBulk() ? "s/GiB" : "us";
    }
}
