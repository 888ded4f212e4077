package dev.ose.server.store;

import dev.ose.server.object.Intent;
import dev.ose.server.object.ObjectAddress;
import dev.ose.server.object.ObjectFacts;
import dev.ose.server.object.OperationIds;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.postgresql.PGConnection;

/**
 * One round trip with several statements on the tables of objects: each is added with its rows as arrays, then all are
 * sent together. Rows come in the order of their locks.
 */
final class ObjectSql {

    /** How long a request whose connection is gone may still change the platform. */
    static final String HOLD = "interval '60 seconds'";

    private static final String KEYS = " FROM unnest(?::bigint[], ?::text[]) AS k (bucket_id, key)";

    /**
     * A part of a statement: notes the changed rows {@code c} for whoever listens to their buckets. Where nobody listens to
     * anything it costs one look at an empty table for all rows together.
     */
    private static final String TELL = """
            INSERT INTO event (webhook_id, bucket, key, size_bytes, etag, version_id)
            SELECT w.id, b.name, c.key, %s, c.etag, c.version_id
            FROM webhook w
                JOIN bucket b ON b.tenant_id = w.tenant_id AND (w.bucket_id IS NULL OR w.bucket_id = b.id)
                JOIN %s c ON c.bucket_id = b.id
            WHERE w.%s AND w.deleted_at IS NULL
                AND starts_with(c.key, w.prefix) AND right(c.key, length(w.suffix)) = w.suffix
                AND EXISTS (SELECT FROM webhook)
            """;

    private static final String TELL_WRITTEN = TELL.formatted("c.size_bytes", "k", "created");
    private static final String TELL_REMOVED = TELL.formatted("NULL", "gone", "removed");

    private static final String MODIFIED_AT = "timestamptz 'epoch' + modified_micros * interval '1 microsecond'";

    private static final String UNLESS_KNOWN = """
                AND NOT EXISTS (SELECT FROM object_info o WHERE o.bucket_id = c.bucket_id AND o.key = c.key
                    AND o.size_bytes = c.size_bytes AND o.etag = c.etag AND o.modified_at = %s
                    AND o.version_id IS NOT DISTINCT FROM c.version_id)
            """.formatted(MODIFIED_AT);

    private static final String WRITE = """
            WITH k AS MATERIALIZED (
                SELECT * FROM unnest(?::bigint[], ?::text[], ?::bigint[], ?::bigint[], ?::bytea[], ?::text[])
                    AS k (bucket_id, key, size_bytes, modified_micros, etag, version_id)
            ), written AS (
                INSERT INTO object_info AS o (bucket_id, key, size_bytes, modified_at, etag, version_id)
                SELECT bucket_id, key, size_bytes, %s, etag, version_id FROM k
                ON CONFLICT (bucket_id, key) DO UPDATE SET size_bytes = excluded.size_bytes,
                    modified_at = excluded.modified_at, etag = excluded.etag, version_id = excluded.version_id,
                    ver = o.ver + 1
            ), told AS (
                %s
            )
            INSERT INTO usage_delta (bucket_id, objects, bytes)
            SELECT bucket_id, sum(objects), sum(bytes) FROM (
                SELECT bucket_id, 1 AS objects, size_bytes AS bytes FROM k
                UNION ALL
                SELECT o.bucket_id, -1, -o.size_bytes
                FROM k JOIN object_info o ON o.bucket_id = k.bucket_id AND o.key = k.key
            ) c GROUP BY bucket_id HAVING sum(objects) <> 0 OR sum(bytes) <> 0""";

    private static final String WRITE_CHANGES = WRITE.formatted(MODIFIED_AT, TELL_WRITTEN);
    private static final String WRITE_FACTS = WRITE.formatted(MODIFIED_AT, TELL_WRITTEN + UNLESS_KNOWN);

    private static final String DELETE_UNCHANGED = """
            DELETE FROM object_info o
            USING unnest(?::bigint[], ?::text[], ?::bigint[], ?::bigint[], ?::bytea[], ?::text[])
                AS k (bucket_id, key, size_bytes, modified_micros, etag, version_id)
            WHERE o.bucket_id = k.bucket_id AND o.key = k.key AND o.size_bytes = k.size_bytes AND o.etag = k.etag
                AND o.modified_at = %s AND o.version_id IS NOT DISTINCT FROM k.version_id""".formatted(MODIFIED_AT);

    private static final String DELETE = """
            WITH gone AS (
                DELETE FROM object_info o USING unnest(?::bigint[], ?::text[]) AS k (bucket_id, key)
                WHERE o.bucket_id = k.bucket_id AND o.key = k.key
                RETURNING o.bucket_id, o.key, o.size_bytes, o.etag, o.version_id
            ), told AS (
                %s
            )
            INSERT INTO usage_delta (bucket_id, objects, bytes)
            SELECT bucket_id, -count(*), -sum(size_bytes) FROM gone GROUP BY bucket_id""".formatted(TELL_REMOVED);

