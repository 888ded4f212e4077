package dev.ose.server.ledger.journal;

import java.util.List;

/** Stores records in order while the database is unavailable. Records are appended by one caller at a time. */
public interface OutageJournal extends AutoCloseable {

    /** Appends records and makes them durable. Returns false if that failed: then none was added. */
    boolean append(List<JournalRecord> records);

    /** Reads up to {@code limit} records from a position on. */
    Chunk read(long position, int limit);

    /** The position behind the last record, which is the size in bytes. */
    long end();

    /** Discards all records but these. Returns false if that failed: then all are still there. */
    boolean restart(List<JournalRecord> kept);

    @Override
    void close();

    /** Records, and the position behind them. */
    record Chunk(List<JournalRecord> records, long next) {
        public Chunk {
            records = List.copyOf(records);
        }
    }
}
