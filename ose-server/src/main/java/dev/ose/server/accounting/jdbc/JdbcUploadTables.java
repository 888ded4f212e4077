package dev.ose.server.accounting.jdbc;

import dev.ose.s3.PartNumber;
import dev.ose.s3.checksum.ChecksumAlgorithm;
import dev.ose.server.accounting.upload.NotedPart;
import dev.ose.server.accounting.upload.PartChecksum;
import dev.ose.server.accounting.upload.Upload;
import dev.ose.server.accounting.upload.UploadChange;
import dev.ose.server.accounting.upload.UploadTables;
import dev.ose.server.catalog.jdbc.ObjectSql;
import dev.ose.server.database.Database;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Uploads and their parts as rows. A change of an upload's parts locks its row first, so that the next statement sees
 * the parts for its usage delta and no other transaction changes them meanwhile.
 */
public final class JdbcUploadTables implements UploadTables {

    /**
     * An id belongs to one upload, whatever key a client uses with it; if the keys differ, the one with parts is the
     * upload's. A change of an upload in doubt does not end the doubt; for any other it postpones the next
     * verification.
     */
    private static final String LOCK = """
            INSERT INTO upload AS u (bucket_id, upload_id, key)
            SELECT DISTINCT ON (bucket_id, upload_id) bucket_id, upload_id, key
            FROM unnest(?::bigint[], ?::text[], ?::text[], ?::boolean[]) AS k (bucket_id, upload_id, key, has_parts)
            ORDER BY bucket_id, upload_id, has_parts DESC
            ON CONFLICT (bucket_id, upload_id) DO UPDATE SET changes = u.changes + 1,
                checked_at = CASE WHEN u.hold_until IS NULL THEN now() ELSE u.checked_at END
            """;

    /**
     * Uploads {@code k} by id and key. A request with the id and another key fails on the platform with NoSuchUpload,
     * which must not end the existing upload.
     */
    private static final String ENDED = """
            unnest(?::bigint[], ?::text[], ?::text[]) AS k (bucket_id, upload_id, key)
                JOIN upload u ON u.bucket_id = k.bucket_id AND u.upload_id = k.upload_id AND u.key = k.key
            """;

    private static final String END = """
            WITH gone AS (
                DELETE FROM upload_part p USING %s
                WHERE p.bucket_id = k.bucket_id AND p.upload_id = k.upload_id RETURNING p.bucket_id, p.size_bytes
            )
            INSERT INTO usage_delta (bucket_id, objects, bytes, part_bytes)
            SELECT bucket_id, 0, 0, -sum(size_bytes) FROM gone GROUP BY bucket_id
            """.formatted(ENDED);

    private static final String STORE = """
            WITH k AS MATERIALIZED (
                SELECT * FROM unnest(?::bigint[], ?::text[], ?::int[], ?::bigint[], ?::text[])
                    AS k (bucket_id, upload_id, part, size_bytes, checksum)
            ), written AS (
                INSERT INTO upload_part (bucket_id, upload_id, part, size_bytes, checksum)
                SELECT bucket_id, upload_id, part, size_bytes, checksum FROM k
                ON CONFLICT (bucket_id, upload_id, part)
                    DO UPDATE SET size_bytes = excluded.size_bytes, checksum = excluded.checksum
            )
            INSERT INTO usage_delta (bucket_id, objects, bytes, part_bytes)
            SELECT bucket_id, 0, 0, sum(size_bytes) FROM (
                SELECT bucket_id, size_bytes FROM k
                UNION ALL
                SELECT p.bucket_id, -p.size_bytes FROM k JOIN upload_part p
                    ON p.bucket_id = k.bucket_id AND p.upload_id = k.upload_id AND p.part = k.part
            ) c GROUP BY bucket_id HAVING sum(size_bytes) <> 0
            """;

    private static final String FORGET = """
            DELETE FROM upload o USING %s WHERE o.bucket_id = u.bucket_id AND o.upload_id = u.upload_id
            """.formatted(ENDED);

    private static final String DOUBT = """
            UPDATE upload o SET changes = o.changes + 1, checked_at = '-infinity', hold_until = now() + %s
            FROM %s WHERE o.bucket_id = u.bucket_id AND o.upload_id = u.upload_id
            """.formatted(ObjectSql.HOLD, ENDED);

    private final Database database;

    public JdbcUploadTables(Database database) {
        this.database = database;
    }