    /**
     * For each segment that may have some of the keys: which, and what it holds. The filter of a segment spares reading nearly
     * all those that have none of them.
     */
    private static final String FIND_FOLDED = """
            WITH k AS MATERIALIZED (
                SELECT * FROM unnest(?::bigint[], ?::text[], ?::bigint[]) AS k (bucket_id, key, hash)
            ), hit AS MATERIALIZED (
                SELECT s.bucket_id, s.first_key, array_agg(k.key) AS keys
                FROM k CROSS JOIN LATERAL (
                    SELECT g.bucket_id, g.first_key, g.last_key, g.filter FROM object_segment g
                    WHERE g.bucket_id = k.bucket_id AND g.first_key <= k.key
                    ORDER BY g.first_key DESC LIMIT 1) s
                WHERE k.key <= s.last_key AND %s
                    AND NOT EXISTS (SELECT FROM object_hole h WHERE h.bucket_id = k.bucket_id AND h.key = k.key)
                GROUP BY s.bucket_id, s.first_key
            )
            SELECT hit.bucket_id, hit.keys, g.data
            FROM hit JOIN object_segment g ON g.bucket_id = hit.bucket_id AND g.first_key = hit.first_key""".formatted(SegmentFilter.MAY_HAVE);

    /** As they were: what changes by writing the rows afterwards is then the same as for any other row. */
    private static final String UNFOLD = """
            WITH k AS MATERIALIZED (
                SELECT * FROM unnest(?::bigint[], ?::text[], ?::bigint[], ?::bigint[], ?::bytea[], ?::text[])
                    AS k (bucket_id, key, size_bytes, modified_micros, etag, version_id)
            ), voided AS (
                INSERT INTO object_hole (bucket_id, key, size_bytes) SELECT bucket_id, key, size_bytes FROM k
                ON CONFLICT (bucket_id, key) DO NOTHING
            )
            INSERT INTO object_info (bucket_id, key, size_bytes, modified_at, etag, version_id)
            SELECT bucket_id, key, size_bytes, %s, etag, version_id FROM k
            ON CONFLICT (bucket_id, key) DO NOTHING""".formatted(MODIFIED_AT);

    private final Connection connection;
    private final List<String> statements = new ArrayList<>();
    private final List<Array> arrays = new ArrayList<>();

    ObjectSql(Connection connection) {
        this.connection = connection;
    }

    /** Keeps the buckets from being folded until the transaction ends, and waits while one is. */
    void shareFoldLocks(Collection<ObjectAddress> addresses) throws SQLException {
        statements.add(
                "SELECT pg_advisory_xact_lock_shared(" + FoldLock.SPACE + ", number) FROM unnest(?::int[]) number");
        add(
                "int",
                addresses.stream()
                        .mapToInt(address -> FoldLock.numberOf(address.bucket()))
                        .distinct()
                        .sorted()
                        .toArray());
    }

    void lockIntents(Collection<ObjectAddress> addresses) throws SQLException {
        statements.add("SELECT i.bucket_id, i.key, i.op_id" + KEYS
                + " JOIN op_intent i ON i.bucket_id = k.bucket_id AND i.key = k.key"
                + " ORDER BY i.bucket_id, i.key, i.op_id FOR UPDATE OF i");
        addAddresses(addresses);
    }

    void lockDirty(Collection<ObjectAddress> addresses) throws SQLException {
        statements.add("SELECT d.bucket_id, d.key" + KEYS
                + " JOIN object_dirty d ON d.bucket_id = k.bucket_id AND d.key = k.key"
                + " ORDER BY d.bucket_id, d.key FOR UPDATE OF d");
        addAddresses(addresses);
    }

    /** A key that the platform could not tell of keeps its later time: otherwise each write would ask in vain again. */
    void markDirty(Map<ObjectAddress, Boolean> keys) throws SQLException {
        statements.add("INSERT INTO object_dirty AS d (bucket_id, key, hold_until)"
                + " SELECT k.bucket_id, k.key, CASE WHEN k.held THEN now() + " + HOLD + " ELSE now() END"
                + " FROM unnest(?::bigint[], ?::text[], ?::boolean[]) AS k (bucket_id, key, held)"
                + " ON CONFLICT (bucket_id, key) DO UPDATE SET ver = d.ver + 1,"
                + " hold_until = greatest(d.hold_until, excluded.hold_until),"
                + " due_at = CASE WHEN d.attempts = 0 THEN now() ELSE d.due_at END");
        addAddresses(keys.keySet());
        add("boolean", keys.values().toArray(new Boolean[0]));
    }

