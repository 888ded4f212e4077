package dev.ose.server.catalog.jdbc;

import dev.ose.server.catalog.OlderVersion;

/**
 * The statements that change rows of objects, their usage deltas and events. Rows are passed as arrays, in lock order.
 *
 * <p>Statistics of the tables of intents, dirty keys and tombstones are taken when these are empty, so the planner
 * prefers a full index scan, however many dead entries the index has. {@code OFFSET 0}, a lock or an aggregate forces a
 * lookup for each key; intents found so are then addressed by their ctid, which is stable because intents are never
 * updated.
 */
public final class ObjectStatements {

    private static final String MODIFIED_AT = "timestamptz 'epoch' + modified_micros * interval '1 microsecond'";

    private static final String FACTS = "size_bytes, modified_micros, etag, version_id";
    private static final String FACT_ARRAYS = "?::bigint[], ?::bigint[], ?::bytea[], ?::text[]";

    /** Addresses and facts of objects. */
    private static final String ROWS = """
            SELECT * FROM unnest(?::bigint[], ?::text[], %s) AS k (bucket_id, key, %s)""".formatted(FACT_ARRAYS, FACTS);

    private static final String UNLESS_KNOWN = """
                AND NOT EXISTS (SELECT FROM object_info o WHERE o.bucket_id = c.bucket_id AND o.key = c.key
                    AND o.size_bytes = c.size_bytes AND o.etag = c.etag AND o.modified_at = %s
                    AND o.version_id IS NOT DISTINCT FROM c.version_id)
            """.formatted(MODIFIED_AT);

    private static final String REPORT_CHANGES = EventStatements.reportWritten("");
    private static final String REPORT_FACTS = EventStatements.reportWritten(UNLESS_KNOWN);
    private static final String REPORT_REMOVED = EventStatements.reportRemoved();

    /**
     * The segment that covers the key of row {@code k} and may contain it: the one with the greatest first key that is
     * not greater. The Bloom filter avoids reading nearly all segments without the key.
     */
    private static final String SEGMENT_OF_KEY = """
            LATERAL (
                    SELECT g.last_key, g.filter, g.ctid AS place FROM object_segment g
                    WHERE g.bucket_id = k.bucket_id AND g.first_key <= k.key
                    ORDER BY g.first_key DESC LIMIT 1) s
                WHERE k.key <= s.last_key AND %s""".formatted(SegmentFilter.MAY_HAVE);

    /** As {@link #SEGMENT_OF_KEY}, unless the key has a tombstone: then it is in none. */
    private static final String LIVE_SEGMENT_OF_KEY = SEGMENT_OF_KEY + """

                    AND NOT EXISTS (
                        SELECT FROM object_tombstone h WHERE h.bucket_id = k.bucket_id AND h.key = k.key OFFSET 0)
            """;

    /**
     * Those keys of a table that have tombstones: one scan of the index for each bucket, which goes on from key to key,
     * because a look-up of its own for each key takes a tenth of a change.
     */
    private static final String WITH_TOMBSTONES = """
            SELECT b.bucket_id, h.key FROM (
                SELECT bucket_id, array_agg(key) AS keys FROM %s GROUP BY bucket_id) b CROSS JOIN LATERAL (
                SELECT h.key FROM object_tombstone h WHERE h.bucket_id = b.bucket_id AND h.key = ANY (b.keys)
                OFFSET 0) h""";

    /**
     * Removes the intents {@code k} of writes that are alone: their intent exists, is the only one on its key, the key
     * has no mark, and no segment may contain it. All lookups see the state at the start of the statement. That
     * suffices: while the intent is visible to others, no verification settles the key unless its mark is older than
     * any statement, and the completion of another write to it marks the key and leaves its row alone.
     */
    private static final String ALONE = """
            asked AS MATERIALIZED (
                SELECT * FROM unnest(?::bigint[], ?::text[], ?::bigint[], ?::bigint[]%s)
                    AS k (bucket_id, key, op_id, hash%s)
            ), found AS MATERIALIZED (
                SELECT k.*, i.place
                FROM asked k CROSS JOIN LATERAL (
                    SELECT min(i.op_id) AS op_id, min(i.ctid) AS place FROM op_intent i
                    WHERE i.bucket_id = k.bucket_id AND i.key = k.key HAVING count(*) = 1) i
                WHERE i.op_id = k.op_id
                    AND NOT EXISTS (
                        SELECT FROM object_dirty d WHERE d.bucket_id = k.bucket_id AND d.key = k.key OFFSET 0)
                    AND NOT EXISTS (SELECT FROM %s)
            ), k AS (
                DELETE FROM op_intent i USING found k WHERE i.ctid = k.place
                RETURNING k.*
            )""";

