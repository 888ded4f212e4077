package dev.ose.keeper.supervision;

import dev.ose.keeper.process.NodeLauncher;
import dev.ose.keeper.process.NodeProcess;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Stops the node: requests a graceful shutdown once, kills it after the time limit. Not thread-safe. */
final class NodeStop {

    private final NodeLauncher launcher;
    private final CurrentNode node;
    private final SupervisionJournal journal;
    private final Clock clock;
    private final Duration limit;
    private Instant began;
    private boolean isTerminating;

    /** @param limit how long a node may take to end before it is killed */
    NodeStop(NodeLauncher launcher, CurrentNode node, SupervisionJournal journal, Clock clock, Duration limit) {
        this.launcher = launcher;
        this.node = node;
        this.journal = journal;
        this.clock = clock;
        this.limit = limit;
        this.began = clock.instant();
    }

    /** Begins; a pending start request is cancelled. */
    void begin() {
        began = clock.instant();
        isTerminating = false;
        launcher.cancel();
    }

    /**
     * Advances; returns whether the process has ended and its ending is known, as far as the launcher reports endings.
     */
    boolean isOver() {
        node.look();
        @Nullable NodeProcess process = node.process();
        if (process == null) {
            // A requested node may still appear, unless the launcher knows that it ended.
            return launcher.ending().isPresent() || isPast(CurrentNode.UNREPORTED_LIMIT);
        }
        if (process.isAlive()) {
            end(process);
            return false;
        }
        // As in a post-mortem: a late report on this node's end would be mistaken for the next one's.
        return !launcher.reportsEnding() || launcher.ending().isPresent() || isPast(limit);
    }

    private void end(NodeProcess process) {
        if (!isTerminating) {
            isTerminating = true;
            process.terminate();
        } else if (isPast(limit)) {
            journal.warning("The node did not end in time and is killed.");
            process.kill();
        }
    }

    private boolean isPast(Duration time) {
        return !clock.instant().isBefore(began.plus(time));
    }
}
