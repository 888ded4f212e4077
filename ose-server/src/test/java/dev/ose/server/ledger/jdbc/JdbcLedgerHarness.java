package dev.ose.server.ledger.jdbc;

import dev.ose.s3.ObjectKey;
import dev.ose.server.accounting.jdbc.UsageSql;
import dev.ose.server.accounting.usage.Usage;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.catalog.IndexedObject;
import dev.ose.server.catalog.KeyRange;
import dev.ose.server.catalog.ObjectAddress;
import dev.ose.server.catalog.ObjectFacts;
import dev.ose.server.catalog.jdbc.CompactionFixture;
import dev.ose.server.catalog.jdbc.JdbcObjectIndex;
import dev.ose.server.database.Database;
import dev.ose.server.ledger.commit.LedgerHarness;
import dev.ose.server.ledger.commit.LedgerTables;
import dev.ose.server.ledger.node.NodeTable;
import dev.ose.server.ledger.verify.DirtyKeys;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** One bucket of a real database, whose clock is advanced by changing stored times. */
public final class JdbcLedgerHarness implements LedgerHarness, AutoCloseable {

    private static final int TICKS_PER_FOLD = 7;
    private static final int TICKS_PER_AGE = 5;

    private final Database database;
    private final BucketId bucket;
    private final boolean isFolding;
    private final LedgerKind kind;
    private final LedgerKind.Follower follower;
    private int ticks;
    private final List<LedgerTables> opened = new ArrayList<>();

    public JdbcLedgerHarness(Database database, BucketId bucket) {
        this(database, bucket, false);
    }

    public JdbcLedgerHarness(Database database, BucketId bucket, boolean isFolding) {
        this(database, bucket, isFolding, LedgerKind.TABLES);
    }

    JdbcLedgerHarness(Database database, BucketId bucket, boolean isFolding, LedgerKind kind) {
        this.database = database;
        this.bucket = bucket;
        this.isFolding = isFolding;
        this.kind = kind;
        this.follower = kind.follower(database);
    }

    @Override
    public LedgerTables tables() {
        LedgerTables tables = kind.tables(database);
        opened.add(tables);
        return tables;
    }

    @Override
    public DirtyKeys dirtyKeys() {
        follower.catchUp().ofAll();
        return new JdbcDirtyKeys(database, follower.catchUp());
    }

    @Override
    public NodeTable nodes() {
        follower.catchUp().ofAll();
        return new JdbcNodeTable(database, "test", kind.name());
    }

    @Override
    public void expire(int node) {
        database.update("UPDATE node SET lease_until = now() - interval '1 hour' WHERE id = ?", node);
    }

    /** Ages marks now and then, and compacts objects if enabled. */
    @Override
    public void tick() {
        ticks++;
        if (ticks % TICKS_PER_AGE == 0) {
            age();
        }
        if (isFolding && ticks % TICKS_PER_FOLD == 0) {
            CompactionFixture.all(database, bucket);
        }
    }

    void age() {
        database.update(
                "UPDATE object_dirty SET since = now() - interval '1 minute', due_at = now() WHERE bucket_id = ?",
                bucket);
    }

    @Override
    public void outlastHolds() {
        database.update(
                "UPDATE object_dirty SET hold_until = now() - interval '1 second', due_at = now() - interval '1 second'"
                        + " WHERE bucket_id = ?",
                bucket);
    }

    @Override
    public boolean isSettled() {
        return count("op_intent") + count("object_dirty") == 0;
    }

    long count(String table) {
        follower.catchUp().ofAll();
        return database.first("SELECT count(*) FROM " + table + " WHERE bucket_id = ?", row -> row.getLong(1), bucket)
                .orElseThrow();
    }

    @Override
    public Map<ObjectAddress, ObjectFacts> rows() {
        return new JdbcObjectIndex(database, follower.catchUp())
                .range(bucket, KeyRange.ALL, 10_000).stream()
                        .collect(Collectors.toMap(each -> new ObjectAddress(bucket, each.key()), IndexedObject::facts));
    }

    @Override
    public Map<ObjectAddress, Map<String, Long>> older() {
        follower.catchUp().of(bucket);
        Map<ObjectAddress, Map<String, Long>> older = new HashMap<>();
        database.all(
                "SELECT key, version_id, size_bytes FROM object_version WHERE bucket_id = ?",
                row -> older.computeIfAbsent(
                                new ObjectAddress(bucket, new ObjectKey(row.getString(1))), absent -> new TreeMap<>())
                        .put(row.getString(2), row.getLong(3)),
                bucket);
        return older;
    }

    /** The sum of the recorded usage deltas of the bucket. */
    public Usage recorded() {
        follower.catchUp().of(bucket);
        return database.first(
                        "SELECT " + UsageSql.SUMS + " FROM usage_delta c WHERE bucket_id = ?", UsageSql::read, bucket)
                .orElseThrow();
    }

    @Override
    public void close() {
        opened.forEach(LedgerTables::close);
        follower.close();
    }
}
