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
 * sent together. Rows come in the order of their locks.
 */
public final class ObjectSql {

    /**
     * How long a request of which nobody heard the end may still change the platform: longer than one is waited for, and that is
     * ten minutes for a copy or the completion of a large upload.
     */
    public static final String HOLD = "interval '11 minutes'";

    private final Connection connection;
    private final List<String> statements = new ArrayList<>();
    private final List<Array> arrays = new ArrayList<>();

    public ObjectSql(Connection connection) {
        this.connection = connection;
    }

    /** Keeps the buckets from being folded until the transaction ends, and waits while one is. */
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

    /** Marks keys, to be asked for at once; takes the locks in their order, which all who mark keys keep. */
    public static void markDirtyNow(Connection connection, Collection<ObjectAddress> addresses) throws SQLException {
        Map<ObjectAddress, Boolean> marks = new TreeMap<>();
        addresses.forEach(address -> marks.put(address, false));
        ObjectSql sql = new ObjectSql(connection);
        sql.markDirty(marks);
        sql.execute();
    }

    /**
     * A key that the platform could not tell of keeps its later time: otherwise each write would ask in vain again. One that it refused
     * to tell of is asked for again, since the refusal was of what was there before.
     */
    public void markDirty(Map<ObjectAddress, Boolean> keys) throws SQLException {
        statements.add("INSERT INTO object_dirty AS d (bucket_id, key, hold_until)"
                + " SELECT k.bucket_id, k.key, CASE WHEN k.held THEN now() + " + HOLD + " ELSE now() END"
                + " FROM unnest(?::bigint[], ?::text[], ?::boolean[]) AS k (bucket_id, key, held)"
                + " ON CONFLICT (bucket_id, key) DO UPDATE SET ver = d.ver + 1,"
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

    /** To be asked while folding is locked out; see {@link SegmentObjects#read} for the answer. */
    public void findFolded(Collection<ObjectAddress> addresses) throws SQLException {
        statements.add(ObjectStatements.FIND_FOLDED);
        addAddresses(addresses);
        addHashes(addresses);
    }

    /** Takes objects out of their segments, into rows of their own. */
    public void unfold(Map<ObjectAddress, ObjectFacts> folded) throws SQLException {
        write(ObjectStatements.UNFOLD, folded);
    }

    /** Deletes those rows that say the same, as the objects go into segments: nothing of them changes. */
    void deleteUnchanged(Map<ObjectAddress, ObjectFacts> rows) throws SQLException {
        write(ObjectStatements.DELETE_UNCHANGED, rows);
    }

    /**
     * Writes rows that writes made and records, for each bucket, what that changes. The rows that were there are read in the
     * same statement, before it writes: nobody else changes them meanwhile, because whoever writes the row of a key has
     * locked its intents or its mark, and no mark is older than the write of one who knows of none.
     */
    public void writeRows(Map<ObjectAddress, ObjectFacts> rows) throws SQLException {
        write(ObjectStatements.WRITE_CHANGES, rows);
    }

    /** The same with what the platform said when it was asked, which is news only where the row says something else. */
    public void writeFacts(Map<ObjectAddress, ObjectFacts> rows) throws SQLException {
        write(ObjectStatements.WRITE_FACTS, rows);
    }

    private void write(String statement, Map<ObjectAddress, ObjectFacts> rows) throws SQLException {
        statements.add(statement);
        addAddresses(rows.keySet());
        addFacts(rows.values());
    }

    /** Ends writes and writes their rows, of those that are alone; answers their operations. */
    public void writeAlone(Map<Intent, ObjectFacts> written) throws SQLException {
        statements.add(ObjectStatements.WRITE_ALONE);
        addAlone(List.copyOf(written.keySet()));
        addFacts(written.values());
    }

    /** Ends deletions and deletes the rows, of those that are alone; answers their operations. */
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

    /** Deletes rows and records, for each bucket, what that changes. */
    public void deleteRows(Collection<ObjectAddress> addresses) throws SQLException {
        statements.add(ObjectStatements.DELETE);
        addAddresses(addresses);
    }

    /** Makes rows older versions, under delete markers with these version ids, and records what that changes. */
    public void hideRows(Map<ObjectAddress, String> markers) throws SQLException {
        statements.add(ObjectStatements.HIDE);
        addAddresses(markers.keySet());
        add("text", markers.values().toArray(String[]::new));
    }

    /** Makes what is known of older versions what the platform said, and records what that changes. */
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

    /** Ends the transaction, after everything else. */
    public void commit() {
        statements.add("COMMIT");
    }

    public boolean isEmpty() {
        return statements.isEmpty();
    }

    /** All statements with their rows, to be executed at once. */
    public PreparedStatement prepare() throws SQLException {
        PreparedStatement prepared = connection.prepareStatement(String.join("; ", statements));
        for (int i = 0; i < arrays.size(); i++) {
            prepared.setArray(i + 1, arrays.get(i));
        }
        return prepared;
    }

    /** Executes all of them at once, where their answers tell nothing. */
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