    /** The columns of older versions. */
    private static final String OLDER = "bucket_id, key, version_id, size_bytes, modified_at, is_delete_marker";

    /** The same columns from the row {@code o}, which is about to become an older version. */
    private static final String OLDER_OF_ROW = "o.bucket_id, o.key, coalesce(o.version_id, '" + OlderVersion.NULL
            + "'), o.size_bytes, o.modified_at, false";

    /** A part of a statement: adds the usage deltas. */
    private static final String COUNT = """
            INSERT INTO usage_delta (bucket_id, objects, bytes, older_versions, older_bytes)
                SELECT bucket_id, sum(objects), sum(bytes), sum(older_versions), sum(older_bytes) FROM (
                    %s
                ) c (bucket_id, objects, bytes, older_versions, older_bytes)
                GROUP BY bucket_id HAVING sum(objects) <> 0 OR sum(bytes) <> 0 OR sum(older_versions) <> 0
                    OR sum(older_bytes) <> 0""";

    private static final String NOTE_WRITTEN = JdbcLabelQueue.NOTE.formatted("k");

    private static final String COUNT_WRITTEN = COUNT.formatted("""
            SELECT bucket_id, 1, size_bytes, 0, 0 FROM k
            UNION ALL
            SELECT bucket_id, -1, -size_bytes, 0, 0 FROM was
            UNION ALL
            SELECT bucket_id, 0, 0, 1, size_bytes FROM kept""");

    /**
     * Takes objects out of their segments, unless they have left them meanwhile. Parameters: addresses, sizes, times,
     * version ids, and those of a variant. What is left of the rows {@code k} may have a row: an object in a segment
     * has none, so none is looked for.
     */
    private static final String TAKE_OUT = """
            located AS MATERIALIZED (
                SELECT * FROM unnest(?::bigint[], ?::text[], ?::bigint[], ?::bigint[], ?::text[], %%2$s)
                    AS f (bucket_id, key, size_bytes, modified_micros, version_id, %%3$s)
            ), folded AS MATERIALIZED (
                SELECT f.*, %s AS modified_at%%1$s FROM located f WHERE (f.bucket_id, f.key) NOT IN (%s)
            ), voided AS (
                INSERT INTO object_tombstone (bucket_id, key, size_bytes) SELECT bucket_id, key, size_bytes FROM folded
            ), unfolded AS MATERIALIZED (
                SELECT * FROM k WHERE (k.bucket_id, k.key) NOT IN (SELECT bucket_id, key FROM folded)
            )""".formatted(MODIFIED_AT, WITH_TOMBSTONES.formatted("located"));

    /** Parameters besides: the version ids of what is written over the objects. */
    private static final String TAKE_OUT_FOR_WRITES = TAKE_OUT.formatted("", "?::text[]", "next_id");

    /**
     * Parameters besides: where in the segments the entity tags begin, and their lengths. Only events contain the tags,
     * which are read only if there may be events. The segments are as they were: the transaction excludes compaction.
     */
    private static final String TAKE_OUT_FOR_REMOVALS =
            TAKE_OUT.formatted("""
            , CASE WHEN EXISTS (SELECT FROM webhook) THEN (
                    SELECT substr(g.data, f.tag_at + 1, f.tag_length) FROM object_segment g
                    WHERE g.bucket_id = f.bucket_id AND g.first_key <= f.key
                    ORDER BY g.first_key DESC LIMIT 1) END AS etag""", "?::int[], ?::int[]", "tag_at, tag_length");

    /** The rows that are about to be replaced. */
    private static final String WAS = """
            SELECT o.bucket_id, o.key, o.size_bytes, o.modified_at, o.version_id, k.version_id AS next_id
                FROM %sk JOIN object_info o ON o.bucket_id = k.bucket_id AND o.key = k.key""";

    private static final String WAS_FOLDED = WAS.formatted("unfolded ") + """

                UNION ALL
                SELECT bucket_id, key, size_bytes, modified_at, version_id, next_id FROM folded""";

