package dev.ose.server.audit;

import java.util.List;
import java.util.Optional;

/** A system outside that gets a copy of the audit log. */
public interface AuditReceiver extends AutoCloseable {

    /** Kinds of receivers; there is one of each at most. */
    enum Kind {
        SYSLOG,
        WEBHOOK
    }

    Kind kind();

    /**
     * Sends entries, in order. Blocks for a bounded time.
     *
     * @return a human-readable problem; empty if the receiver has them
     */
    Optional<String> send(List<RecordedEntry> entries);

    /** Aborts a transmission under way. */
    @Override
    default void close() {}
}
