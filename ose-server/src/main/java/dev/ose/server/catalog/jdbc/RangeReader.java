package dev.ose.server.catalog.jdbc;

import dev.ose.s3.ObjectKey;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.catalog.IndexedObject;
import dev.ose.server.catalog.KeyRange;
import dev.ose.server.catalog.ObjectFacts;
import dev.ose.server.catalog.search.Glob;
import dev.ose.server.database.Database;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The first part of a range of keys in a bucket, in the snapshot of one statement.
 *
 * @param known the part of the range for which the other components are complete
 * @param next where the rest begins; empty if this is the whole range
 * @param rows the rows of that part
 * @param segments the segments that may contain keys of that part, each whole
 * @param tombstones keys that are in the segments but obsolete there
 */
record RangeReader(
        KeyRange known,
        Optional<String> next,
        List<IndexedObject> rows,
        List<Segment> segments,
        List<String> tombstones) {

    private static final int ROW = 0;
    private static final int SEGMENT = 1;
    private static final int TOMBSTONE = 2;

    /** The columns that {@link #object} reads, of a row of {@code object_info}. */
    static final String OBJECT =
            "0, key, size_bytes, (extract(epoch FROM modified_at) * 1000000)::bigint, etag, version_id";

    /** The last segment is read for its first key only, up to which all others reach. */
    private static final String READ = """
            WITH s AS MATERIALIZED (
                SELECT first_key, last_key, objects, ver, %s AS data FROM object_segment
                WHERE bucket_id = ? AND first_key >= coalesce((
                    SELECT max(first_key) FROM object_segment WHERE bucket_id = ? AND first_key <= ?), '') %s
                ORDER BY first_key LIMIT ?
            ), %s
            SELECT\s""" + OBJECT + """
             FROM r
            UNION ALL
            SELECT 1, first_key, objects, ver, data, last_key FROM s
            UNION ALL
            SELECT 2, key, 0, 0, NULL, NULL FROM object_tombstone
            WHERE bucket_id = ? AND key >= (SELECT min(first_key) FROM s) AND key <= (SELECT max(last_key) FROM s)
            """;

    private static final String EACH = """
            r AS MATERIALIZED (
                SELECT key, size_bytes, modified_at, etag, version_id FROM object_info
                WHERE bucket_id = ? AND key >= ? %s ORDER BY key LIMIT ?
            )""";

    /**
     * Keys are matched in the index, in order; a row is read, with random access, only for a match. Not with a join:
     * PostgreSQL may reuse a plan from a time with few rows, which reads all of them for each key.
     */
    private static final String LIKELY = """
            k AS MATERIALIZED (
                SELECT key FROM object_info WHERE bucket_id = ? AND key >= ? %s ORDER BY key LIMIT ?
            ), r AS MATERIALIZED (
                SELECT key, size_bytes, modified_at, etag, version_id FROM object_info
                WHERE bucket_id = ? AND key = ANY (ARRAY(SELECT key FROM k WHERE key LIKE ?))
            )""";

    private static final String LOOKED_AT = """
            UNION ALL
            SELECT 3, max(key), count(*), 0, NULL, NULL FROM k
            """;

    private static final Texts WITH_DATA = Texts.of("data", EACH, "");
    private static final Texts WITHOUT_DATA = Texts.of("NULL::bytea", EACH, "");
    private static final Texts MATCHING = Texts.of("data", LIKELY, LOOKED_AT);

    /**
     * A row of {@code object_segment}.
     *
     * @param entries its objects, tombstones included; empty if the data was not requested
     */
    record Segment(String firstKey, String lastKey, int objects, long version, List<IndexedObject> entries) {}

    /** The maximum number of rows and segments to read, and whether to read the data of segments. */
    record Bounds(int rows, int segments, boolean withData) {}

    static RangeReader read(Connection connection, BucketId bucket, KeyRange range, Bounds bounds) throws SQLException {
        return read(connection, query(bucket, range, bounds), range, bounds);
    }

    /**
     * As {@link #read}, without the rows whose keys do not match the pattern. Segments are returned whole, with data,
     * because they must be unpacked for the match.
     */
    static RangeReader matching(Connection connection, BucketId bucket, KeyRange range, Bounds bounds, Glob pattern)
            throws SQLException {
        return read(connection, matching(bucket, range, bounds, pattern), range, bounds);
    }

    private static RangeReader read(Connection connection, Query query, KeyRange range, Bounds bounds)
            throws SQLException {
        Reading reading = new Reading();
        Database.all(connection, query.sql(), reading::take, query.values().toArray());
        return reading.window(range, bounds);
    }

    /** The statement of one window. */
    static Query query(BucketId bucket, KeyRange range, Bounds bounds) {
        Texts texts = bounds.withData() ? WITH_DATA : WITHOUT_DATA;
        return query(texts, bucket, range, bounds, List.of(bounds.rows()));
    }

    /** The statement of one window with a pattern. */
    static Query matching(BucketId bucket, KeyRange range, Bounds bounds, Glob pattern) {
        return query(MATCHING, bucket, range, bounds, List.of(bounds.rows(), bucket, pattern.like()));
    }

    private static Query query(Texts texts, BucketId bucket, KeyRange range, Bounds bounds, List<Object> ofRows) {
        List<Object> values = new ArrayList<>(List.of(bucket, bucket, range.from()));
        range.below().ifPresent(values::add);
        values.addAll(List.of(bounds.segments() + 1, bucket, range.from()));
        range.below().ifPresent(values::add);
        values.addAll(ofRows);
        values.add(bucket);
        return new Query(range.below().isPresent() ? texts.bounded() : texts.unbounded(), values);
    }

    /** A statement and its bound values. */
    record Query(String sql, List<Object> values) {}

    private record Texts(String bounded, String unbounded) {
        static Texts of(String data, String rows, String more) {
            return new Texts(
                    READ.formatted(data, "AND first_key < ?", rows.formatted("AND key < ?")) + more,
                    READ.formatted(data, "", rows.formatted("")) + more);
        }
    }

    /**
     * The objects of the segments that are not obsolete, and the rows, in key order; nothing outside the known part.
     * Both are sorted already and merged here: sorting thousands of keys took longer than unpacking them.
     */
    List<IndexedObject> objects() {
        List<IndexedObject> merged = new ArrayList<>();
        Set<String> gone = Set.copyOf(tombstones);
        Iterator<IndexedObject> rest = rows.iterator();
        IndexedObject row = next(rest);
        for (Segment segment : segments) {
            for (IndexedObject entry : segment.entries()) {
                String key = entry.key().value();
                if (known.contains(key) && !gone.contains(key)) {
                    for (; row != null && row.key().compareTo(entry.key()) < 0; row = next(rest)) {
                        merged.add(row);
                    }
                    merged.add(entry);
                }
            }
        }
        for (; row != null; row = next(rest)) {
            merged.add(row);
        }
        return merged;
    }

    static IndexedObject object(ResultSet row) throws SQLException {
        ObjectFacts facts = new ObjectFacts(
                row.getLong(3),
                ETagCodec.unpack(row.getBytes(5)),
                SegmentCodec.instant(row.getLong(4)),
                row.getString(6));
        return new IndexedObject(new ObjectKey(row.getString(2)), facts);
    }

    private static @Nullable IndexedObject next(Iterator<IndexedObject> objects) {
        return objects.hasNext() ? objects.next() : null;
    }

    /** The objects of the segments that have no tombstone, by key. */
    Map<String, IndexedObject> folded() {
        TreeMap<String, IndexedObject> entries = new TreeMap<>(ObjectKey::compareUtf8);
        for (Segment segment : segments) {
            segment.entries().forEach(each -> entries.put(each.key().value(), each));
        }
        tombstones.forEach(entries::remove);
        return entries;
    }

    /** Collects the rows of the result, whose order is not guaranteed. */
    private static final class Reading {

        /**
         * Sorted at the end, which is cheap because they nearly always come in order: a tree took a third of a sync
         * run.
         */
        private final List<IndexedObject> rows = new ArrayList<>();

        private final TreeMap<String, Segment> segments = new TreeMap<>(ObjectKey::compareUtf8);
        private final List<String> tombstones = new ArrayList<>();

        /** The number of keys matched and the last of them, if that differs from {@link #rows}. */
        private int lookedAt;

        private @Nullable String last;

        boolean take(ResultSet row) throws SQLException {
            String key = row.getString(2);
            switch (row.getInt(1)) {
                case ROW -> rows.add(object(row));
                case SEGMENT -> segments.put(key, segment(key, row));
                case TOMBSTONE -> tombstones.add(key);
                default -> {
                    last = key;
                    lookedAt = row.getInt(3);
                }
            }
            return true;
        }

        private static Segment segment(String key, ResultSet row) throws SQLException {
            byte @Nullable [] data = row.getBytes(5);
            return new Segment(
                    key,
                    row.getString(6),
                    row.getInt(3),
                    row.getLong(4),
                    data == null ? List.of() : SegmentCodec.unpack(data));
        }

        /** Cuts off everything beyond the first limit that was reached. */
        RangeReader window(KeyRange range, Bounds bounds) {
            Optional<String> next = Optional.empty();
            rows.sort(Comparator.comparing(IndexedObject::key));
            if (Math.max(rows.size(), lookedAt) == bounds.rows()) {
                next = Optional.of(
                        KeyRange.next(last == null ? rows.getLast().key().value() : last));
            }
            if (segments.size() > bounds.segments()) {
                String unread = segments.pollLastEntry().getKey();
                next = next.filter(other -> ObjectKey.compareUtf8(other, unread) <= 0)
                        .or(() -> Optional.of(unread));
            }
            next.ifPresent(unknown -> {
                segments.tailMap(unknown).clear();
                rows.removeIf(each -> ObjectKey.compareUtf8(each.key().value(), unknown) >= 0);
            });
            List<Segment> whole = List.copyOf(segments.values());
            String end = whole.isEmpty() ? "" : whole.getLast().lastKey();
            tombstones.removeIf(tombstone -> ObjectKey.compareUtf8(tombstone, end) > 0);
            KeyRange known = next.map(unknown -> range.and(new KeyRange("", Optional.of(unknown))))
                    .orElse(range);
            return new RangeReader(known, next, List.copyOf(rows), whole, List.copyOf(tombstones));
        }
    }
}
