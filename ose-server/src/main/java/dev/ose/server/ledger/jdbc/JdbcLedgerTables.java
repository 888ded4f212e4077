package dev.ose.server.ledger.jdbc;

import dev.ose.s3.ObjectKey;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.catalog.ObjectAddress;
import dev.ose.server.catalog.ObjectFacts;
import dev.ose.server.catalog.jdbc.ObjectSql;
import dev.ose.server.catalog.jdbc.ObjectStatements;
import dev.ose.server.catalog.jdbc.SegmentObjects;
import dev.ose.server.database.Database;
import dev.ose.server.database.RowMappers;
import dev.ose.server.database.SqlFailures;
import dev.ose.server.ledger.Intent;
import dev.ose.server.ledger.commit.LedgerChange;
import dev.ose.server.ledger.commit.LedgerTables;
import dev.ose.server.ledger.commit.UncontendedBatch;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The ledger's tables over a connection of its own. Intents, and completions that are alone on their keys, take one
 * round trip. Others take two: lock intents and dirty keys and read folded objects, then write everything and commit.
 */
public final class JdbcLedgerTables implements LedgerTables {

    private static final int MAX_ATTEMPTS = 3;

    private final Database database;
    private @Nullable Connection connection;

    /** Connects at the first transaction, and reconnects after a connection broke. */
    public JdbcLedgerTables(Database database) {
        this.database = database;
    }

    @Override
    public void transact(Consumer<Transaction> work) {
        repeat(connection -> {
            Steps steps = new Steps(connection);
            work.accept(steps);
            return steps.changes;
        });
    }

    @Override
    public Set<Long> settle(UncontendedBatch change) {
        return repeat(connection -> {
            ObjectSql sql = new ObjectSql(connection);
            add(sql, change);
            return sql;
        });
    }

    /**
     * Refused intents come before those that are checked for being alone. Each statement takes its intents in key
     * order; if there are several statements, all intents are locked in that order first, so that two committers never
     * deadlock.
     */
    private static void add(ObjectSql sql, UncontendedBatch change) throws SQLException {
        if (!change.ended().isEmpty()) {
            sql.shareFoldLocks(change.ended().stream().map(Intent::address).toList());
        }
        if (change.isMixed()) {
            sql.lockIntents(
                    change.removed().stream().map(Intent::address).collect(Collectors.toCollection(TreeSet::new)));
        }
        if (!change.refused().isEmpty()) {
            sql.deleteIntents(change.refused());
        }
        if (!change.written().isEmpty()) {
            sql.writeAlone(change.written());
        }
        if (!change.deleted().isEmpty()) {
            sql.deleteAlone(change.deleted());
        }
        if (!change.begun().isEmpty()) {
            sql.insertIntents(change.begun());
        }
    }

    /** Collects statements and executes them with a commit; repeats this if the database demands a retry. */
    private Set<Long> repeat(Work work) {
        for (int attempt = 1; ; attempt++) {
            try {
                return transactOnce(work);
            } catch (UncheckedSqlException e) {
                if (attempt == MAX_ATTEMPTS || !SqlFailures.isWorthRepeating(e.cause())) {
                    throw SqlFailures.translate(e.cause());
                }
            }
        }
    }

    private Set<Long> transactOnce(Work work) {
        boolean sent = false;
        try {
            Connection current = open();
            ObjectSql changes = work.collect(current);
            sent = true;
            return commit(current, changes);
        } catch (SQLException e) {
            throw sent ? unlessRolledBack(e) : rolledBack(e);
        } catch (RuntimeException e) {
            rollBack();
            throw e;
        }
    }

    /** Sends the changes together with the commit, in one round trip. Returns the ids of the ended operations. */
    private static Set<Long> commit(Connection connection, ObjectSql changes) throws SQLException {
        if (changes.isEmpty()) {
            connection.commit();
            return Set.of();
        }
        changes.commit();
        try (PreparedStatement statement = changes.prepare()) {
            return operations(statement);
        }
    }

    private static Set<Long> operations(PreparedStatement statement) throws SQLException {
        Set<Long> operations = new HashSet<>();
        boolean hasRows = statement.execute();
        while (hasRows || statement.getUpdateCount() != -1) {
            ResultSet result = statement.getResultSet();
            if (hasRows
                    && ObjectStatements.OPERATION.equals(result.getMetaData().getColumnLabel(1))) {
                operations.addAll(RowMappers.all(result, row -> row.getLong(1)));
            }
            hasRows = statement.getMoreResults();
        }
        return operations;
    }

