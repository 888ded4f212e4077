package dev.ose.server.catalog.jdbc;

import dev.ose.server.catalog.ObjectAddress;
import dev.ose.server.catalog.ObjectFacts;
import dev.ose.server.catalog.OlderVersion;
import dev.ose.server.database.Database;
import dev.ose.server.ledger.Intent;
import dev.ose.server.ledger.OperationIds;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.postgresql.PGConnection;

/**
 * One round trip with several statements on the tables of objects: each is added with its rows as arrays, then all are
 * sent together. Rows must be passed in lock order.
 */
public final class ObjectSql {

    /**
     * How long a request with an unknown outcome may still change the platform: longer than the longest request
     * timeout, which is ten minutes for a copy or the completion of a large upload.
     */
    public static final String HOLD = "interval '11 minutes'";

    private final Connection connection;
    private final List<String> statements = new ArrayList<>();
    private final List<Array> arrays = new ArrayList<>();

    public ObjectSql(Connection connection) {
        this.connection = connection;
    }

    /**
     * Has the other statements of the transaction planned as for committers: by indexes, and once for each connection,
     * because planning a write of rows takes several times as long as executing it. To be added first.
     */
    public void planByIndex() {
        statements.add(Database.PLAN_BY_INDEX);
    }

    /** Excludes compaction of the buckets until the transaction ends; waits while one is compacted. */
    public void shareFoldLocks(Collection<ObjectAddress> addresses) throws SQLException {
        statements.add("SELECT pg_advisory_xact_lock_shared(" + CompactionLock.SPACE
                + ", number) FROM unnest(?::int[]) number");
        add(
                "int",
                addresses.stream()
                        .mapToInt(address -> CompactionLock.numberOf(address.bucket()))
                        .distinct()
                        .sorted()
                        .toArray());
    }

    public void lockIntents(Collection<ObjectAddress> addresses) throws SQLException {
        statements.add(ObjectStatements.LOCK_INTENTS);
        addAddresses(addresses);
    }

    public void lockDirty(Collection<ObjectAddress> addresses) throws SQLException {
        statements.add(ObjectStatements.LOCK_DIRTY);
        addAddresses(addresses);
    }

    /** Locks the mark of a key and returns its version, if there is one. */
    public void lockMark(ObjectAddress address) throws SQLException {
        statements.add(ObjectStatements.LOCK_MARK);
        addAddresses(List.of(address));
    }

    /** Returns an open write of a key, if there is one. */
    public void findIntent(ObjectAddress address) throws SQLException {
        statements.add(ObjectStatements.FIND_INTENT);
        addAddresses(List.of(address));
    }

    /** Marks keys for verification at once, in the common lock order. */
    public static void markDirtyNow(Connection connection, Collection<ObjectAddress> addresses) throws SQLException {
        Map<ObjectAddress, Boolean> marks = new TreeMap<>();
        addresses.forEach(address -> marks.put(address, false));
        ObjectSql sql = new ObjectSql(connection);
        sql.markDirty(marks);
        sql.execute();
    }

    /**
     * A key whose probe failed keeps its later due time, or each write would probe in vain again. A parked key becomes
     * due once more, because the refusal concerned its previous content.
     */
    public void markDirty(Map<ObjectAddress, Boolean> keys) throws SQLException {
        statements.add("INSERT INTO object_dirty AS d (bucket_id, key, hold_until)"
                + " SELECT k.bucket_id, k.key, CASE WHEN k.held THEN now() + " + HOLD + " ELSE now() END"
                + " FROM unnest(?::bigint[], ?::text[], ?::boolean[]) AS k (bucket_id, key, held)"
                + " ON CONFLICT (bucket_id, key) DO UPDATE SET ver = excluded.ver,"
                + " hold_until = greatest(d.hold_until, excluded.hold_until),"
                + " due_at = CASE WHEN d.attempts = 0 THEN now() ELSE d.due_at END,"
                + " refusals = " + RefusedKeys.ASK_ONCE_MORE);
        addAddresses(keys.keySet());
        add("boolean", keys.values().toArray(new Boolean[0]));
    }

    public void deleteIntents(List<Intent> intents) throws SQLException {
        statements.add(ObjectStatements.DELETE_INTENTS);
        addIntents(intents);
    }

    public void insertIntents(List<Intent> intents) throws SQLException {
        statements.add("INSERT INTO op_intent (bucket_id, op_id, key, node_id)"
                + " SELECT k.bucket_id, k.op_id, k.key, k.node_id"
                + " FROM unnest(?::bigint[], ?::text[], ?::bigint[], ?::int[]) AS k (bucket_id, key, op_id, node_id)"
                + " ON CONFLICT DO NOTHING");
        addIntents(intents);
        add(
                "int",
                intents.stream()
                        .mapToInt(intent -> OperationIds.nodeOf(intent.operationId()))
                        .toArray());
    }

