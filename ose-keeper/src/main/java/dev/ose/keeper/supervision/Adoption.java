package dev.ose.keeper.supervision;

import dev.ose.control.LaunchReport;
import dev.ose.control.LaunchTicket;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Finds a node of an earlier keeper: process id, start time and launch must match, and it must accept the login. */
final class Adoption {

    private final CurrentNode node;
    private final NodeMonitors watching;

    Adoption(CurrentNode node, NodeMonitors watching) {
        this.node = node;
        this.watching = watching;
    }

    /**
     * The node found.
     *
     * @param stranger id of a process that claims to be the node but is not the keeper's
     * @param hasReported whether it has written its report; otherwise it is about to, or failed
     */
    record Found(OptionalLong stranger, boolean hasReported) {}

    /** Empty if a node is to be started. Blocks for seconds at most. */
    Optional<Found> look() throws IOException {
        if (!node.takeOver()) {
            return Optional.empty();
        }
        Optional<LaunchReport> report = node.report();
        Optional<LaunchReport> stranger = report.filter(this::isStranger);
        return Optional.of(new Found(
                stranger.map(it -> OptionalLong.of(it.process().pid())).orElse(OptionalLong.empty()),
                report.isPresent()));
    }

    private boolean isStranger(LaunchReport report) {
        LaunchReport.@Nullable Endpoints endpoints = report.endpoints();
        @Nullable LaunchTicket launch = node.launch();
        return endpoints != null && launch != null && watching.isRefused(endpoints, launch);
    }
}
