package dev.ose.server.database;

import dev.ose.server.runtime.revision.Revised;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The column {@code revision}, which triggers set on each change of what administrators see and edit. */
public final class Revisions {

    private Revisions() {}

    /**
     * Locks a row to the end of the transaction and reads its revision.
     *
     * @param row the table and the condition, {@code tenant WHERE id = ?}
     */
    public static Optional<Long> lock(Connection connection, String row, @Nullable Object... key) throws SQLException {
        return Database.first(
                connection,
                "SELECT revision FROM " + row + " FOR NO KEY UPDATE",
                result -> result.getLong("revision"),
                key);
    }

    /** Reads a row of a query that selects the revision beside the columns of the reader. */
    public static <T> RowMappers.Reader<Revised<T>> with(RowMappers.Reader<T> reader) {
        return row -> new Revised<>(reader.read(row), row.getLong("revision"));
    }
}