    private RuntimeException rolledBack(SQLException e) {
        rollBack();
        return new UncheckedSqlException(e);
    }

    private RuntimeException unlessRolledBack(SQLException e) {
        rollBack();
        return SqlFailures.isAnswered(e)
                ? new UncheckedSqlException(e)
                : new FailureException(new Failure.OutcomeUnknown("commit"));
    }

    private Connection open() throws SQLException {
        Connection current = connection;
        if (current == null) {
            current = database.openCommitter();
            connection = current;
        }
        return current;
    }

    /** Keeps the connection only if it still answers. */
    private void rollBack() {
        Connection current = connection;
        if (current == null) {
            return;
        }
        try {
            current.rollback();
        } catch (SQLException broken) {
            database.suspect();
            close();
        }
    }

    @Override
    public void close() {
        Connection current = connection;
        connection = null;
        if (current != null) {
            try {
                current.close();
            } catch (SQLException broken) {
                // The connection is closed all the same.
                database.suspect();
            }
        }
    }

    private static final class Steps implements Transaction {

        private final Connection connection;
        private final ObjectSql changes;
        /** The locked objects that exist only in segments, without a row. */
        private Map<ObjectAddress, ObjectFacts> folded = new HashMap<>();

        Steps(Connection connection) {
            this.connection = connection;
            changes = new ObjectSql(connection);
        }

        @Override
        public Locked lock(SortedSet<ObjectAddress> addresses) {
            try {
                ObjectSql sql = new ObjectSql(connection);
                sql.shareFoldLocks(addresses);
                sql.lockIntents(addresses);
                sql.lockDirty(addresses);
                sql.findFolded(addresses);
                try (PreparedStatement statement = sql.prepare()) {
                    statement.execute();
                    List<Intent> intents = RowMappers.all(next(statement), Steps::intent);
                    List<ObjectAddress> dirty = RowMappers.all(next(statement), Steps::address);
                    folded = SegmentObjects.read(next(statement));
                    return new Locked(intents, new HashSet<>(dirty));
                }
            } catch (SQLException e) {
                throw new UncheckedSqlException(e);
            }
        }

        private static ResultSet next(PreparedStatement statement) throws SQLException {
            if (!statement.getMoreResults()) {
                throw new IllegalStateException("one of several queries has no result");
            }
            return statement.getResultSet();
        }

        private static Intent intent(ResultSet row) throws SQLException {
            return new Intent(row.getLong(3), new BucketId(row.getLong(1)), new ObjectKey(row.getString(2)));
        }

        private static ObjectAddress address(ResultSet row) throws SQLException {
            return new ObjectAddress(new BucketId(row.getLong(1)), new ObjectKey(row.getString(2)));
        }

        @Override
        public void apply(LedgerChange change) {
            try {
                add(changes, change);
            } catch (SQLException e) {
                throw new UncheckedSqlException(e);
            }
        }

        /** Dirty keys before rows: if a verification holds the mark, it must end before its row is changed. */
        private void add(ObjectSql sql, LedgerChange change) throws SQLException {
            if (!change.dirty().isEmpty()) {
                sql.markDirty(change.dirty());
            }
            if (!change.ended().isEmpty()) {
                sql.deleteIntents(change.ended());
            }
            folded.keySet()
                    .removeIf(address -> !change.rows().containsKey(address)
                            && !change.gone().contains(address)
                            && !change.hidden().containsKey(address));
            if (!folded.isEmpty()) {
                sql.unfold(folded);
            }
            if (!change.rows().isEmpty()) {
                sql.writeRows(change.rows());
            }
            if (!change.gone().isEmpty()) {
                sql.deleteRows(change.gone());
            }
            if (!change.hidden().isEmpty()) {
                sql.hideRows(change.hidden());
            }
        }
    }

    /** Collects what a transaction changes, possibly after reads. */
    @FunctionalInterface
    private interface Work {
        ObjectSql collect(Connection connection) throws SQLException;
    }

    /** Carries an {@link SQLException} through domain code. */
    private static final class UncheckedSqlException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private final SQLException sql;

        UncheckedSqlException(SQLException sql) {
            super(sql);
            this.sql = sql;
        }

        SQLException cause() {
            return sql;
        }
    }
}
