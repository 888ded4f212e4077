package dev.ose.keeper.supervision;

import dev.ose.control.LaunchTicket;
import dev.ose.control.NodeReport;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Whether there is a node of an earlier keeper: process id, start and launch must agree, and it must know the login. */
final class Adoption {

    private final CurrentNode node;
    private final NodeMonitors watching;

    Adoption(CurrentNode node, NodeMonitors watching) {
        this.node = node;
        this.watching = watching;
    }

    /**
     * What there is.
     *
     * @param stranger the id of a process that says it is the node, and is not the keeper's
     * @param hasReported whether it has told of itself; else it is about to, or came to nothing
     */
    record Found(OptionalLong stranger, boolean hasReported) {}

    /** Nothing if a node is to be started. Blocks for seconds at most. */
    Optional<Found> look() throws IOException {
        if (!node.takeOver()) {
            return Optional.empty();
        }
        Optional<NodeReport> report = node.report();
        Optional<NodeReport> stranger = report.filter(this::isStranger);
        return Optional.of(new Found(
                stranger.map(it -> OptionalLong.of(it.process().pid())).orElse(OptionalLong.empty()),
                report.isPresent()));
    }

    private boolean isStranger(NodeReport report) {
        NodeReport.@Nullable Endpoints endpoints = report.endpoints();
        @Nullable LaunchTicket launch = node.launch();
        return endpoints != null && launch != null && watching.isRefused(endpoints, launch);
    }
}
