package dev.ose.adapter.embedded.store;

import dev.ose.adapter.embedded.file.FileId;
import dev.ose.adapter.embedded.file.SealedKey;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Runs prepared statements. SQL texts are constants; all values are bound. */
final class Sql {

    private Sql() {}

    /** Maps the current row to a value. */
    @FunctionalInterface
    interface Row<T> {

        T of(ResultSet row) throws SQLException;
    }

    static <T> List<T> list(Connection connection, String sql, Row<T> row, @Nullable Object... arguments)
            throws SQLException {
        try (PreparedStatement statement = prepare(connection, sql, arguments);
                ResultSet rows = statement.executeQuery()) {
            List<T> result = new ArrayList<>();
            while (rows.next()) {
                result.add(row.of(rows));
            }
            return result;
        }
    }

    static <T> Optional<T> first(Connection connection, String sql, Row<T> row, @Nullable Object... arguments)
            throws SQLException {
        List<T> rows = list(connection, sql, row, arguments);
        return rows.isEmpty() ? Optional.empty() : Optional.of(rows.getFirst());
    }

    static int update(Connection connection, String sql, @Nullable Object... arguments) throws SQLException {
        try (PreparedStatement statement = prepare(connection, sql, arguments)) {
            return statement.executeUpdate();
        }
    }

    static Instant instant(ResultSet row, String column) throws SQLException {
        return row.getObject(column, OffsetDateTime.class).toInstant();
    }

    static Optional<FileId> file(ResultSet row, String column) throws SQLException {
        return Optional.ofNullable(row.getObject(column, UUID.class)).map(FileId::new);
    }

    /** Reads name, value, name, value. */
    static SequencedMap<String, String> map(ResultSet row, String column) throws SQLException {
        Array array = row.getArray(column);
        String[] texts = (String[]) array.getArray();
        SequencedMap<String, String> map = new LinkedHashMap<>();
        for (int i = 0; i + 1 < texts.length; i += 2) {
            map.put(texts[i], texts[i + 1]);
        }
        return map;
    }

    /** Writes name, value, name, value. */
    static String[] texts(Map<String, String> map) {
        List<String> texts = new ArrayList<>(2 * map.size());
        map.forEach((name, value) -> {
            texts.add(name);
            texts.add(value);
        });
        return texts.toArray(String[]::new);
    }

    private static PreparedStatement prepare(Connection connection, String sql, @Nullable Object... arguments)
            throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        try {
            statement.setQueryTimeout(StoreDatabase.STATEMENT_TIMEOUT_SECONDS);
            for (int i = 0; i < arguments.length; i++) {
                bind(connection, statement, i + 1, arguments[i]);
            }
            return statement;
        } catch (SQLException e) {
            statement.close();
            throw e;
        }
    }

    private static byte[] @Nullable [] bytes(@Nullable SealedKey[] keys) {
        byte[] @Nullable [] bytes = new byte[keys.length] @Nullable [];
        for (int i = 0; i < keys.length; i++) {
            SealedKey key = keys[i];
            if (key != null) {
                bytes[i] = key.bytes();
            }
        }
        return bytes;
    }

    private static void bind(Connection connection, PreparedStatement statement, int index, @Nullable Object argument)
            throws SQLException {
        switch (argument) {
            case Instant time -> statement.setObject(index, time.atOffset(ZoneOffset.UTC));
            case SealedKey key -> statement.setBytes(index, key.bytes());
            case FileId file -> statement.setObject(index, file.value());
            case String[] texts -> statement.setArray(index, connection.createArrayOf("text", texts));
            case UUID[] ids -> statement.setArray(index, connection.createArrayOf("uuid", ids));
            case SealedKey[] keys -> statement.setArray(index, connection.createArrayOf("bytea", bytes(keys)));
            case Long[] numbers -> statement.setArray(index, connection.createArrayOf("int8", numbers));
            case Integer[] numbers -> statement.setArray(index, connection.createArrayOf("int4", numbers));
            case null, default -> statement.setObject(index, argument);
        }
    }
}
