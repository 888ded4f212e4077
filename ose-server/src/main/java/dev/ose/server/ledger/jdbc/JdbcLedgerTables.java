package dev.ose.server.ledger.jdbc;

import dev.ose.server.catalog.ObjectAddress;
import dev.ose.server.catalog.jdbc.FoldedObject;
import dev.ose.server.catalog.jdbc.ObjectSql;
import dev.ose.server.database.Database;
import dev.ose.server.ledger.Intent;
import dev.ose.server.ledger.commit.LedgerChange;
import dev.ose.server.ledger.commit.LedgerTables;
import dev.ose.server.ledger.commit.UncontendedBatch;
import dev.ose.server.ledger.log.LogChange.RowStep;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * The ledger's tables over a connection of its own. Intents, and completions that are alone on their keys, take one
 * round trip. Others take two: lock intents and dirty keys and read folded objects, then write everything and commit.
 */
public final class JdbcLedgerTables implements LedgerTables {

    private final Committer committer;

    /** Connects at the first transaction, and reconnects after a connection broke. */
    public JdbcLedgerTables(Database database) {
        this(new Committer(database));
    }

    JdbcLedgerTables(Committer committer) {
        this.committer = committer;
    }

    @Override
    public void transact(Consumer<Transaction> work) {
        committer.repeat(connection -> {
            Steps steps = new Steps(connection);
            work.accept(steps);
            return steps.changes;
        });
    }

    @Override
    public Set<Long> settle(UncontendedBatch change) {
        return committer.repeat(connection -> {
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

    @Override
    public void close() {
        committer.close();
    }

    private static final class Steps implements Transaction {

        private final Connection connection;
        private final ObjectSql changes;
        /** The locked objects that exist only in segments, without a row. */
        private Map<ObjectAddress, FoldedObject> folded = new HashMap<>();

        Steps(Connection connection) {
            this.connection = connection;
            changes = new ObjectSql(connection);
        }

        @Override
        public Locked lock(SortedSet<ObjectAddress> addresses) {
            try {
                LockedKeys keys = LockedKeys.lock(connection, addresses);
                folded = keys.folded();
                return keys.locked();
            } catch (SQLException e) {
                throw new Committer.UncheckedSqlException(e);
            }
        }

        @Override
        public void apply(LedgerChange change) {
            try {
                add(changes, change);
            } catch (SQLException e) {
                throw new Committer.UncheckedSqlException(e);
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
            RowChanges.add(sql, List.of(new RowStep(change.rows(), change.gone(), change.hidden())), folded);
        }
    }
}
