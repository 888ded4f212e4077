package dev.ose.server.store;

import dev.ose.server.bucket.BucketId;
import dev.ose.server.object.ObjectIndex;
import dev.ose.server.usage.CounterTables;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;

/** Rows of counters. */
public final class JdbcCounterTables implements CounterTables {

    /**
     * Changes to buckets that are gone are dropped. The lock on the bucket keeps it until its counter is written, so that
     * the counter goes with it; buckets are locked and counters written in the order of ids.
     */
    private static final String ROLL_UP = """
            WITH taken AS (
                DELETE FROM usage_delta WHERE ctid = ANY (ARRAY(
                    SELECT ctid FROM usage_delta LIMIT ? FOR UPDATE SKIP LOCKED))
                RETURNING bucket_id, objects, bytes, part_bytes
            ), summed AS (
                SELECT bucket_id, sum(objects) AS objects, sum(bytes) AS bytes, sum(part_bytes) AS part_bytes,
                    count(*) AS changes
                FROM taken GROUP BY bucket_id
            ), known AS (
                SELECT b.id, b.tenant_id, b.owner_id, s.objects, s.bytes, s.part_bytes
                FROM summed s JOIN bucket b ON b.id = s.bucket_id ORDER BY b.id FOR KEY SHARE OF b
            ), rolled AS (
                INSERT INTO usage_bucket AS u (bucket_id, tenant_id, owner_id, objects, bytes, part_bytes)
                SELECT id, tenant_id, owner_id, objects, bytes, part_bytes FROM known ORDER BY id
                ON CONFLICT (bucket_id) DO UPDATE SET owner_id = excluded.owner_id,
                    objects = u.objects + excluded.objects, bytes = u.bytes + excluded.bytes,
                    part_bytes = u.part_bytes + excluded.part_bytes
            )
            SELECT coalesce(sum(changes), 0)::int FROM summed
            """;

    /** A bucket that nothing was ever written to has no counter yet; the audit needs one to note its result in. */
    private static final String ADD_MISSING = """
            INSERT INTO usage_bucket (bucket_id, tenant_id, owner_id)
            SELECT b.id, b.tenant_id, b.owner_id FROM bucket b
            WHERE b.state = 'ACTIVE' AND NOT EXISTS (SELECT FROM usage_bucket u WHERE u.bucket_id = b.id)
            ORDER BY b.id LIMIT 1000 FOR KEY SHARE OF b
            ON CONFLICT (bucket_id) DO NOTHING
            """;

    private static final String CLAIM = """
            UPDATE usage_bucket SET audited_at = clock_timestamp(), drift_objects = NULL, drift_bytes = NULL,
                drift_part_bytes = NULL
            WHERE bucket_id = (
                SELECT bucket_id FROM usage_bucket
                WHERE audited_at IS NULL OR audited_at < now() - ? * interval '1 second'
                ORDER BY audited_at NULLS FIRST LIMIT 1 FOR UPDATE SKIP LOCKED)
            RETURNING bucket_id, audited_at
            """;

    private static final String COUNTED = """
            SELECT sum(objects)::bigint, sum(bytes)::bigint, sum(part_bytes)::bigint FROM (
                SELECT objects, bytes, part_bytes FROM usage_bucket WHERE bucket_id = ?
                UNION ALL
                SELECT objects, bytes, part_bytes FROM usage_delta WHERE bucket_id = ?) c
            """;

    private static final String PARTS =
            "SELECT coalesce(sum(size_bytes), 0)::bigint FROM upload_part WHERE bucket_id = ?";

    private final Database database;

    public JdbcCounterTables(Database database) {
        this.database = database;
    }

    @Override
    public int rollUp(int limit) {
        return database.first(ROLL_UP, row -> row.getInt(1), limit).orElse(0);
    }

    @Override
    public Optional<Claim> claimAudit(Duration age) {
        database.update(ADD_MISSING);
        return database.first(
                CLAIM, row -> new Claim(new BucketId(row.getLong(1)), Rows.instant(row, 2)), age.toSeconds());
    }

    /**
     * Rows and counters are read in one snapshot, in which they must be equal whatever is being written. What they differ
     * by stays the same from then on, so the correction is recorded as one more change.
     */
    @Override
    public Optional<Drift> audit(Claim claim) {
        Drift drift = database.snapshot(connection -> compare(connection, claim.bucket()));
        return database.transact(connection -> {
            boolean isOurs = Database.update(
                            connection,
                            "UPDATE usage_bucket SET drift_objects = ?, drift_bytes = ?, drift_part_bytes = ?"
                                    + " WHERE bucket_id = ? AND audited_at = ?",
                            drift.objects(),
                            drift.storedBytes(),
                            drift.partBytes(),
                            claim.bucket(),
                            claim.since())
                    == 1;
            if (!isOurs) {
                return Optional.empty();
            }
            if (!drift.isNone()) {
                Database.update(
                        connection,
                        "INSERT INTO usage_delta (bucket_id, objects, bytes, part_bytes) VALUES (?, ?, ?, ?)",
                        claim.bucket(),
                        drift.objects(),
                        drift.storedBytes(),
                        drift.partBytes());
            }
            return Optional.of(drift);
        });
    }

    private static Drift compare(Connection connection, BucketId bucket) throws SQLException {
        Drift counted = Database.first(
                        connection,
                        COUNTED,
                        row -> new Drift(row.getLong(1), row.getLong(2), row.getLong(3)),
                        bucket,
                        bucket)
                .orElseThrow();
        long parts =
                Database.first(connection, PARTS, row -> row.getLong(1), bucket).orElseThrow();
        ObjectIndex.Count count = JdbcObjectIndex.count(connection, bucket);
        return new Drift(
                count.objects() - counted.objects(),
                count.storedBytes() - counted.storedBytes(),
                parts - counted.partBytes());
    }
}
