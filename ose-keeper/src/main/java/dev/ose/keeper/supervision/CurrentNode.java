package dev.ose.keeper.supervision;

import dev.ose.control.LaunchTicket;
import dev.ose.control.NodeReport;
import dev.ose.keeper.process.NodeLauncher;
import dev.ose.keeper.process.NodeProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The node there is now: the launch it comes from, and its process as soon as that is known. Not thread-safe. */
final class CurrentNode {

    /** How long a node that was asked for may take to be seen at all. */
    static final Duration UNREPORTED_LIMIT = Duration.ofSeconds(20);

    private final NodeLauncher launcher;
    private final Path runDirectory;
    private @Nullable LaunchTicket launch;
    private @Nullable NodeProcess process;

    /** @param runDirectory where nodes report */
    CurrentNode(NodeLauncher launcher, Path runDirectory) {
        this.launcher = launcher;
        this.runDirectory = runDirectory;
    }

    /** Is the node of this launch from now on. */
    void become(LaunchTicket next) {
        launch = next;
        process = null;
    }

    /** Has no process any more, or none yet. */
    void forgetProcess() {
        process = null;
    }

    /**
     * Becomes the node of an earlier keeper, if that runs or may still come up. Its process is not known before
     * {@link #look}: a report alone proves nothing.
     */
    boolean takeOver() throws IOException {
        Optional<LaunchTicket> known = LaunchTicket.read(runDirectory);
        known.ifPresent(this::become);
        return known.isPresent()
                && !report().map(it -> !it.process().isAlive())
                        .orElseGet(() -> launcher.ending().isPresent());
    }

    /** Looks for the process as long as it is not known: with the launcher, then in the node's own report. */
    void look() {
        if (process == null) {
            process = launcher.process()
                    .filter(it -> launch != null && it.launch().equals(launch.name()))
                    .or(() -> report().map(it -> new NodeProcess(it.launch(), it.process())))
                    .orElse(null);
        }
    }

    @Nullable
    LaunchTicket launch() {
        return launch;
    }

    @Nullable
    NodeProcess process() {
        return process;
    }

    /** What the node of this launch has told of itself. */
    Optional<NodeReport> report() {
        try {
            return NodeReport.read(runDirectory)
                    .filter(it -> launch != null && it.launch().equals(launch.name()));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Where it serves; absent while it does not say so. */
    NodeReport.@Nullable Endpoints endpoints() {
        return report().map(NodeReport::endpoints).orElse(null);
    }

    /** Whether it comes from that launch. */
    boolean isOf(LaunchTicket other) {
        return launch != null && launch.name().equals(other.name());
    }

    /** Whether it had a process and that is over; where none was ever seen, whether the launcher says so. */
    boolean isGone() {
        return process == null ? launcher.ending().isPresent() : !process.isAlive();
    }
}
