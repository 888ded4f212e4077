package dev.ose.keeper.supervision;

import dev.ose.control.LaunchReport;
import dev.ose.control.LaunchTicket;
import dev.ose.keeper.process.NodeLauncher;
import dev.ose.keeper.process.NodeProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The present node: its launch, and its process once known. Not thread-safe. */
final class CurrentNode {

    /** Time limit for a requested node to appear as a process. */
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

    /** Replaces the node by that of this launch. */
    void become(LaunchTicket next) {
        launch = next;
        process = null;
    }

    /** Forgets the process, which has ended or not started yet. */
    void forgetProcess() {
        process = null;
    }

    /**
     * Adopts the node of an earlier keeper, if it runs or may still start. Its process is unknown until {@link #look},
     * because a report alone proves nothing.
     */
    boolean takeOver() throws IOException {
        Optional<LaunchTicket> known = LaunchTicket.read(runDirectory);
        known.ifPresent(this::become);
        return known.isPresent()
                && !report().map(it -> !it.process().isAlive())
                        .orElseGet(() -> launcher.ending().isPresent());
    }

    /** Looks the process up until it is known: at the launcher, then in the node's own report. */
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

    /** The report of this launch's node. */
    Optional<LaunchReport> report() {
        try {
            return LaunchReport.read(runDirectory)
                    .filter(it -> launch != null && it.launch().equals(launch.name()));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** The node's endpoints; absent until it reports them. */
    LaunchReport.@Nullable Endpoints endpoints() {
        return report().map(LaunchReport::endpoints).orElse(null);
    }

    /** Whether the node comes from that launch. */
    boolean isOf(LaunchTicket other) {
        return launch != null && launch.name().equals(other.name());
    }

    /** Whether its process has ended; if none was ever seen, whether the launcher reports an ending. */
    boolean isGone() {
        return process == null ? launcher.ending().isPresent() : !process.isAlive();
    }
}
