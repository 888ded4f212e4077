package dev.ose.server.ledger.commit;

import dev.ose.server.ledger.journal.JournalRecord;
import dev.ose.server.ledger.journal.OutageJournal;
import java.util.ArrayList;
import java.util.List;

/** A journal that outlives the nodes of a history; the size of a record is one. */
final class MemoryJournal implements OutageJournal {

    private final List<JournalRecord> records = new ArrayList<>();

    @Override
    public boolean append(List<JournalRecord> added) {
        records.addAll(added);
        return true;
    }

    @Override
    public Chunk read(long position, int limit) {
        int to = (int) Math.min(records.size(), position + Math.min(limit, 3));
        return new Chunk(records.subList((int) position, to), to);
    }

    @Override
    public long end() {
        return records.size();
    }

    @Override
    public boolean restart(List<JournalRecord> kept) {
        List<JournalRecord> copy = List.copyOf(kept);
        records.clear();
        records.addAll(copy);
        return true;
    }

    @Override
    public void close() {}
}
