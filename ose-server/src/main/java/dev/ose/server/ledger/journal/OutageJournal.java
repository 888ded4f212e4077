package dev.ose.server.ledger.journal;

import java.util.List;

/** Where records are kept in their order while the database is away. Appended to by one caller at a time. */
public interface OutageJournal extends AutoCloseable {

    /** Adds records; they are durable when this returns. False if they could not be made so: then none was added. */
    boolean append(List<JournalRecord> records);

    /** Up to {@code limit} records from a position on, and where the next ones begin. */
    Chunk read(long position, int limit);

    /** The position behind the last record, which is its size in bytes. */
    long end();

    /** Forgets all records but these. False if that could not be done: then all are still there. */
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
