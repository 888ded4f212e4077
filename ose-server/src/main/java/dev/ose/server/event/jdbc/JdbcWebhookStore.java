package dev.ose.server.event.jdbc;

import dev.ose.adapter.Secret;
import dev.ose.keyring.Keyring;
import dev.ose.s3.BucketName;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.catalog.jdbc.CatchUp;
import dev.ose.server.database.Database;
import dev.ose.server.database.RowMappers;
import dev.ose.server.database.SealContext;
import dev.ose.server.event.ObjectChange;
import dev.ose.server.event.Webhook;
import dev.ose.server.event.WebhookStore;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.TenantId;
import java.net.URI;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Webhooks as rows, with sealed secrets. */
public final class JdbcWebhookStore implements WebhookStore {

    private static final int ROWS_PER_STEP = 10_000;

    private static final String COLUMNS =
            "w.id, w.tenant_id, w.target, w.bucket, w.prefix, w.suffix, w.created, w.removed, w.created_at, w.alerts";

    private static final String LIST = """
            SELECT %s, w.attempts, w.problem,
                (SELECT count(*) FROM
                    (SELECT FROM event e WHERE e.webhook_id = w.id AND NOT is_dead_letter LIMIT ?) waiting),
                (SELECT count(*) FROM (SELECT FROM event e WHERE e.webhook_id = w.id AND is_dead_letter LIMIT ?) dead),
                w.dropped
            FROM webhook w WHERE w.tenant_id = ? AND w.deleted_at IS NULL ORDER BY w.id
            """.formatted(COLUMNS);

    private static final String AGAIN = """
            UPDATE event SET is_dead_letter = false WHERE webhook_id = ? AND id IN (
                SELECT id FROM event WHERE webhook_id = ? AND is_dead_letter ORDER BY id LIMIT ?)
            """;

    private static final String NAMING = """
            SELECT DISTINCT b.name FROM bucket_notification n JOIN bucket b ON b.id = n.bucket_id
            WHERE n.webhook_id = ? ORDER BY b.name
            """;

    private final Database database;
    private final Keyring keyring;
    private final CatchUp catchUp;

    public JdbcWebhookStore(Database database, Keyring keyring) {
        this(database, keyring, CatchUp.NOT_NEEDED);
    }

    public JdbcWebhookStore(Database database, Keyring keyring, CatchUp catchUp) {
        this.database = database;
        this.keyring = keyring;
        this.catchUp = catchUp;
    }

    /** Not for changes that were answered before. */
    @Override
    public Webhook add(TenantId tenant, Webhook.Terms terms, Secret secret) {
        catchUp.ofAll();
        return database.transact(connection -> {
            lockTenant(connection, tenant);
            @Nullable BucketId bucket = terms.bucket() == null ? null : find(connection, tenant, terms.bucket());
            Webhook made = Database.first(
                            connection,
                            "INSERT INTO webhook AS w"
                                    + " (tenant_id, bucket_id, bucket, target, prefix, suffix, created, removed,"
                                    + " alerts)"
                                    + " VALUES (?, ?::bigint, ?::text, ?, ?, ?, ?, ?, ?) RETURNING " + COLUMNS,
                            JdbcWebhookStore::webhook,
                            tenant,
                            bucket,
                            terms.bucket(),
                            terms.target().toString(),
                            terms.prefix(),
                            terms.suffix(),
                            terms.changes().contains(ObjectChange.CREATED),
                            terms.changes().contains(ObjectChange.REMOVED),
                            terms.alerts())
                    .orElseThrow();
            byte[] sealed = keyring.seal(secret, SealContext.ofWebhook(tenant, made.id()));
            Database.update(connection, "UPDATE webhook SET secret = ? WHERE id = ?", sealed, made.id());
            return made;
        });
    }

    /** Serializes additions of a tenant, so that they can be counted. */
    private static void lockTenant(Connection connection, TenantId tenant) throws SQLException {
        boolean exists = Database.first(
                        connection, "SELECT 1 FROM tenant WHERE id = ? FOR NO KEY UPDATE", row -> row.getInt(1), tenant)
                .isPresent();
        if (!exists) {
            throw new FailureException(new Failure.NotFound("tenant", tenant.toString()));
        }
        int count = Database.first(
                        connection,
                        "SELECT count(*) FROM webhook WHERE tenant_id = ? AND deleted_at IS NULL",
                        row -> row.getInt(1),
                        tenant)
                .orElseThrow();
        if (count >= MAX_PER_TENANT) {
            throw new FailureException(new Failure.Invalid(
                    "url", "would be the tenant's webhook number " + (count + 1) + ", of at most " + MAX_PER_TENANT));
        }
    }

    private static BucketId find(Connection connection, TenantId tenant, BucketName name) throws SQLException {
        return Database.first(
                        connection,
                        "SELECT id FROM bucket WHERE tenant_id = ? AND name = ? AND state = 'ACTIVE'",
                        row -> new BucketId(row.getLong(1)),
                        tenant,
                        name)
                .orElseThrow(() -> new FailureException(new Failure.NotFound("bucket", name.value())));
    }

    private static Webhook webhook(ResultSet row) throws SQLException {
        @Nullable String bucket = row.getString(4);
        Set<ObjectChange> changes = EnumSet.noneOf(ObjectChange.class);
        if (row.getBoolean(7)) {
            changes.add(ObjectChange.CREATED);
        }
        if (row.getBoolean(8)) {
            changes.add(ObjectChange.REMOVED);
        }
        return new Webhook(
                row.getLong(1),
                new TenantId(row.getObject(2, UUID.class)),
                new Webhook.Terms(
                        URI.create(row.getString(3)),
                        bucket == null ? null : new BucketName(bucket),
                        row.getString(5),
                        row.getString(6),
                        changes,
                        row.getBoolean(10)),
                RowMappers.instant(row, 9));
    }

    @Override
    public List<Webhook.Status> list(TenantId tenant) {
        return database.all(
                LIST,
                row -> new Webhook.Status(
                        webhook(row),
                        row.getInt(13),
                        row.getInt(14),
                        row.getLong(15),
                        row.getInt(11),
                        row.getString(12)),
                MAX_COUNTED,
                MAX_COUNTED,
                tenant);
    }

    @Override
    public boolean remove(TenantId tenant, long id) {
        return database.transact(connection -> {
            // Excludes configurations that are being stored. The query of the buckets sees what these committed.
            boolean exists = Database.first(
                            connection,
                            "SELECT FROM webhook WHERE tenant_id = ? AND id = ? AND deleted_at IS NULL FOR UPDATE",
                            row -> true,
                            tenant,
                            id)
                    .isPresent();
            List<String> buckets = Database.all(connection, NAMING, row -> row.getString(1), id);
            if (exists && !buckets.isEmpty()) {
                throw new FailureException(new Failure.WebhookNamed(id, buckets));
            }
            return exists && Database.update(connection, "UPDATE webhook SET deleted_at = now() WHERE id = ?", id) == 1;
        });
    }

    @Override
    public boolean redeliver(TenantId tenant, long id) {
        boolean exists = database.update(
                        "UPDATE webhook SET due_at = now(), attempts = 0, redelivered_at = now()"
                                + " WHERE tenant_id = ? AND id = ? AND deleted_at IS NULL",
                        tenant,
                        id)
                == 1;
        int again = exists ? ROWS_PER_STEP : 0;
        while (again == ROWS_PER_STEP) {
            again = database.update(AGAIN, id, id, ROWS_PER_STEP);
        }
        return exists;
    }
}
