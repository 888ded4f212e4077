package dev.ose.server.accounting.jdbc;

import dev.ose.server.accounting.usage.CounterTables;
import dev.ose.server.accounting.usage.Usage;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.catalog.ObjectIndex;
import dev.ose.server.catalog.jdbc.JdbcObjectIndex;
import dev.ose.server.catalog.jdbc.JdbcOlderVersions;
import dev.ose.server.database.Database;
import dev.ose.server.database.RowMappers;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** {@link CounterTables} in PostgreSQL. Blocks on the database. Thread-safe. */
public final class JdbcCounterTables implements CounterTables {

    /**
     * Deltas of deleted buckets are dropped. The lock on the bucket blocks its deletion until its counter is written,
     * so that the counter is deleted with it; buckets are locked and counters written in the order of ids.
     */
    private static final String ROLL_UP = """
            WITH taken AS (
                DELETE FROM usage_delta WHERE ctid = ANY (ARRAY(
                    SELECT ctid FROM usage_delta LIMIT ? FOR UPDATE SKIP LOCKED))
                RETURNING bucket_id, %1$s
            ), summed AS (
                SELECT c.bucket_id, %2$s, count(*) AS changes FROM taken c GROUP BY c.bucket_id
            ), known AS (
                SELECT b.id, b.tenant_id, b.owner_id, %3$s
                FROM summed s JOIN bucket b ON b.id = s.bucket_id ORDER BY b.id FOR KEY SHARE OF b
            ), rolled AS (
                INSERT INTO usage_bucket AS u (bucket_id, tenant_id, owner_id, %1$s)
                SELECT id, tenant_id, owner_id, %1$s FROM known ORDER BY id
                ON CONFLICT (bucket_id) DO UPDATE SET owner_id = excluded.owner_id, %4$s
            )
            SELECT coalesce(sum(changes), 0)::int FROM summed
            """.formatted(
            UsageSql.COLUMNS, UsageSql.SUMS, UsageSql.of("s"), UsageSql.each(name -> "%1$s = u.%1$s + excluded.%1$s"
                    .formatted(name)));

    /** A bucket that was never written to has no counter yet; the audit needs one to record its result. */
    private static final String ADD_MISSING = """
            INSERT INTO usage_bucket (bucket_id, tenant_id, owner_id)
            SELECT b.id, b.tenant_id, b.owner_id FROM bucket b
            WHERE b.state = 'ACTIVE' AND NOT EXISTS (SELECT FROM usage_bucket u WHERE u.bucket_id = b.id)
            ORDER BY b.id LIMIT 1000 FOR KEY SHARE OF b
            ON CONFLICT (bucket_id) DO NOTHING
            """;

    private static final String CLAIM = """
            UPDATE usage_bucket SET audited_at = clock_timestamp(), %s
            WHERE bucket_id = (
                SELECT bucket_id FROM usage_bucket
                WHERE audited_at IS NULL OR audited_at < now() - ? * interval '1 second'
                ORDER BY audited_at NULLS FIRST LIMIT 1 FOR UPDATE SKIP LOCKED)
            RETURNING bucket_id, audited_at
            """.formatted(UsageSql.each(name -> "drift_" + name + " = NULL"));

    private static final String COUNTED = """
            SELECT %s FROM (
                SELECT %2$s FROM usage_bucket WHERE bucket_id = ?
                UNION ALL
                SELECT %2$s FROM usage_delta WHERE bucket_id = ?) c
            """.formatted(UsageSql.SUMS, UsageSql.COLUMNS);

    private static final String NOTE = "UPDATE usage_bucket SET " + UsageSql.each(name -> "drift_" + name + " = ?")
            + " WHERE bucket_id = ? AND audited_at = ?";

    private static final String CORRECT = "INSERT INTO usage_delta (" + UsageSql.COLUMNS + ", bucket_id) VALUES ("
            + UsageSql.each(name -> "?") + ", ?)";

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
                CLAIM, row -> new Claim(new BucketId(row.getLong(1)), RowMappers.instant(row, 2)), age.toSeconds());
    }

    /**
     * Rows and counters are read in one snapshot, in which they must be equal despite concurrent writes. Their
     * difference does not change afterwards, so the correction is recorded as one more delta.
     */
    @Override
    public Optional<Usage> audit(Claim claim) {
        Usage drift = database.snapshot(connection -> compare(connection, claim.bucket()));
        List<Object> values = UsageSql.values(drift);
        return database.transact(connection -> {
            boolean isOurs = Database.update(connection, NOTE, with(values, claim.bucket(), claim.since())) == 1;
            if (!isOurs) {
                return Optional.empty();
            }
            if (!drift.equals(Usage.NOTHING)) {
                Database.update(connection, CORRECT, with(values, claim.bucket()));
            }
            return Optional.of(drift);
        });
    }

    private static Object[] with(List<Object> values, Object... more) {
        return Stream.concat(values.stream(), Arrays.stream(more)).toArray();
    }

    private static Usage compare(Connection connection, BucketId bucket) throws SQLException {
        Usage counted = Database.first(connection, COUNTED, UsageSql::read, bucket, bucket)
                .orElseThrow();
        long parts =
                Database.first(connection, PARTS, row -> row.getLong(1), bucket).orElseThrow();
        ObjectIndex.Count objects = JdbcObjectIndex.count(connection, bucket);
        ObjectIndex.Count older = JdbcOlderVersions.count(connection, bucket);
        return new Usage(objects.objects(), objects.storedBytes(), parts, older.objects(), older.storedBytes())
                .minus(counted);
    }
}
