package dev.ose.server.ledger.jdbc;

import dev.ose.server.catalog.jdbc.ObjectSql;
import dev.ose.server.database.Database;
import dev.ose.server.ledger.Completion;
import dev.ose.server.ledger.Intent;
import dev.ose.server.ledger.commit.LedgerTables;
import dev.ose.server.ledger.commit.UncontendedBatch;
import dev.ose.server.ledger.log.LogEntry;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The ledger as a log, over a connection of its own: a commit is one append, and all that follows from it is left to
 * {@link JdbcLogApplier}.
 */
public final class JdbcLogTables implements LedgerTables {

    /**
     * The first statement of its transaction, always: this gives the transaction its number, which is its place in the
     * log, and the lock by which the applier distinguishes those that may still append from others.
     */
    private static final String APPEND = """
            INSERT INTO ledger_log (tx, part, ordinal, lane, %1$s)
            SELECT t.tx, t.tx >> 16 & 3, k.ordinal, k.lane, %1$s
            FROM (SELECT pg_current_xact_id()::text::bigint AS tx OFFSET 0) t
                CROSS JOIN unnest(%2$s) WITH ORDINALITY AS k (%1$s, lane, ordinal)
            """.formatted(LogCodec.COLUMNS, LogCodec.ARRAYS);

    private final Committer committer;
    private final JdbcLedgerTables marks;

    /** Connects at the first transaction, and reconnects after a connection broke. */
    public JdbcLogTables(Database database) {
        committer = new Committer(database);
        marks = new JdbcLedgerTables(committer);
    }

    /** Ends come before begins: what ends in a commit may have been answered before what begins in it is sent. */
    @Override
    public Set<Long> commit(List<Intent> begun, List<Completion> ended) {
        List<LogEntry> entries = Stream.concat(
                        ended.stream().map(LogEntry::end), begun.stream().map(LogEntry::begin))
                .toList();
        committer.repeat(connection -> append(connection, entries));
        return ended.stream()
                .filter(Completion::isEffective)
                .map(each -> each.intent().operationId())
                .collect(Collectors.toSet());
    }

    static ObjectSql append(Connection connection, List<LogEntry> entries) throws SQLException {
        ObjectSql sql = new ObjectSql(connection);
        sql.add(APPEND);
        LogCodec.add(sql, entries);
        return sql;
    }

    /** For marks, which need no place in the log: one too many costs a probe. */
    @Override
    public void transact(Consumer<Transaction> work) {
        marks.transact(work);
    }

    @Override
    public Set<Long> settle(UncontendedBatch change) {
        throw new UnsupportedOperationException("a log takes entries, not changes of rows");
    }

    @Override
    public void close() {
        committer.close();
    }
}
