package dev.ose.server.event.jdbc;

import dev.ose.s3.document.NotificationConfiguration;
import dev.ose.s3.document.NotificationEvent;
import dev.ose.s3.document.NotificationTarget;
import dev.ose.s3.document.NotificationTarget.Kind;
import dev.ose.s3.error.S3Error;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.catalog.jdbc.CatchUp;
import dev.ose.server.database.Database;
import dev.ose.server.event.DestinationArn;
import dev.ose.server.event.NotificationStore;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.TenantId;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** {@link NotificationStore} in PostgreSQL, with a row for each target. Thread-safe. */
public final class JdbcNotificationStore implements NotificationStore {

    private static final String FIND = """
            SELECT n.kind, n.name, n.webhook_id, n.types, n.prefix, n.suffix
            FROM bucket_notification n JOIN bucket b ON b.id = n.bucket_id
            WHERE b.tenant_id = ? AND b.id = ? ORDER BY n.ordinal
            """;

    /** Serializes replacements, and excludes the deletion of the bucket. */
    private static final String LOCK_BUCKET =
            "SELECT FROM bucket WHERE tenant_id = ? AND id = ? AND state = 'ACTIVE' FOR NO KEY UPDATE";

    /** Excludes the deletion of the webhook, but no delivery. */
    private static final String LOCK_WEBHOOK = """
            SELECT FROM webhook WHERE tenant_id = ? AND id = ? AND deleted_at IS NULL AND NOT created AND NOT removed
                AND NOT alerts
            FOR KEY SHARE
            """;

    private static final String ADD = """
            INSERT INTO bucket_notification (bucket_id, ordinal, webhook_id, kind, name, types, put, completed, deleted,
                hidden, prefix, suffix)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?::text, ?::text)
            """;

    private final Database database;
    private final CatchUp catchUp;
    private final String region;

    /** @param region stated in the names of destinations */
    public JdbcNotificationStore(Database database, CatchUp catchUp, String region) {
        this.database = database;
        this.catchUp = catchUp;
        this.region = region;
    }

    @Override
    public NotificationConfiguration find(Bucket bucket) {
        return new NotificationConfiguration(
                database.all(FIND, row -> target(row, bucket.tenant()), bucket.tenant(), bucket.id()));
    }

    private NotificationTarget target(ResultSet row, TenantId tenant) throws SQLException {
        return new NotificationTarget(
                Kind.valueOf(row.getString(1)),
                row.getString(2),
                new DestinationArn(region, tenant, row.getLong(3)).toString(),
                Arrays.asList((String[]) row.getArray(4).getArray()),
                row.getString(5),
                row.getString(6));
    }

    /** Changes that were answered before are reported as the former configuration says. */
    @Override
    public void replace(Bucket bucket, NotificationConfiguration configuration) {
        catchUp.of(bucket.id());
        int _ = database.transact(connection -> {
            if (!exists(connection, LOCK_BUCKET, bucket.tenant(), bucket.id())) {
                throw new FailureException(
                        new Failure.BucketMissing(bucket.name().value()));
            }
            int removed =
                    Database.update(connection, "DELETE FROM bucket_notification WHERE bucket_id = ?", bucket.id());
            List<NotificationTarget> targets = configuration.targets();
            for (int ordinal = 0; ordinal < targets.size(); ordinal++) {
                NotificationTarget target = targets.get(ordinal);
                add(connection, bucket.id(), ordinal, destination(connection, bucket.tenant(), target), target);
            }
            return removed;
        });
    }

    private long destination(Connection connection, TenantId tenant, NotificationTarget target) throws SQLException {
        long webhook = DestinationArn.find(target.arn(), region, tenant).orElse(0L);
        if (!exists(connection, LOCK_WEBHOOK, tenant, webhook)) {
            throw new FailureException(new Failure.Unacceptable(S3Error.invalidArgument(
                    "Unable to validate the following destination configurations",
                    target.kind().element(),
                    target.arn())));
        }
        return webhook;
    }

    private static boolean exists(Connection connection, String sql, Object... parameters) throws SQLException {
        return Database.first(connection, sql, row -> true, parameters).isPresent();
    }

    private static void add(
            Connection connection, BucketId bucket, int ordinal, long webhook, NotificationTarget target)
            throws SQLException {
        Set<NotificationEvent> events = target.events();
        var _ = Database.update(
                connection,
                ADD,
                bucket,
                ordinal,
                webhook,
                target.kind().name(),
                target.id(),
                connection.createArrayOf("text", target.types().toArray()),
                events.contains(NotificationEvent.PUT),
                events.contains(NotificationEvent.COMPLETED),
                events.contains(NotificationEvent.DELETED),
                events.contains(NotificationEvent.HIDDEN),
                target.prefix(),
                target.suffix());
    }
}
