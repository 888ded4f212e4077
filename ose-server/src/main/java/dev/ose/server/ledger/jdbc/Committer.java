package dev.ose.server.ledger.jdbc;

import dev.ose.server.catalog.jdbc.ObjectSql;
import dev.ose.server.catalog.jdbc.ObjectStatements;
import dev.ose.server.database.Database;
import dev.ose.server.database.RowMappers;
import dev.ose.server.database.SqlFailures;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Transactions over a connection of its own, each of which ends with one round trip. Not thread-safe. */
final class Committer implements AutoCloseable {

    private static final int MAX_ATTEMPTS = 3;

    private final Database database;
    private final Opener opener;
    private @Nullable Connection connection;

    /** Connects at the first transaction, and reconnects after a connection broke. */
    Committer(Database database) {
        this(database, database::openCommitter);
    }

    Committer(Database database, Opener opener) {
        this.database = database;
        this.opener = opener;
    }

    /** Collects statements and executes them with a commit; repeats this if the database demands a retry. */
    Set<Long> repeat(Work work) {
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
            current = opener.open();
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

    /** Collects what a transaction changes, possibly after reads. */
    @FunctionalInterface
    interface Work {
        ObjectSql collect(Connection connection) throws SQLException;
    }

    /** Carries an {@link SQLException} through domain code. */
    static final class UncheckedSqlException extends RuntimeException {

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

    /** Opens a connection without autocommit. */
    @FunctionalInterface
    interface Opener {
        Connection open() throws SQLException;
    }
}
