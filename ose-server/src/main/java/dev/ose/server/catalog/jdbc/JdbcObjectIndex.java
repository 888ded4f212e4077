package dev.ose.server.catalog.jdbc;

import dev.ose.server.bucket.BucketId;
import dev.ose.server.catalog.IndexedObject;
import dev.ose.server.catalog.KeyRange;
import dev.ose.server.catalog.ObjectAddress;
import dev.ose.server.catalog.ObjectFacts;
import dev.ose.server.catalog.ObjectIndex;
import dev.ose.server.database.Database;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The index over rows and segments. */
public final class JdbcObjectIndex implements ObjectIndex {

    /** Some 100 ms of reading, far below the statement timeout. */
    private static final int ROWS_PER_COUNT = 100_000;

    private static final String COUNT_ROWS = """
            SELECT count(*), coalesce(sum(size_bytes), 0)::bigint, max(key), count(*) FROM (
                SELECT key, size_bytes FROM object_info WHERE bucket_id = ? AND key > ? ORDER BY key LIMIT ?) page
            """;

    /** Without the data of segments: a fraction of a millisecond for each hundred of them. */
    private static final int SEGMENTS_PER_COUNT = 10_000;

    private static final String COUNT_SEGMENTS = """
            SELECT coalesce(sum(objects), 0)::bigint, coalesce(sum(bytes), 0)::bigint, max(first_key), count(*) FROM (
                SELECT first_key, objects, bytes FROM object_segment WHERE bucket_id = ? AND first_key > ?
                ORDER BY first_key LIMIT ?) page
            """;

    private static final String COUNT_HOLES = """
            SELECT -count(*), coalesce(-sum(size_bytes), 0)::bigint, max(key), count(*) FROM (
                SELECT key, size_bytes FROM object_tombstone WHERE bucket_id = ? AND key > ? ORDER BY key LIMIT ?) page
            """;

    private final Database database;
    private final CatchUp catchUp;

    /** For rows that never lag behind. */
    public JdbcObjectIndex(Database database) {
        this(database, CatchUp.NOT_NEEDED);
    }

    public JdbcObjectIndex(Database database, CatchUp catchUp) {
        this.database = database;
        this.catchUp = catchUp;
    }

    @Override
    public Optional<ObjectFacts> get(ObjectAddress address) {
        catchUp.of(address.bucket());
        return database.query(connection -> get(connection, address));
    }

    public static Optional<ObjectFacts> get(Connection connection, ObjectAddress address) throws SQLException {
        KeyRange only = KeyRange.only(address.key().value());
        return RangeReader.read(connection, address.bucket(), only, bounds(1)).objects().stream()
                .map(IndexedObject::facts)
                .findFirst();
    }

    @Override
    public List<IndexedObject> range(BucketId bucket, KeyRange range, int limit) {
        catchUp.of(bucket);
        return database.query(connection -> range(connection, bucket, range, limit));
    }

    /** As {@link #range(BucketId, KeyRange, int)}, on a connection. */
    static List<IndexedObject> range(Connection connection, BucketId bucket, KeyRange range, int limit)
            throws SQLException {
        List<IndexedObject> found = new ArrayList<>();
        Optional<KeyRange> rest = Optional.of(range);
        while (rest.isPresent() && found.size() < limit) {
            int missing = limit - found.size();
            RangeReader window = RangeReader.read(connection, bucket, rest.get(), bounds(missing));
            window.objects().stream().limit(missing).forEach(found::add);
            rest = window.next().map(next -> new KeyRange(next, range.below()));
        }
        return found;
    }

    /** Nearly all segments are nearly full; another read takes what smaller ones leave. */
    static RangeReader.Bounds bounds(int objects) {
        return new RangeReader.Bounds(objects, 1 + objects / CompactionRule.STANDARD.target(), true);
    }

    @Override
    public Count count(BucketId bucket) {
        catchUp.of(bucket);
        return database.snapshot(connection -> count(connection, bucket));
    }

    /** Counts in the snapshot of the connection. */
    public static Count count(Connection connection, BucketId bucket) throws SQLException {
        return count(connection, COUNT_ROWS, ROWS_PER_COUNT, bucket)
                .plus(count(connection, COUNT_SEGMENTS, SEGMENTS_PER_COUNT, bucket))
                .plus(count(connection, COUNT_HOLES, ROWS_PER_COUNT, bucket));
    }

    /** Counts in pages, each with a statement of its own, to stay below the statement timeout. */
    private static Count count(Connection connection, String sql, int limit, BucketId bucket) throws SQLException {
        Count count = new Count(0, 0);
        Page page = new Page(count, "", limit);
        while (page.read() == limit) {
            page = Database.first(connection, sql, JdbcObjectIndex::page, bucket, page.last(), limit)
                    .orElseThrow();
            count = count.plus(page.count());
        }
        return count;
    }

    private static Page page(ResultSet row) throws SQLException {
        return new Page(new Count(row.getLong(1), row.getLong(2)), String.valueOf(row.getString(3)), row.getLong(4));
    }

    /**
     * The result of one statement.
     *
     * @param last the last key read
     * @param read the number of rows read
     */
    private record Page(Count count, String last, long read) {}
}
