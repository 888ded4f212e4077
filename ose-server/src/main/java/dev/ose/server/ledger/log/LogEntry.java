package dev.ose.server.ledger.log;

import dev.ose.server.catalog.ObjectAddress;
import dev.ose.server.catalog.ObjectFacts;
import dev.ose.server.ledger.Completion;
import dev.ose.server.ledger.Intent;
import dev.ose.server.ledger.WriteOutcome;
import org.jspecify.annotations.Nullable;

/**
 * One entry of the log.
 *
 * @param outcome null if the write begins, otherwise what became of it
 */
public record LogEntry(Intent intent, @Nullable WriteOutcome outcome) {

    /** A write is about to happen. */
    public static LogEntry begin(Intent intent) {
        return new LogEntry(intent, null);
    }

    /** A write ended. */
    public static LogEntry end(Completion completion) {
        return new LogEntry(completion.intent(), completion.outcome());
    }

    /** Whether the write ended and may have made an older version of what was there. */
    public boolean leavesVersion() {
        return switch (outcome) {
            case WriteOutcome.Written(ObjectFacts facts) -> facts.versionId() != null;
            case WriteOutcome.Assumed(ObjectFacts facts) -> facts.versionId() != null;
            case WriteOutcome.Hidden(@Nullable String marker) -> marker != null;
            case null, default -> false;
        };
    }

    public ObjectAddress address() {
        return intent.address();
    }
}