    /** To be executed under the shared compaction lock; {@link SegmentObjects#read} reads the result. */
    public void findFolded(Collection<ObjectAddress> addresses) throws SQLException {
        statements.add(ObjectStatements.FIND_FOLDED);
        addAddresses(addresses);
        addHashes(addresses);
    }

    /**
     * As {@link #findFolded}, without the entity tags: what {@link #writeRows}, {@link #deleteRows} and
     * {@link #hideRows} need; {@link SegmentObjects#locate} reads the result.
     */
    public void locateFolded(Collection<ObjectAddress> addresses) throws SQLException {
        statements.add(ObjectStatements.LOCATE_FOLDED);
        addAddresses(addresses);
        addHashes(addresses);
    }

    /** Moves objects from their segments into rows. */
    public void unfold(Map<ObjectAddress, ObjectFacts> folded) throws SQLException {
        write(ObjectStatements.UNFOLD, folded);
    }

    /** Deletes the rows that still have these facts, because the objects move into segments: nothing else changes. */
    void deleteUnchanged(Map<ObjectAddress, ObjectFacts> rows) throws SQLException {
        write(ObjectStatements.DELETE_UNCHANGED, rows);
    }

    /**
     * Writes the rows of completed writes and adds the usage deltas of their buckets. The old rows are read in the same
     * statement, before it writes. No other transaction changes them meanwhile, because every writer of a row has
     * locked the key's intents or its mark, and no mark is older than a write that does not know it.
     */
    public void writeRows(Map<ObjectAddress, ObjectFacts> rows) throws SQLException {
        write(ObjectStatements.WRITE_CHANGES, rows);
    }

    /**
     * As {@link #writeRows(Map)}, over some objects that are in segments and leave them.
     *
     * @param folded as {@link #locateFolded} found them in this transaction
     */
    public void writeRows(Map<ObjectAddress, ObjectFacts> rows, Map<ObjectAddress, FoldedObject> folded)
            throws SQLException {
        if (folded.isEmpty()) {
            writeRows(rows);
            return;
        }
        write(ObjectStatements.WRITE_OVER_FOLDED, rows);
        addFolded(folded);
        add(
                "text",
                folded.keySet().stream()
                        .map(rows::get)
                        .map(ObjectFacts::versionId)
                        .toArray(String[]::new));
    }

    private void addFolded(Map<ObjectAddress, FoldedObject> folded) throws SQLException {
        Collection<FoldedObject> objects = folded.values();
        addAddresses(folded.keySet());
        add("bigint", objects.stream().mapToLong(FoldedObject::sizeBytes).toArray());
        add("bigint", objects.stream().mapToLong(FoldedObject::modifiedMicros).toArray());
        add("text", objects.stream().map(FoldedObject::versionId).toArray(String[]::new));
    }

    private void addRemoved(Map<ObjectAddress, FoldedObject> folded) throws SQLException {
        addFolded(folded);
        add("int", folded.values().stream().mapToInt(FoldedObject::tagAt).toArray());
        add("int", folded.values().stream().mapToInt(FoldedObject::tagLength).toArray());
    }

    /** As {@link #writeRows} for facts that the platform reported: events are created only if the row differs. */
    public void writeFacts(Map<ObjectAddress, ObjectFacts> rows) throws SQLException {
        write(ObjectStatements.WRITE_FACTS, rows);
    }

    private void write(String statement, Map<ObjectAddress, ObjectFacts> rows) throws SQLException {
        statements.add(statement);
        addAddresses(rows.keySet());
        addFacts(rows.values());
    }

    /** Removes the intents of writes that are alone on their keys, and writes the rows; returns their operation ids. */
    public void writeAlone(Map<Intent, ObjectFacts> written) throws SQLException {
        statements.add(ObjectStatements.WRITE_ALONE);
        addAlone(List.copyOf(written.keySet()));
        addFacts(written.values());
    }

    /**
     * Removes the intents of deletions that are alone on their keys, and deletes the rows; returns their operation ids.
     */
    public void deleteAlone(List<Intent> intents) throws SQLException {
        statements.add(ObjectStatements.DELETE_ALONE);
        addAlone(intents);
    }

    private void addAlone(List<Intent> intents) throws SQLException {
        addIntents(intents);
        addHashes(intents.stream().map(Intent::address).toList());
    }

