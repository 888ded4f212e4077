package dev.ose.keeper.supervision;

import dev.ose.keeper.process.NodeLauncher;
import dev.ose.keeper.process.NodeProcess;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Brings the node there is to its end: tells it once, kills it when its time is over. Not thread-safe. */
final class NodeStop {

    private final NodeLauncher launcher;
    private final CurrentNode node;
    private final SupervisionJournal journal;
    private final Clock clock;
    private final Duration limit;
    private Instant began;
    private boolean isTold;

    /** @param limit how long a node may take to end before it is killed */
    NodeStop(NodeLauncher launcher, CurrentNode node, SupervisionJournal journal, Clock clock, Duration limit) {
        this.launcher = launcher;
        this.node = node;
        this.journal = journal;
        this.clock = clock;
        this.limit = limit;
        this.began = clock.instant();
    }

    /** Begins; a node that was only asked for is asked for no longer. */
    void begin() {
        began = clock.instant();
        isTold = false;
        launcher.cancel();
    }

    /** Moves on, and tells whether nothing is left of the node, nor to be heard of it. */
    boolean isOver() {
        node.look();
        @Nullable NodeProcess process = node.process();
        if (process == null) {
            // One that was asked for and is not there yet may still come, unless the launcher knows better.
            return launcher.ending().isPresent() || isPast(CurrentNode.UNREPORTED_LIMIT);
        }
        if (process.isAlive()) {
            end(process);
            return false;
        }
        // As in a post-mortem: a late word on this node's end would be taken for the next one's.
        return !launcher.tellsEnding() || launcher.ending().isPresent() || isPast(limit);
    }

    private void end(NodeProcess process) {
        if (!isTold) {
            isTold = true;
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
