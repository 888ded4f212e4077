package dev.ose.server.accounting.jdbc;

import dev.ose.s3.PartNumber;
import dev.ose.server.accounting.quota.DenialReason;
import dev.ose.server.accounting.quota.LeaseRule;
import dev.ose.server.accounting.quota.LeaseTable;
import dev.ose.server.accounting.quota.Quota;
import dev.ose.server.accounting.quota.QuotaHolder;
import dev.ose.server.accounting.quota.QuotaTarget;
import dev.ose.server.accounting.quota.StorageAmount;
import dev.ose.server.accounting.upload.Upload;
import dev.ose.server.accounting.usage.Usage;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.catalog.ObjectAddress;
import dev.ose.server.catalog.jdbc.CatchUp;
import dev.ose.server.catalog.jdbc.JdbcObjectIndex;
import dev.ose.server.database.Database;
import dev.ose.server.database.RowMappers;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import java.util.UUID;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Leases locks the quota first, so that the statements that follow see every earlier lease; and the usage that a node's
 * lease was spent on is in the counters before the node reports that it no longer holds the lease.
 */
public final class JdbcLeaseTable implements LeaseTable {

    private static final String LOCK =
            "SELECT " + JdbcQuotaStore.COLUMNS + " FROM quota q WHERE id = ? FOR NO KEY UPDATE";

    /**
     * A node without a membership lease for that long holds nothing any more: longer than the longest write timeout.
     * While a node takes another number it has two, and what it holds under the earlier one it holds under the next.
     */
    private static final String OTHERS = """
            SELECT coalesce(sum(l.bytes), 0)::bigint, coalesce(sum(l.objects), 0)::bigint
            FROM quota_lease l JOIN node n ON n.id = l.node_id
            WHERE l.quota_id = ? AND n.name IS DISTINCT FROM (SELECT name FROM node WHERE id = ?)
                AND n.lease_until + interval '60 seconds' > now()
            """;

    private static final String PART =
            "SELECT size_bytes FROM upload_part WHERE bucket_id = ? AND upload_id = ? AND part = ?";

    private static final String KEEPS_VERSIONS = "SELECT " + RowMappers.MAY_HAVE_VERSIONS + " FROM bucket WHERE id = ?";

    private static final String WRITE = """
            INSERT INTO quota_lease (quota_id, node_id, bytes, objects)
            SELECT q.id, n.id, ?, ? FROM quota q, node n WHERE q.id = ? AND n.id = ?
            ON CONFLICT (quota_id, node_id) DO UPDATE SET bytes = excluded.bytes, objects = excluded.objects
            """;

    private static final String REMOVE = "DELETE FROM quota_lease WHERE quota_id = ? AND node_id = ?";

    private final Database database;
    private final CatchUp catchUp;
    private final IntSupplier node;

    /**
     * For counters that never lag behind.
     *
     * @param node supplies this node's present number
     */
    public JdbcLeaseTable(Database database, IntSupplier node) {
        this(database, CatchUp.NOT_NEEDED, node);
    }

    /** @param node supplies this node's present number */
    public JdbcLeaseTable(Database database, CatchUp catchUp, IntSupplier node) {
        this.database = database;
        this.catchUp = catchUp;
        this.node = node;
    }

    @Override
    public Answer lease(long quota, StorageAmount held, StorageAmount wanted, @Nullable QuotaTarget target) {
        int self = node.getAsInt();
        if (wanted.equals(StorageAmount.NOTHING)) {
            hold(quota, self, held);
            return new Answer(StorageAmount.NOTHING, StorageAmount.NOTHING, DenialReason.LEASED);
        }
        return database.transact(connection -> {
            Optional<Bounded> bounded = Database.first(connection, LOCK, JdbcLeaseTable::bounded, quota);
            if (bounded.isEmpty()) {
                // The quota was just removed: there is no limit any more.
                return new Answer(wanted, StorageAmount.NOTHING, DenialReason.LEASED);
            }
            // Leases before usage: what becomes usage meanwhile is then counted twice rather than not at all.
            StorageAmount others = Database.first(connection, OTHERS, JdbcLeaseTable::amount, quota, self)
                    .orElseThrow();
            catchUp.ofAll(connection);
            Usage usage = JdbcObjectCounters.of(connection, bounded.get().holder());
            Answer answer = LeaseRule.decide(
                    new LeaseRule.State(bounded.get().quota(), taken(usage), others, held),
                    wanted,
                    target == null ? StorageAmount.NOTHING : credit(connection, target));
            if (Database.update(
                            connection,
                            WRITE,
                            held.bytes() + answer.granted().bytes(),
                            held.objects() + answer.granted().objects(),
                            quota,
                            self)
                    == 0) {
                // The node's membership lease expired during an outage; the node is about to get another number.
                throw new FailureException(new Failure.MetadataUnavailable());
            }
            return answer;
        });
    }

    private void hold(long quota, int self, StorageAmount held) {
        if (held.equals(StorageAmount.NOTHING)) {
            database.update(REMOVE, quota, self);
        } else {
            database.update(WRITE, held.bytes(), held.objects(), quota, self);
        }
    }

    private static StorageAmount taken(Usage usage) {
        // Negative only if rows were changed by hand.
        return new StorageAmount(Math.max(0, usage.takenBytes()), Math.max(0, usage.objects()));
    }

    private static StorageAmount amount(ResultSet row) throws SQLException {
        return new StorageAmount(row.getLong(1), row.getLong(2));
    }

    private static StorageAmount credit(Connection connection, QuotaTarget target) throws SQLException {
        return switch (target) {
            case QuotaTarget.OfObject(ObjectAddress object) -> {
                boolean isKept = Database.first(connection, KEEPS_VERSIONS, row -> row.getBoolean(1), object.bucket())
                        .orElse(false);
                // An overwritten object that becomes an older version keeps its space.
                yield JdbcObjectIndex.get(connection, object)
                        .map(facts -> StorageAmount.ofObject(isKept ? 0 : facts.sizeBytes()))
                        .orElse(StorageAmount.NOTHING);
            }
            case QuotaTarget.OfPart(Upload upload, PartNumber number) ->
                Database.first(
                                connection,
                                PART,
                                row -> StorageAmount.ofPart(row.getLong(1)),
                                upload.bucket(),
                                upload.id().value(),
                                number.value())
                        .orElse(StorageAmount.NOTHING);
        };
    }

    private record Bounded(QuotaHolder holder, Quota quota) {}

    private static Bounded bounded(ResultSet row) throws SQLException {
        TenantId tenant = new TenantId(row.getObject("tenant_id", UUID.class));
        @Nullable UUID user = row.getObject("user_id", UUID.class);
        @Nullable Long bucket = row.getObject("bucket_id", Long.class);
        QuotaHolder holder = bucket != null
                ? new QuotaHolder.OfBucket(tenant, new BucketId(bucket))
                : user != null ? new QuotaHolder.OfUser(tenant, new UserId(user)) : new QuotaHolder.OfTenant(tenant);
        return new Bounded(holder, JdbcQuotaStore.quota(row));
    }
}