    private void addFacts(Collection<ObjectFacts> facts) throws SQLException {
        add("bigint", facts.stream().mapToLong(ObjectFacts::sizeBytes).toArray());
        add(
                "bigint",
                facts.stream()
                        .mapToLong(each -> SegmentCodec.micros(each.modifiedAt()))
                        .toArray());
        add("bytea", facts.stream().map(each -> ETagCodec.pack(each.etag())).toArray(byte[][]::new));
        add("text", facts.stream().map(ObjectFacts::versionId).toArray(String[]::new));
    }

    /** Deletes rows and adds the usage deltas of their buckets. */
    public void deleteRows(Collection<ObjectAddress> addresses) throws SQLException {
        statements.add(ObjectStatements.DELETE);
        addAddresses(addresses);
    }

    /**
     * As {@link #deleteRows(Collection)}, with some objects that are in segments and leave them.
     *
     * @param folded as {@link #locateFolded} found them in this transaction
     */
    public void deleteRows(Collection<ObjectAddress> addresses, Map<ObjectAddress, FoldedObject> folded)
            throws SQLException {
        if (folded.isEmpty()) {
            deleteRows(addresses);
            return;
        }
        statements.add(ObjectStatements.DELETE_WITH_FOLDED);
        addAddresses(addresses);
        addRemoved(folded);
    }

    /**
     * Turns rows into older versions under delete markers with these version ids, and adds the usage deltas.
     *
     * @param folded those of the objects that are in segments and leave them, as {@link #locateFolded} found them in
     *     this transaction
     */
    public void hideRows(Map<ObjectAddress, String> markers, Map<ObjectAddress, FoldedObject> folded)
            throws SQLException {
        statements.add(folded.isEmpty() ? ObjectStatements.HIDE : ObjectStatements.HIDE_WITH_FOLDED);
        addAddresses(markers.keySet());
        add("text", markers.values().toArray(String[]::new));
        if (!folded.isEmpty()) {
            addRemoved(folded);
        }
    }

    /** Replaces the known older versions by those that the platform reported, and adds the usage deltas. */
    public static void replaceOlder(Connection connection, ObjectAddress address, List<OlderVersion> older)
            throws SQLException {
        ObjectSql sql = new ObjectSql(connection);
        sql.add("text", older.stream().map(OlderVersion::versionId).toArray(String[]::new));
        sql.add("bigint", older.stream().mapToLong(OlderVersion::sizeBytes).toArray());
        sql.add(
                "bigint",
                older.stream()
                        .mapToLong(each -> SegmentCodec.micros(each.modifiedAt()))
                        .toArray());
        sql.add("boolean", older.stream().map(OlderVersion::isDeleteMarker).toArray(Boolean[]::new));
        Database.first(
                connection,
                ObjectStatements.REPLACE_OLDER,
                row -> row.getLong(1),
                Stream.concat(Stream.of(address.bucket(), address.key().value()), sql.arrays.stream())
                        .toArray());
    }

    /** Adds a statement of another package; {@link #addArray} adds its parameters. */
    public void add(String statement) {
        statements.add(statement);
    }

    /** Adds the next parameter of the last statement. */
    public void addArray(String type, Object elements) throws SQLException {
        add(type, elements);
    }

    /** Commits the transaction after all other statements. */
    public void commit() {
        statements.add("COMMIT");
    }

    public boolean isEmpty() {
        return statements.isEmpty();
    }

    /** The number of statements. */
    public int size() {
        return statements.size();
    }

    /** All statements with their rows, to be executed at once. */
    public PreparedStatement prepare() throws SQLException {
        PreparedStatement prepared = connection.prepareStatement(String.join("; ", statements));
        for (int i = 0; i < arrays.size(); i++) {
            prepared.setArray(i + 1, arrays.get(i));
        }
        return prepared;
    }

    /** Executes all statements at once and ignores their results. */
    public void execute() throws SQLException {
        try (PreparedStatement prepared = prepare()) {
            prepared.execute();
        }
    }

    private void addAddresses(Collection<ObjectAddress> addresses) throws SQLException {
        add(
                "bigint",
                addresses.stream()
                        .mapToLong(address -> address.bucket().value())
                        .toArray());
        add("text", addresses.stream().map(address -> address.key().value()).toArray(String[]::new));
    }

    private void addHashes(Collection<ObjectAddress> addresses) throws SQLException {
        add(
                "bigint",
                addresses.stream()
                        .mapToLong(address -> SegmentFilter.hash(address.key().utf8()))
                        .toArray());
    }

    private void addIntents(List<Intent> intents) throws SQLException {
        addAddresses(intents.stream().map(Intent::address).toList());
        add("bigint", intents.stream().mapToLong(Intent::operationId).toArray());
    }

    private void add(String type, Object elements) throws SQLException {
        arrays.add(connection.unwrap(PGConnection.class).createArrayOf(type, elements));
    }
}
