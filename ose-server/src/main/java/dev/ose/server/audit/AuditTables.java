package dev.ose.server.audit;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The table of entries, to be written. Blocks on the database. Thread-safe. */
public interface AuditTables {

    /** Inserts entries, some of them with their ends; durable if it returns and one of them must be. */
    void insert(List<Begun> entries);

    /** Completes entries. If it returns, the database has it and makes it durable within a second. */
    void complete(List<Ended> ends);

    /** Drops entries that are older, by the week; returns the number of weeks. */
    int forget(Instant before);

    /**
     * An entry.
     *
     * @param outcome null if the call is not over
     */
    record Begun(AuditEntry entry, @Nullable AuditOutcome outcome, AuditTrail.Durability durability) {}

    /** The end of a call. */
    record Ended(AuditId call, Instant at, AuditOutcome outcome) {}
}
