package dev.ose.server.store;

import dev.ose.server.bucket.BucketId;
import dev.ose.server.sync.VersioningTables;
import dev.ose.server.tenancy.TenantId;
import java.util.List;
import java.util.UUID;

/** What rows of buckets say of versions. */
public final class JdbcVersioningTables implements VersioningTables {

    /** One that could not be asked is asked again a minute later. */
    private static final String CLAIM = """
            UPDATE bucket b SET versions_asked_at = now() FROM (
                SELECT id FROM bucket
                WHERE may_have_versions IS NULL AND state = 'ACTIVE'
                    AND (versions_asked_at IS NULL OR versions_asked_at < now() - interval '1 minute')
                ORDER BY versions_asked_at NULLS FIRST LIMIT ? FOR NO KEY UPDATE SKIP LOCKED) due
            WHERE b.id = due.id
            RETURNING b.tenant_id, b.id
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
        database.update(
                "UPDATE bucket SET may_have_versions = ? WHERE id = ? AND may_have_versions IS NULL",
                mayHaveVersions,
                bucket);
    }
}
