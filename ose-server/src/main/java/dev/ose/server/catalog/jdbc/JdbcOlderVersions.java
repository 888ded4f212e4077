package dev.ose.server.catalog.jdbc;

import dev.ose.s3.ObjectKey;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.catalog.KeyRange;
import dev.ose.server.catalog.ObjectAddress;
import dev.ose.server.catalog.ObjectIndex;
import dev.ose.server.database.Database;
import dev.ose.server.sync.OlderListing;
import dev.ose.server.sync.OlderVersions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/** {@link OlderListing} in PostgreSQL. Blocks on the database. Thread-safe. */
public final class JdbcOlderVersions implements OlderListing {

    /** Some 100 ms of reading, far below the statement timeout. */
    private static final int ROWS_PER_COUNT = 100_000;

    private static final String COUNT = """
            WITH page AS MATERIALIZED (
                SELECT key, version_id, size_bytes FROM object_version
                WHERE bucket_id = ? AND (key, version_id) > (?, ?) ORDER BY key, version_id LIMIT ?
            )
            SELECT count(*), coalesce(sum(size_bytes), 0)::bigint,
                coalesce(max(l.key), ''), coalesce(max(l.version_id), '')
            FROM page LEFT JOIN (
                SELECT key, version_id FROM page ORDER BY key DESC, version_id DESC LIMIT 1
            ) l USING (key, version_id)
            """;

    private static final String LIST = """
            SELECT key, count(*), sum(size_bytes)::bigint FROM object_version
            WHERE bucket_id = ? AND key >= ? %s GROUP BY key ORDER BY key LIMIT ?
            """;
    private static final String LIST_LATER = LIST.formatted("");
    private static final String LIST_RANGE = LIST.formatted("AND key < ?");

    private final Database database;
    private final CatchUp catchUp;

    /** For rows that never lag behind. */
    public JdbcOlderVersions(Database database) {
        this(database, CatchUp.NOT_NEEDED);
    }

    public JdbcOlderVersions(Database database, CatchUp catchUp) {
        this.database = database;
        this.catchUp = catchUp;
    }

    @Override
    public SequencedMap<ObjectKey, OlderVersions> list(BucketId bucket, KeyRange range, int limit) {
        catchUp.of(bucket);
        List<Object> values = new ArrayList<>(List.of(bucket, range.from()));
        range.below().ifPresent(values::add);
        values.add(limit);
        SequencedMap<ObjectKey, OlderVersions> found = new LinkedHashMap<>();
        database.all(
                range.below().isPresent() ? LIST_RANGE : LIST_LATER,
                row -> found.put(new ObjectKey(row.getString(1)), new OlderVersions(row.getLong(2), row.getLong(3))),
                values.toArray());
        return found;
    }

    /** The total size of all older versions of a key. */
    public static long bytes(Connection connection, ObjectAddress address) throws SQLException {
        return Database.first(
                        connection,
                        "SELECT coalesce(sum(size_bytes), 0)::bigint FROM object_version"
                                + " WHERE bucket_id = ? AND key = ?",
                        row -> row.getLong(1),
                        address.bucket(),
                        address.key().value())
                .orElseThrow();
    }

    /** Counts the older versions of a bucket and their bytes in the snapshot of the connection, in pages. */
    public static ObjectIndex.Count count(Connection connection, BucketId bucket) throws SQLException {
        ObjectIndex.Count count = new ObjectIndex.Count(0, 0);
        Page page = new Page(new ObjectIndex.Count(ROWS_PER_COUNT, 0), "", "");
        while (page.count().objects() == ROWS_PER_COUNT) {
            page = Database.first(
                            connection, COUNT, Page::of, bucket, page.lastKey(), page.lastVersion(), ROWS_PER_COUNT)
                    .orElseThrow();
            count = count.plus(page.count());
        }
        return count;
    }

    /** The result of one statement, and where it stopped. */
    private record Page(ObjectIndex.Count count, String lastKey, String lastVersion) {

        static Page of(ResultSet row) throws SQLException {
            return new Page(new ObjectIndex.Count(row.getLong(1), row.getLong(2)), row.getString(3), row.getString(4));
        }
    }
}
