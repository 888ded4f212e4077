package dev.ose.keeper.supervision;

import dev.ose.control.LaunchReport;
import dev.ose.keeper.process.NodeProcess;
import dev.ose.keeper.supervision.NodeStatus.Phase;
import java.time.Clock;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Publishes the node's phase to the board and, if it changed, to the journal. Not thread-safe. */
final class StatusPublisher {

    private final StatusBoard board;
    private final SupervisionJournal journal;
    private final Clock clock;
    private Phase phase = Phase.STOPPED;
    private Instant since;
    private long serial;
    private int restarts;

    StatusPublisher(StatusBoard board, SupervisionJournal journal, Clock clock) {
        this.board = board;
        this.journal = journal;
        this.clock = clock;
        this.since = clock.instant();
    }

    Phase phase() {
        return phase;
    }

    /** When the present phase began. */
    Instant since() {
        return since;
    }

    /** Counts an unexpected end. */
    void countRestart() {
        restarts++;
    }

    /**
     * Enters a phase.
     *
     * @param code of the problem; absent if there is none
     * @param endpoints absent unless the node serves
     */
    void enter(
            Phase next,
            String sentence,
            @Nullable String code,
            @Nullable NodeProcess process,
            LaunchReport.@Nullable Endpoints endpoints) {
        NodeStatus shown = board.shown();
        if (next != phase) {
            since = clock.instant();
        }
        phase = next;
        serial++;
        board.show(new NodeStatus(
                serial,
                next,
                sentence,
                code,
                process == null ? null : process.identity().pid(),
                endpoints,
                since,
                restarts));
        if (shown.phase() != next || !shown.sentence().equals(sentence)) {
            log(next, (code == null ? "" : code + ": ") + sentence);
        }
    }

    private void log(Phase next, String sentence) {
        switch (next) {
            case HELD -> journal.error(sentence);
            case WAITING -> journal.warning(sentence);
            case STARTING, SERVING, STOPPING, STOPPED -> journal.info(sentence);
        }
    }
}