    /** A write with a version id keeps the previous version; one without replaces it. */
    private static final String WRITE = """
            WITH %%s, was AS MATERIALIZED (
                %%s
            ), kept AS (
                INSERT INTO object_version (%s)
                SELECT %s FROM was o WHERE o.next_id IS NOT NULL AND o.version_id IS DISTINCT FROM o.next_id
                ON CONFLICT DO NOTHING RETURNING bucket_id, size_bytes
            ), written AS (
                INSERT INTO object_info AS o (bucket_id, key, size_bytes, modified_at, etag, version_id)
                SELECT bucket_id, key, size_bytes, %s, etag, version_id FROM k
                ON CONFLICT (bucket_id, key) DO UPDATE SET size_bytes = excluded.size_bytes,
                    modified_at = excluded.modified_at, etag = excluded.etag, version_id = excluded.version_id,
                    ver = o.ver + 1
            ), reported AS (
                %%s
            ), labelled AS (
                %s
            ), counted AS (
                %s
            )
            SELECT %%s FROM k""".formatted(OLDER, OLDER_OF_ROW, MODIFIED_AT, NOTE_WRITTEN, COUNT_WRITTEN);

    private static final String DELETION = """
            WITH %%s, removed AS (
                DELETE FROM object_info o USING %%s k WHERE o.bucket_id = k.bucket_id AND o.key = k.key
                RETURNING o.bucket_id, o.key, o.size_bytes, o.etag, o.version_id
            ), gone AS MATERIALIZED (
                SELECT * FROM removed%%s
            ), reported AS (
                %s
            ), labelled AS (
                %s
            ), counted AS (
                INSERT INTO usage_delta (bucket_id, objects, bytes)
                SELECT bucket_id, -count(*), -sum(size_bytes) FROM gone GROUP BY bucket_id
            )
            SELECT %%s FROM k""".formatted(REPORT_REMOVED, JdbcLabelQueue.NOTE.formatted("gone"));

    private static final String HIDING = """
            WITH k AS MATERIALIZED (
                SELECT * FROM unnest(?::bigint[], ?::text[], ?::text[]) AS k (bucket_id, key, marker)
            ), %%sremoved AS (
                DELETE FROM object_info o USING %%s k WHERE o.bucket_id = k.bucket_id AND o.key = k.key
                RETURNING o.bucket_id, o.key, o.size_bytes, o.etag, o.version_id, o.modified_at
            ), gone AS MATERIALIZED (
                SELECT * FROM removed%%s
            ), reported AS (
                %s
            ), labelled AS (
                %s
            ), kept AS (
                INSERT INTO object_version (%s)
                SELECT %s FROM gone o
                UNION ALL
                SELECT bucket_id, key, marker, 0, now(), true FROM k
                ON CONFLICT DO NOTHING RETURNING bucket_id, size_bytes
            ), counted AS (
                %s
            )
            SELECT count(*) FROM k""".formatted(
                    REPORT_REMOVED, JdbcLabelQueue.NOTE.formatted("gone"), OLDER, OLDER_OF_ROW, COUNT.formatted("""
                    SELECT bucket_id, -1, -size_bytes, 0, 0 FROM gone
                    UNION ALL
                    SELECT bucket_id, 0, 0, 1, size_bytes FROM kept"""));

    /**
     * Parameters: a bucket, a key, and all versions besides the newest, which replace the known ones. A key may have
     * thousands where statistics expect one: those that are gone are found by an aggregate, because a join may compare
     * each known version with each reported one.
     */
    static final String REPLACE_OLDER = """
            WITH address AS (
                SELECT ?::bigint AS bucket_id, ?::text AS key
            ), k AS MATERIALIZED (
                SELECT * FROM unnest(?::text[], ?::bigint[], ?::bigint[], ?::boolean[])
                    AS k (version_id, size_bytes, modified_micros, is_delete_marker)
            ), known AS MATERIALIZED (
                SELECT o.* FROM address a CROSS JOIN LATERAL (
                    SELECT o.bucket_id, o.version_id, o.size_bytes, o.ctid AS place FROM object_version o
                    WHERE o.bucket_id = a.bucket_id AND o.key = a.key OFFSET 0) o
            ), missing AS MATERIALIZED (
                SELECT min(place) AS place
                FROM (SELECT version_id, place FROM known UNION ALL SELECT version_id, NULL FROM k) v
                GROUP BY version_id HAVING count(place) = count(*)
            ), gone AS (
                DELETE FROM object_version o USING missing m WHERE o.ctid = m.place
            ), come AS (
                INSERT INTO object_version AS o (%s)
                SELECT a.bucket_id, a.key, k.version_id, k.size_bytes, %s, k.is_delete_marker
                    FROM k CROSS JOIN address a
                ON CONFLICT (bucket_id, key, version_id) DO UPDATE SET size_bytes = excluded.size_bytes,
                    modified_at = excluded.modified_at, is_delete_marker = excluded.is_delete_marker
                WHERE (o.size_bytes, o.modified_at, o.is_delete_marker)
                    <> (excluded.size_bytes, excluded.modified_at, excluded.is_delete_marker)
            ), counted AS (
                %s
            )
            SELECT count(*) FROM k""".formatted(OLDER, MODIFIED_AT, COUNT.formatted("""
                    SELECT a.bucket_id, 0, 0, 1, k.size_bytes FROM k CROSS JOIN address a
                    UNION ALL
                    SELECT bucket_id, 0, 0, -1, -size_bytes FROM known"""));

