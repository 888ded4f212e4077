package dev.ose.server.store;

import dev.ose.s3.ObjectKey;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.object.IndexedObject;
import dev.ose.server.object.KeyRange;
import dev.ose.server.object.ObjectFacts;
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
 * The first part of a range of keys in a bucket as one statement saw it.
 *
 * @param known the part of the range, for which everything else is complete
 * @param next where the rest begins; empty if it is all of the range
 * @param rows the rows of that part
 * @param segments those that may have keys of it, each whole
 * @param holes the keys that the segments have without any right to them
 */
record IndexWindow(
        KeyRange known, Optional<String> next, List<IndexedObject> rows, List<Segment> segments, List<String> holes) {

    private static final int ROW = 0;
    private static final int SEGMENT = 1;

    /** The last segment is read for its first key only, up to which all others reach. */
    private static final String READ = """
            WITH s AS MATERIALIZED (
                SELECT first_key, last_key, objects, ver, %s AS data FROM object_segment
                WHERE bucket_id = ? AND first_key >= coalesce((
                    SELECT max(first_key) FROM object_segment WHERE bucket_id = ? AND first_key <= ?), '') %s
                ORDER BY first_key LIMIT ?
            ), r AS MATERIALIZED (
                SELECT key, size_bytes, modified_at, etag, version_id FROM object_info
                WHERE bucket_id = ? AND key >= ? %s ORDER BY key LIMIT ?
            )
            SELECT 0, key, size_bytes, (extract(epoch FROM modified_at) * 1000000)::bigint, etag, version_id FROM r
            UNION ALL
            SELECT 1, first_key, objects, ver, data, last_key FROM s
            UNION ALL
            SELECT 2, key, 0, 0, NULL, NULL FROM object_hole
            WHERE bucket_id = ? AND key >= (SELECT min(first_key) FROM s) AND key <= (SELECT max(last_key) FROM s)
            """;

    private static final Texts WITH_DATA = Texts.of("data");
    private static final Texts WITHOUT_DATA = Texts.of("NULL::bytea");

    /**
     * A row of {@code object_segment}.
     *
     * @param entries what it has, holes included; nothing where that was not asked for
     */
    record Segment(String firstKey, String lastKey, int objects, long version, List<IndexedObject> entries) {}

    /** How much to read at most, and whether with the data of segments. */
    record Bounds(int rows, int segments, boolean withData) {}

    static IndexWindow read(Connection connection, BucketId bucket, KeyRange range, Bounds bounds) throws SQLException {
        Query query = query(bucket, range, bounds);
        Reading reading = new Reading();
        Database.all(connection, query.sql(), reading::take, query.values().toArray());
        return reading.window(range, bounds);
    }

    /** The statement of one window. */
    static Query query(BucketId bucket, KeyRange range, Bounds bounds) {
        List<Object> values = new ArrayList<>(List.of(bucket, bucket, range.from()));
        range.below().ifPresent(values::add);
        values.addAll(List.of(bounds.segments() + 1, bucket, range.from()));
        range.below().ifPresent(values::add);
        values.addAll(List.of(bounds.rows(), bucket));
        Texts texts = bounds.withData() ? WITH_DATA : WITHOUT_DATA;
        return new Query(range.below().isPresent() ? texts.bounded() : texts.unbounded(), values);
    }

    /** A statement and what is bound to it. */
    record Query(String sql, List<Object> values) {}

    private record Texts(String bounded, String unbounded) {
        static Texts of(String data) {
            return new Texts(READ.formatted(data, "AND first_key < ?", "AND key < ?"), READ.formatted(data, "", ""));
        }
    }

    /**
     * The objects of the segments that are still there, and the rows, in the order of keys; nothing outside the known part. Both
     * are in that order already: they are walked together, as sorting thousands of keys anew took longer than unpacking them.
     */
    List<IndexedObject> objects() {
        List<IndexedObject> merged = new ArrayList<>();
        Set<String> gone = Set.copyOf(holes);
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

    private static @Nullable IndexedObject next(Iterator<IndexedObject> objects) {
        return objects.hasNext() ? objects.next() : null;
    }

    /** What the segments have and no hole takes away, by key. */
    Map<String, IndexedObject> folded() {
        TreeMap<String, IndexedObject> entries = new TreeMap<>(ObjectKey::compareUtf8);
        for (Segment segment : segments) {
            segment.entries().forEach(each -> entries.put(each.key().value(), each));
        }
        holes.forEach(entries::remove);
        return entries;
    }

    /** Takes the rows of the answer, which are promised in no order. */
    private static final class Reading {

        /** Sorted at the end, which costs next to nothing as they nearly always come in order: a tree took a third of a comparison. */
        private final List<IndexedObject> rows = new ArrayList<>();

        private final TreeMap<String, Segment> segments = new TreeMap<>(ObjectKey::compareUtf8);
        private final List<String> holes = new ArrayList<>();

        boolean take(ResultSet row) throws SQLException {
            String key = row.getString(2);
            switch (row.getInt(1)) {
                case ROW -> {
                    ObjectFacts facts = new ObjectFacts(
                            row.getLong(3),
                            ETagCode.unpack(row.getBytes(5)),
                            SegmentCode.instant(row.getLong(4)),
                            row.getString(6));
                    rows.add(new IndexedObject(new ObjectKey(key), facts));
                }
                case SEGMENT -> segments.put(key, segment(key, row));
                default -> holes.add(key);
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
                    data == null ? List.of() : SegmentCode.unpack(data));
        }

        /** Cuts off what is not known of all three, because the limit of one of them was reached. */
        IndexWindow window(KeyRange range, Bounds bounds) {
            Optional<String> next = Optional.empty();
            rows.sort(Comparator.comparing(IndexedObject::key));
            if (rows.size() == bounds.rows()) {
                next = Optional.of(KeyRange.next(rows.getLast().key().value()));
            }
            if (segments.size() > bounds.segments()) {
                String end = segments.pollLastEntry().getKey();
                next = next.filter(other -> ObjectKey.compareUtf8(other, end) <= 0)
                        .or(() -> Optional.of(end));
            }
            next.ifPresent(end -> {
                segments.tailMap(end).clear();
                rows.removeIf(each -> ObjectKey.compareUtf8(each.key().value(), end) >= 0);
            });
            List<Segment> whole = List.copyOf(segments.values());
            String last = whole.isEmpty() ? "" : whole.getLast().lastKey();
            holes.removeIf(hole -> ObjectKey.compareUtf8(hole, last) > 0);
            KeyRange known = next.map(end -> range.and(new KeyRange("", Optional.of(end))))
                    .orElse(range);
            return new IndexWindow(known, next, List.copyOf(rows), whole, List.copyOf(holes));
        }
    }
}
