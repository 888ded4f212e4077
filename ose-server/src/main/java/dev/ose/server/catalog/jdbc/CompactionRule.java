package dev.ose.server.catalog.jdbc;

import dev.ose.server.catalog.IndexedObject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The size of segments, and when rewriting them is worthwhile.
 *
 * @param target objects of a segment: larger ones take less space for each object, but longer to unpack for a single
 *     one
 * @param leastChanges fewer rows and tombstones are left as they are
 * @param objectsPerChange one object in so many must have changed
 * @param rows maximum number of rows of one step
 * @param segments maximum number of segments rewritten in one step
 */
record CompactionRule(int target, int leastChanges, int objectsPerChange, int rows, int segments) {

    /**
     * A change costs writing at most twenty objects, and a step blocks the writers of its bucket for 20 ms. What a
     * write reads of a segment of this size, everything but the MD5s, is one chunk of PostgreSQL's if keys are short.
     */
    static final CompactionRule STANDARD = new CompactionRule(100, 64, 20, 2_000, 24);

    RangeReader.Bounds bounds(boolean withData) {
        return new RangeReader.Bounds(rows, segments, withData);
    }

    boolean isWorth(RangeReader window, Instant before) {
        int objects = window.segments().stream()
                .mapToInt(RangeReader.Segment::objects)
                .sum();
        int changes = due(window, before).size() + window.tombstones().size();
        return changes >= leastChanges && changes >= objects / objectsPerChange;
    }

    /** The rows last modified before {@code before}. */
    static List<IndexedObject> due(RangeReader window, Instant before) {
        return window.rows().stream()
                .filter(row -> row.facts().modifiedAt().isBefore(before))
                .toList();
    }

    /** Splits into parts of about the same size, none larger than the target. */
    List<List<IndexedObject>> split(List<IndexedObject> objects) {
        int parts = Math.ceilDiv(objects.size(), target);
        List<List<IndexedObject>> split = new ArrayList<>(parts);
        for (int part = 0; part < parts; part++) {
            split.add(objects.subList(objects.size() * part / parts, objects.size() * (part + 1) / parts));
        }
        return split;
    }
}