    void deleteIntents(List<Intent> intents) throws SQLException {
        statements.add("DELETE FROM op_intent i USING unnest(?::bigint[], ?::bigint[]) AS k (bucket_id, op_id)"
                + " WHERE i.bucket_id = k.bucket_id AND i.op_id = k.op_id");
        addIntents(intents);
    }

    void insertIntents(List<Intent> intents) throws SQLException {
        statements.add("INSERT INTO op_intent (bucket_id, op_id, key, node_id)"
                + " SELECT k.bucket_id, k.op_id, k.key, k.node_id"
                + " FROM unnest(?::bigint[], ?::bigint[], ?::text[], ?::int[]) AS k (bucket_id, op_id, key, node_id)"
                + " ON CONFLICT (bucket_id, op_id) DO NOTHING");
        addIntents(intents);
        add("text", intents.stream().map(intent -> intent.key().value()).toArray(String[]::new));
        add(
                "int",
                intents.stream()
                        .mapToInt(intent -> OperationIds.nodeOf(intent.operationId()))
                        .toArray());
    }

    /** To be asked while folding is locked out; see {@link FoldedObjects#read} for the answer. */
    void findFolded(Collection<ObjectAddress> addresses) throws SQLException {
        statements.add(FIND_FOLDED);
        addAddresses(addresses);
        add(
                "bigint",
                addresses.stream()
                        .mapToLong(address -> SegmentFilter.hash(address.key().utf8()))
                        .toArray());
    }

    /** Takes objects out of their segments, into rows of their own. */
    void unfold(Map<ObjectAddress, ObjectFacts> folded) throws SQLException {
        write(UNFOLD, folded);
    }

    /** Deletes those rows that say the same, as the objects go into segments: nothing of them changes. */
    void deleteUnchanged(Map<ObjectAddress, ObjectFacts> rows) throws SQLException {
        write(DELETE_UNCHANGED, rows);
    }

    /**
     * Writes rows that writes made and records, for each bucket, what that changes. The rows that were there are read in the
     * same statement, before it writes: nobody else changes them meanwhile, because whoever writes the row of a key has
     * locked its intents or its mark.
     */
    void writeRows(Map<ObjectAddress, ObjectFacts> rows) throws SQLException {
        write(WRITE_CHANGES, rows);
    }

    /** The same with what the platform said when it was asked, which is news only where the row says something else. */
    void writeFacts(Map<ObjectAddress, ObjectFacts> rows) throws SQLException {
        write(WRITE_FACTS, rows);
    }

    private void write(String statement, Map<ObjectAddress, ObjectFacts> rows) throws SQLException {
        statements.add(statement);
        addAddresses(rows.keySet());
        Collection<ObjectFacts> facts = rows.values();
        add("bigint", facts.stream().mapToLong(ObjectFacts::sizeBytes).toArray());
        add(
                "bigint",
                facts.stream()
                        .mapToLong(each -> SegmentCode.micros(each.modifiedAt()))
                        .toArray());
        add("bytea", facts.stream().map(each -> ETagCode.pack(each.etag())).toArray(byte[][]::new));
        add("text", facts.stream().map(ObjectFacts::versionId).toArray(String[]::new));
    }

    /** Deletes rows and records, for each bucket, what that changes. */
    void deleteRows(Collection<ObjectAddress> addresses) throws SQLException {
        statements.add(DELETE);
        addAddresses(addresses);
    }

    /** Ends the transaction, after everything else. */
    void commit() {
        statements.add("COMMIT");
    }

    boolean isEmpty() {
        return statements.isEmpty();
    }

    /** All statements with their rows, to be executed at once. */
    PreparedStatement prepare() throws SQLException {
        PreparedStatement prepared = connection.prepareStatement(String.join("; ", statements));
        for (int i = 0; i < arrays.size(); i++) {
            prepared.setArray(i + 1, arrays.get(i));
        }
        return prepared;
    }

    private void addAddresses(Collection<ObjectAddress> addresses) throws SQLException {
        add(
                "bigint",
                addresses.stream()
                        .mapToLong(address -> address.bucket().value())
                        .toArray());
        add("text", addresses.stream().map(address -> address.key().value()).toArray(String[]::new));
    }

    private void addIntents(List<Intent> intents) throws SQLException {
        add(
                "bigint",
                intents.stream().mapToLong(intent -> intent.bucket().value()).toArray());
        add("bigint", intents.stream().mapToLong(Intent::operationId).toArray());
    }

    private void add(String type, Object elements) throws SQLException {
        arrays.add(connection.unwrap(PGConnection.class).createArrayOf(type, elements));
    }
}
