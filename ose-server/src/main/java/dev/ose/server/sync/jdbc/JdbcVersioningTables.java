package dev.ose.server.sync.jdbc;

import dev.ose.server.bucket.BucketId;
import dev.ose.server.database.Database;
import dev.ose.server.sync.VersioningTables;
import dev.ose.server.tenant.TenantId;
import java.util.List;
import java.util.UUID;

/** Versioning as recorded in rows of buckets. */
public final class JdbcVersioningTables implements VersioningTables {

    /** A bucket whose check failed is due again after one minute, then two, and finally once a day. */
    private static final String CLAIM = """
            WITH due AS (
                SELECT b.id, b.tenant_id FROM bucket b LEFT JOIN bucket_versions_due d ON d.bucket_id = b.id
                WHERE b.may_have_versions IS NULL AND b.state = 'ACTIVE' AND (d.due_at IS NULL OR d.due_at <= now())
                ORDER BY b.id LIMIT ? FOR KEY SHARE OF b SKIP LOCKED
            ), claimed AS (
                INSERT INTO bucket_versions_due AS d (bucket_id, due_at) SELECT id, now() + interval '1 minute' FROM due
                ON CONFLICT (bucket_id) DO UPDATE SET attempts = d.attempts + 1,
                    due_at = now() + least(interval '1 day', interval '1 minute' * 2 ^ least(d.attempts, 11))
                WHERE d.due_at <= now()
                RETURNING bucket_id
            )
            SELECT due.tenant_id, due.id FROM due JOIN claimed ON claimed.bucket_id = due.id
            """;

    /** Locks the bucket's row before that of its check, as a deletion does: in the other order they would deadlock. */
    private static final String SETTLE = """
            WITH locked AS MATERIALIZED (
                SELECT id FROM bucket WHERE id = ? FOR NO KEY UPDATE
            ), settled AS (
                UPDATE bucket b SET may_have_versions = ? FROM locked
                WHERE b.id = locked.id AND b.may_have_versions IS NULL
            )
            DELETE FROM bucket_versions_due d USING locked WHERE d.bucket_id = locked.id
            """;

    private final Database database;

    public JdbcVersioningTables(Database database) {
        this.database = database;
    }

    @Override
    public List<Unknown> claim(int limit) {
        return database.all(
                CLAIM,
                row -> new Unknown(new TenantId(row.getObject(1, UUID.class)), new BucketId(row.getLong(2))),
                limit);
    }

    @Override
    public void settle(BucketId bucket, boolean mayHaveVersions) {
        database.update(SETTLE, bucket, mayHaveVersions);
    }
}