    /** The column of results that contain operation ids. */
    public static final String OPERATION = "op_id";

    /** Parameters: addresses and version ids of delete markers. Returns the number of rows. */
    static final String HIDE = HIDING.formatted("", "k", "");

    /** The objects of {@link #TAKE_OUT_FOR_REMOVALS}, besides rows that are removed. */
    private static final String OR_FOLDED = """

                UNION ALL
                SELECT bucket_id, key, size_bytes, etag, version_id%s FROM folded""";

    /** As {@link #HIDE}, with some objects in segments, by the parameters of {@link #TAKE_OUT_FOR_REMOVALS}. */
    public static final String HIDE_WITH_FOLDED =
            HIDING.formatted(TAKE_OUT_FOR_REMOVALS + ", ", "unfolded", OR_FOLDED.formatted(", modified_at"));

    private static final String ROWS_AS_K = "k AS MATERIALIZED (" + ROWS + ")";

    /** Parameters: addresses. */
    public static final String KEYS = " FROM unnest(?::bigint[], ?::text[]) AS k (bucket_id, key)";

    /**
     * Locks the rows of some keys, one key after the other, and returns the columns. Not by ctid as below: a
     * concurrently updated mark gets another one.
     */
    private static final String LOCK = """
            SELECT t.*%2$s CROSS JOIN LATERAL (
                SELECT %3$s FROM %1$s t WHERE t.bucket_id = k.bucket_id AND t.key = k.key
                ORDER BY %3$s FOR UPDATE) t""";

    /** Parameters: addresses. Returns buckets, keys and operation ids. */
    public static final String LOCK_INTENTS = LOCK.formatted("op_intent", KEYS, "bucket_id, key, " + OPERATION);

    /** Parameters: addresses. Returns buckets and keys. */
    public static final String LOCK_DIRTY = LOCK.formatted("object_dirty", KEYS, "bucket_id, key");

    /** Parameters: addresses. Locks the marks of the keys and returns their versions. */
    public static final String LOCK_MARK = """
            SELECT t.*%s CROSS JOIN LATERAL (
                SELECT ver FROM object_dirty t WHERE t.bucket_id = k.bucket_id AND t.key = k.key FOR UPDATE) t
            """.formatted(KEYS);

    /** Parameters: addresses. Returns an open write of each key that has some. */
    public static final String FIND_INTENT = """
            SELECT t.*%s CROSS JOIN LATERAL (
                SELECT op_id FROM op_intent t WHERE t.bucket_id = k.bucket_id AND t.key = k.key LIMIT 1) t
            """.formatted(KEYS);

    /** Parameters: addresses and operation ids. */
    public static final String DELETE_INTENTS = """
            WITH found AS MATERIALIZED (
                SELECT i.ctid AS place FROM unnest(?::bigint[], ?::text[], ?::bigint[]) AS k (bucket_id, key, op_id)
                    CROSS JOIN LATERAL (
                        SELECT i.ctid FROM op_intent i
                        WHERE i.bucket_id = k.bucket_id AND i.key = k.key AND i.op_id = k.op_id OFFSET 0) i
            )
            DELETE FROM op_intent i USING found WHERE i.ctid = found.place""";

    /** Parameters: addresses and facts; creates an event for each. Returns the number of rows. */
    static final String WRITE_CHANGES = WRITE.formatted(ROWS_AS_K, WAS.formatted(""), REPORT_CHANGES, "count(*)");

