package dev.ose.server.catalog.jdbc;

import dev.ose.server.bucket.BucketId;
import dev.ose.server.catalog.ObjectAddress;
import dev.ose.server.catalog.ObjectFacts;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

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
            return read(statement.executeQuery(), addresses);
        }
    }

    /**
     * Reads the result of {@link ObjectSql#findFolded} for the same addresses: the objects that are in a segment, in a
     * mutable map.
     */
    public static Map<ObjectAddress, ObjectFacts> read(ResultSet result, List<ObjectAddress> addresses)
            throws SQLException {
        return read(result, addresses, each -> each.object().facts());
    }

    /** As {@link #find(Connection, List)}, without the entity tags. */
    public static Map<ObjectAddress, FoldedObject> locate(Connection connection, List<ObjectAddress> addresses)
            throws SQLException {
        ObjectSql sql = new ObjectSql(connection);
        sql.locateFolded(addresses);
        try (PreparedStatement statement = sql.prepare()) {
            return locate(statement.executeQuery(), addresses);
        }
    }

    /**
     * Reads the result of {@link ObjectSql#locateFolded} for the same addresses: the objects that are in a segment, in
     * a mutable map.
     */
    public static Map<ObjectAddress, FoldedObject> locate(ResultSet result, List<ObjectAddress> addresses)
            throws SQLException {
        return read(result, addresses, SegmentEntries::folded);
    }

    private static <T> Map<ObjectAddress, T> read(
            ResultSet result, List<ObjectAddress> addresses, Function<SegmentEntries, T> view) throws SQLException {
        Map<ObjectAddress, T> found = new HashMap<>();
        try (result) {
            byte[] segment = {};
            List<ObjectAddress> wanted = new ArrayList<>();
            while (result.next()) {
                byte @Nullable [] next = result.getBytes(2);
                if (next != null) {
                    find(segment, wanted, view, found);
                    segment = next;
                    wanted.clear();
                }
                wanted.add(addresses.get(result.getInt(1) - 1));
            }
            find(segment, wanted, view, found);
        }
        return found;
    }

    /** All of the wanted objects are in the bucket of the segment. */
    private static <T> void find(
            byte[] segment, List<ObjectAddress> wanted, Function<SegmentEntries, T> view, Map<ObjectAddress, T> found) {
        if (wanted.isEmpty()) {
            return;
        }
        BucketId bucket = wanted.getFirst().bucket();
        SegmentCodec.find(
                segment,
                wanted.stream().map(ObjectAddress::key).toList(),
                (key, entry) -> found.put(new ObjectAddress(bucket, key), view.apply(entry)));
    }
}
