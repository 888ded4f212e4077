package dev.ose.server.catalog.jdbc;

import dev.ose.s3.ObjectKey;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.catalog.ObjectAddress;
import dev.ose.server.catalog.ObjectFacts;
import dev.ose.server.database.RowMappers;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Looks up single objects in segments. */
public final class SegmentObjects {

    private SegmentObjects() {}

    /** The facts of the object if it is in a segment. */
    public static Map<ObjectAddress, ObjectFacts> find(Connection connection, ObjectAddress address)
            throws SQLException {
        return find(connection, List.of(address));
    }

    /** The facts of those objects that are in segments. */
    public static Map<ObjectAddress, ObjectFacts> find(Connection connection, List<ObjectAddress> addresses)
            throws SQLException {
        ObjectSql sql = new ObjectSql(connection);
        sql.findFolded(addresses);
        try (PreparedStatement statement = sql.prepare()) {
            return read(statement.executeQuery());
        }
    }

    /** Reads the result of {@link ObjectSql#findFolded}: the objects that are in a segment, in a mutable map. */
    public static Map<ObjectAddress, ObjectFacts> read(ResultSet result) throws SQLException {
        return read(result, each -> each.object().facts());
    }

    /** Reads the result of {@link ObjectSql#locateFolded}: the objects that are in a segment, in a mutable map. */
    public static Map<ObjectAddress, FoldedObject> locate(ResultSet result) throws SQLException {
        return read(result, SegmentEntries::folded);
    }

    private static <T> Map<ObjectAddress, T> read(ResultSet result, Function<SegmentEntries, T> view)
            throws SQLException {
        Map<ObjectAddress, T> found = new HashMap<>();
        try (result) {
            while (result.next()) {
                BucketId bucket = new BucketId(result.getLong(1));
                List<ObjectKey> wanted =
                        RowMappers.texts(result, 2).stream().map(ObjectKey::new).toList();
                SegmentCodec.find(
                        result.getBytes(3),
                        wanted,
                        (key, entry) -> found.put(new ObjectAddress(bucket, key), view.apply(entry)));
            }
        }
        return found;
    }
}
