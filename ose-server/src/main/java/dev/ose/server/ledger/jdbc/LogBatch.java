package dev.ose.server.ledger.jdbc;

import dev.ose.server.catalog.ObjectAddress;
import dev.ose.server.ledger.log.LogEntry;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Entries of whole transactions, to be applied at once.
 *
 * @param position the last of the transactions
 * @param isEachReported whether each change of a key is sent to a receiver, rather than the last one only
 */
record LogBatch(List<LogEntry> entries, long position, boolean isEachReported) {

    static final LogBatch NOTHING = new LogBatch(List.of(), 0, false);

    /** Each takes a few statements. */
    private static final int MAX_STEPS = 16;

    /** An entry and its transaction. */
    record Row(LogEntry entry, long transaction) {

        /** Reads {@link LogCodec#COLUMNS} and then the transaction. */
        static Row read(ResultSet row) throws SQLException {
            return new Row(LogCodec.read(row), row.getLong(9));
        }
    }

    /**
     * Takes as many transactions as may be applied at once.
     *
     * @param rows in the order of the log
     * @param isCut whether the last transaction may have more entries than these
     */
    static LogBatch of(List<Row> rows, boolean isCut, boolean isEachReported) {
        List<LogEntry> taken = new ArrayList<>();
        Map<ObjectAddress, Integer> steps = new HashMap<>();
        long reached = 0;
        int at = 0;
        while (at < rows.size()) {
            int next = endOfTransaction(rows, at);
            boolean isBusy = count(rows.subList(at, next), isEachReported, steps) > MAX_STEPS;
            if ((isCut && next == rows.size()) || (isBusy && !taken.isEmpty())) {
                break;
            }
            rows.subList(at, next).forEach(row -> taken.add(row.entry()));
            reached = rows.get(at).transaction();
            at = next;
        }
        if (taken.isEmpty() && !rows.isEmpty()) {
            throw new IllegalStateException("transaction " + rows.getFirst().transaction() + " is too long to apply");
        }
        return new LogBatch(List.copyOf(taken), reached, isEachReported);
    }

    private static int endOfTransaction(List<Row> rows, int from) {
        int next = from;
        while (next < rows.size()
                && rows.get(next).transaction() == rows.get(from).transaction()) {
            next++;
        }
        return next;
    }

    /** Counts by key what may need a step of its own; returns the greatest number among these rows. */
    private static int count(List<Row> rows, boolean isEachReported, Map<ObjectAddress, Integer> steps) {
        int greatest = 0;
        for (Row row : rows) {
            LogEntry entry = row.entry();
            if (entry.leavesVersion() || (isEachReported && entry.outcome() != null)) {
                greatest = Math.max(greatest, steps.merge(entry.address(), 1, Integer::sum));
            }
        }
        return greatest;
    }
}
