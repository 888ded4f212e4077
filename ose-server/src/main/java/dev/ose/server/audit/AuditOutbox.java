package dev.ose.server.audit;

import java.time.Instant;
import java.util.List;

/** The entries that receivers have not confirmed. Blocks on the database. Thread-safe. */
public interface AuditOutbox {

    /**
     * The oldest of them.
     *
     * @param openBefore entries without an outcome that are younger are left out: their calls are not over
     */
    List<RecordedEntry> due(AuditReceiver.Kind receiver, Instant openBefore, int limit);

    /** Takes note that the receiver has them. */
    void confirm(AuditReceiver.Kind receiver, List<AuditId> entries);

    /** The number of entries for a receiver, up to a limit. */
    long waiting(AuditReceiver.Kind receiver, int limit);
}
