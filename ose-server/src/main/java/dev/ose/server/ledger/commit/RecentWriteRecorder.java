package dev.ose.server.ledger.commit;

import dev.ose.server.catalog.ObjectAddress;
import dev.ose.server.ledger.Completion;
import dev.ose.server.ledger.Intent;
import dev.ose.server.ledger.journal.JournalRecord;
import dev.ose.server.ledger.journal.RecentWrites;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.function.Consumer;

/** Records committed keys as recent writes before their callers are answered. */
public final class RecentWriteRecorder implements LedgerTables {

    private final LedgerTables tables;
    private final RecentWrites writes;

    public RecentWriteRecorder(LedgerTables tables, RecentWrites writes) {
        this.tables = tables;
        this.writes = writes;
    }

    @Override
    public void transact(Consumer<Transaction> work) {
        List<JournalRecord> records = new ArrayList<>();
        tables.transact(transaction -> {
            // The work may be repeated.
            records.clear();
            work.accept(new Recording(transaction, records));
        });
        writes.add(records);
    }

    @Override
    public Set<Long> commit(List<Intent> begun, List<Completion> ended) {
        Set<Long> settled = tables.commit(begun, ended);
        writes.add(ended.stream()
                .filter(each -> settled.contains(each.intent().operationId()))
                .map(JournalRecord::of)
                .toList());
        return settled;
    }

    @Override
    public Set<Long> settle(UncontendedBatch change) {
        return tables.settle(change);
    }

    @Override
    public void close() {
        tables.close();
    }

    private record Recording(Transaction transaction, List<JournalRecord> records) implements Transaction {

        @Override
        public Locked lock(SortedSet<ObjectAddress> addresses) {
            return transaction.lock(addresses);
        }

        @Override
        public void apply(LedgerChange change) {
            transaction.apply(change);
            for (Intent ended : change.ended()) {
                if (!change.dirty().containsKey(ended.address())) {
                    records.add(new JournalRecord(JournalRecord.Kind.ENDED, ended));
                }
            }
            change.dirty()
                    .forEach((address, held) -> records.add(new JournalRecord(
                            held ? JournalRecord.Kind.UNSURE : JournalRecord.Kind.ENDED,
                            new Intent(0, address.bucket(), address.key()))));
        }
    }
}