    /** As {@link #WRITE_CHANGES}, with events only for rows that differ. */
    static final String WRITE_FACTS = WRITE.formatted(ROWS_AS_K, WAS.formatted(""), REPORT_FACTS, "count(*)");

    /** As {@link #WRITE_CHANGES}, over some objects in segments, by the parameters of {@link #TAKE_OUT_FOR_WRITES}. */
    public static final String WRITE_OVER_FOLDED =
            WRITE.formatted(ROWS_AS_K + ", " + TAKE_OUT_FOR_WRITES, WAS_FOLDED, REPORT_CHANGES, "count(*)");

    private static final String KEYS_AS_K = "k AS MATERIALIZED (SELECT *" + KEYS + ")";

    /** Parameters: addresses. Returns the number of rows. */
    static final String DELETE = DELETION.formatted(KEYS_AS_K, "k", "", "count(*)");

    /** As {@link #DELETE}, with some objects in segments, by the parameters of {@link #TAKE_OUT_FOR_REMOVALS}. */
    public static final String DELETE_WITH_FOLDED = DELETION.formatted(
            KEYS_AS_K + ", " + TAKE_OUT_FOR_REMOVALS, "unfolded", OR_FOLDED.formatted(""), "count(*)");

    /** Parameters: addresses, operation ids, hashes and facts. Returns the ids of the operations that were alone. */
    public static final String WRITE_ALONE = WRITE.formatted(
            ALONE.formatted(", " + FACT_ARRAYS, ", " + FACTS, LIVE_SEGMENT_OF_KEY),
            WAS.formatted(""),
            REPORT_CHANGES,
            OPERATION);

    /** Parameters: addresses, operation ids and hashes. Returns the ids of the operations that were alone. */
    public static final String DELETE_ALONE =
            DELETION.formatted(ALONE.formatted("", "", LIVE_SEGMENT_OF_KEY), "k", "", OPERATION);

    /** Parameters: addresses and facts. Deletes the rows that have these facts. */
    static final String DELETE_UNCHANGED = """
            DELETE FROM object_info o USING (%s) k
            WHERE o.bucket_id = k.bucket_id AND o.key = k.key AND o.size_bytes = k.size_bytes AND o.etag = k.etag
                AND o.modified_at = %s
                AND o.version_id IS NOT DISTINCT FROM k.version_id""".formatted(ROWS, MODIFIED_AT);

    private static final String OF_SEGMENTS = """
            WITH k AS MATERIALIZED (
                SELECT * FROM unnest(?::bigint[], ?::text[], ?::bigint[]) WITH ORDINALITY
                    AS k (bucket_id, key, hash, number)
            ), hit AS MATERIALIZED (
                SELECT k.bucket_id, k.key, k.number, s.place FROM k CROSS JOIN %s
            )
            SELECT number::int, CASE WHEN place IS DISTINCT FROM lag(place) OVER () THEN (
                SELECT %%s FROM object_segment g WHERE g.ctid = hit.place) END
            FROM hit WHERE (bucket_id, key) NOT IN (%s)
            """.formatted(SEGMENT_OF_KEY, WITH_TOMBSTONES.formatted("hit"));

    /**
     * Parameters: addresses and hashes. Returns the number of each key that may be in a segment, from 1, and the data
     * of the segment; NULL if that is the one of the key before.
     */
    public static final String FIND_FOLDED = OF_SEGMENTS.formatted("g.data");

    /**
     * As {@link #FIND_FOLDED}, with the data in front of the entity tags, which are two thirds of all; a release that
     * does not know of them wrote no place of the tags.
     */
    public static final String LOCATE_FOLDED = OF_SEGMENTS.formatted("coalesce(substr(g.data, 1, g.tags_at), g.data)");

    /**
     * Parameters: addresses and facts, unchanged: the usage delta of a later write is then the same as for any other
     * row.
     */
    static final String UNFOLD = """
            WITH %s, voided AS (
                INSERT INTO object_tombstone (bucket_id, key, size_bytes) SELECT bucket_id, key, size_bytes FROM k
                ON CONFLICT (bucket_id, key) DO NOTHING
            )
            INSERT INTO object_info (bucket_id, key, size_bytes, modified_at, etag, version_id)
            SELECT bucket_id, key, size_bytes, %s, etag, version_id FROM k
            ON CONFLICT (bucket_id, key) DO NOTHING""".formatted(ROWS_AS_K, MODIFIED_AT);

    private ObjectStatements() {}
}