    @Override
    public void apply(Collection<UploadChange> changes) {
        List<Upload> ended = uploads(changes, UploadChange::isEnded);
        List<Upload> over =
                uploads(changes, change -> change.isEnded() && change.parts().isEmpty());
        List<Part> parts = parts(changes);
        List<UploadChange> facts =
                changes.stream().filter(change -> !change.isDoubtAlone()).toList();
        database.transact(connection -> {
            update(connection, LOCK, facts, CHANGE);
            update(connection, END, ended, UPLOAD);
            update(connection, STORE, parts, PART);
            update(connection, FORGET, over, UPLOAD);
            update(connection, DOUBT, uploads(changes, UploadChange::isUnsure), UPLOAD);
            return changes;
        });
    }

    /** Deletes an upload and its parts; the transaction must have locked its row. */
    static void end(Connection connection, Upload upload) throws SQLException {
        update(connection, END, List.of(upload), UPLOAD);
        update(connection, FORGET, List.of(upload), UPLOAD);
    }

    private static List<Upload> uploads(Collection<UploadChange> changes, Predicate<UploadChange> chosen) {
        return changes.stream().filter(chosen).map(UploadChange::upload).toList();
    }

    private record Part(Upload upload, int number, NotedPart noted) {}

    private static List<Part> parts(Collection<UploadChange> changes) {
        List<Part> parts = new ArrayList<>();
        for (UploadChange change : changes) {
            change.parts().forEach((number, noted) -> parts.add(new Part(change.upload(), number.value(), noted)));
        }
        return parts;
    }

    /** An array parameter with a value for each row. */
    private record Column<T>(String type, Function<T, ? extends @Nullable Object> value) {

        <S> Column<S> of(Function<S, T> row) {
            return new Column<>(type, row.andThen(value));
        }
    }

    private static final List<Column<Upload>> UPLOAD = List.of(
            new Column<>("bigint", upload -> upload.bucket().value()),
            new Column<>("text", upload -> upload.id().value()),
            new Column<>("text", upload -> upload.key().value()));
    private static final List<Column<UploadChange>> CHANGE = Stream.concat(
                    UPLOAD.stream().map(column -> column.of(UploadChange::upload)),
                    Stream.of(new Column<UploadChange>(
                            "boolean", change -> !change.parts().isEmpty())))
            .toList();
    private static final List<Column<Part>> PART = List.of(
            new Column<>("bigint", part -> part.upload().bucket().value()),
            new Column<>("text", part -> part.upload().id().value()),
            new Column<>("int", Part::number),
            new Column<>("bigint", part -> part.noted().bytes()),
            new Column<>("text", part -> text(part.noted().checksum())));

    private static <T> void update(Connection connection, String sql, List<T> rows, List<Column<T>> columns)
            throws SQLException {
        if (rows.isEmpty()) {
            return;
        }
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < columns.size(); i++) {
                Column<T> column = columns.get(i);
                @Nullable Object[] values = rows.stream().map(column.value()).toArray();
                statement.setArray(i + 1, connection.createArrayOf(column.type(), values));
            }
            statement.executeUpdate();
        }
    }

    @Override
    public boolean isAway() {
        return database.isAway();
    }

    @Override
    public Map<PartNumber, NotedPart> parts(Upload upload) {
        return database
                .all(
                        "SELECT part, size_bytes, checksum FROM upload_part WHERE bucket_id = ? AND upload_id = ?"
                                + " LIMIT "
                                + PartNumber.MAX,
                        row -> Map.entry(
                                new PartNumber(row.getInt(1)),
                                new NotedPart(row.getLong(2), checksum(row.getString(3)))),
                        upload.bucket(),
                        upload.id().value())
                .stream()
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    /** As in the column: the algorithm and its value, empty for none, null if unknown. */
    private static @Nullable String text(PartChecksum checksum) {
        return switch (checksum) {
            case PartChecksum.Unknown() -> null;
            case PartChecksum.None() -> "";
            case PartChecksum.Compared(ChecksumAlgorithm algorithm, String value) -> algorithm.name() + ' ' + value;
        };
    }

    private static PartChecksum checksum(@Nullable String text) {
        if (text == null) {
            return new PartChecksum.Unknown();
        }
        if (text.isEmpty()) {
            return new PartChecksum.None();
        }
        int space = text.indexOf(' ');
        return new PartChecksum.Compared(
                ChecksumAlgorithm.valueOf(text.substring(0, space)), text.substring(space + 1));
    }
}
