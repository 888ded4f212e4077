package dev.ose.server.accounting.jdbc;

import dev.ose.server.accounting.alert.AlertRule;
import dev.ose.server.accounting.alert.Clearance;
import dev.ose.server.accounting.alert.Crossing;
import dev.ose.server.accounting.alert.Dimension;
import dev.ose.server.accounting.alert.OpenAlert;
import dev.ose.server.accounting.alert.QuotaAlert;
import dev.ose.server.accounting.alert.QuotaAlertStore;
import dev.ose.server.accounting.alert.UsedQuota;
import dev.ose.server.audit.jdbc.JdbcAuditTables;
import dev.ose.server.database.Database;
import dev.ose.server.database.RowMappers;
import dev.ose.server.tenant.TenantId;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** {@link QuotaAlertStore} in PostgreSQL. Times are the database's. Thread-safe. */
public final class JdbcQuotaAlertStore implements QuotaAlertStore {

    /** What {@link #alert} reads. */
    public static final String COLUMNS =
            "id, tenant_id, user_name, bucket_name, dimension, threshold, quota_limit, used,"
                    + " raised_at, cleared_at, clearance";

    private static final String TENANTS = """
            SELECT tenant_id FROM (
                SELECT tenant_id FROM quota UNION SELECT tenant_id FROM quota_alert WHERE cleared_at IS NULL
            ) concerned
            WHERE ?::uuid IS NULL OR tenant_id > ?::uuid ORDER BY tenant_id LIMIT ?
            """;

    /**
     * All quotas of a tenant with their use, as {@link JdbcObjectCounters} counts it: buckets are summed once for the
     * tenant, once for each user and once for each bucket. A bucket under transfer counts for both users.
     */
    private static final String QUOTAS = """
            WITH recent AS MATERIALIZED (
                SELECT d.bucket_id, sum(d.objects) AS objects, sum(d.bytes + d.part_bytes + d.older_bytes) AS bytes
                FROM usage_delta d GROUP BY d.bucket_id
            ), held AS (
                SELECT b.id, b.owner_id, coalesce(k.objects, 0) + coalesce(r.objects, 0) AS objects,
                    coalesce(k.bytes + k.part_bytes + k.older_bytes, 0) + coalesce(r.bytes, 0) AS bytes
                FROM bucket b LEFT JOIN usage_bucket k ON k.bucket_id = b.id LEFT JOIN recent r ON r.bucket_id = b.id
                WHERE b.tenant_id = ?
            ), sums AS (
                SELECT coalesce(owner_id::text, '') || ' ' || coalesce(id::text, '') AS holder,
                    coalesce(sum(objects), 0) AS objects, coalesce(sum(bytes), 0) AS bytes, count(*) AS buckets
                FROM held GROUP BY GROUPING SETS ((), (owner_id), (id))
            ), offered AS (
                SELECT new_owner_id, count(*) AS buckets FROM bucket
                WHERE tenant_id = ? AND new_owner_id <> owner_id GROUP BY new_owner_id
            )
            SELECT %s, coalesce(s.bytes, 0)::bigint AS bytes, coalesce(s.objects, 0)::bigint AS objects,
                coalesce(s.buckets, 0) + coalesce(o.buckets, 0) AS buckets
            FROM %s
                LEFT JOIN sums s
                    ON s.holder = coalesce(q.user_id::text, '') || ' ' || coalesce(q.bucket_id::text, '')
                LEFT JOIN offered o ON o.new_owner_id = q.user_id
            WHERE q.tenant_id = ? ORDER BY q.id
            """.formatted(JdbcQuotaStore.NAMED, JdbcQuotaStore.WITH_NAMES);

    private static final String OPEN = "SELECT id, quota_id, dimension, threshold FROM quota_alert"
            + " WHERE tenant_id = ? AND cleared_at IS NULL ORDER BY id";

    private static final String RAISE = """
            INSERT INTO quota_alert
                (tenant_id, quota_id, user_name, bucket_name, dimension, threshold, quota_limit, used)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (quota_id, dimension, threshold) WHERE cleared_at IS NULL DO NOTHING RETURNING\s""" + COLUMNS;

    /** Never before it was raised, whatever became of the clock meanwhile. */
    private static final String CLEAR = "UPDATE quota_alert SET cleared_at = greatest(now(), raised_at), clearance = ?"
            + " WHERE id = ? AND cleared_at IS NULL RETURNING " + COLUMNS;

    private static final String FORGET = """
            DELETE FROM quota_alert WHERE tenant_id = ? AND cleared_at IS NOT NULL AND id <= (
                SELECT id FROM quota_alert WHERE tenant_id = ? AND cleared_at IS NOT NULL
                ORDER BY id DESC OFFSET ? LIMIT 1)
            """;

    private final Database database;
    private final AlertMessages messages;

    public JdbcQuotaAlertStore(Database database, JdbcAuditTables audit, Clock clock, RandomGenerator random) {
        this.database = database;
        this.messages = new AlertMessages(audit, clock, random);
    }

    @Override
    public List<TenantId> tenants(@Nullable TenantId after, int limit) {
        return database.all(TENANTS, row -> new TenantId(row.getObject(1, UUID.class)), after, after, limit);
    }

    @Override
    public Changes evaluate(TenantId tenant) {
        Instant now = messages.prepare();
        return database.transact(connection -> {
            // Nodes that evaluate at once do so in turn, each by the state that the one before left.
            boolean exists = Database.first(
                            connection,
                            "SELECT 1 FROM tenant WHERE id = ? FOR NO KEY UPDATE",
                            row -> row.getInt(1),
                            tenant)
                    .isPresent();
            return exists ? evaluate(connection, tenant, now) : Changes.NONE;
        });
    }

    private Changes evaluate(Connection connection, TenantId tenant, Instant now) throws SQLException {
        AlertRule.Decision decision = AlertRule.decide(
                Database.all(connection, QUOTAS, JdbcQuotaAlertStore::quota, tenant, tenant, tenant),
                Database.all(connection, OPEN, JdbcQuotaAlertStore::open, tenant),
                JdbcAlertThresholdStore.inForce(connection, tenant));
        List<QuotaAlert> raised = raise(connection, tenant, decision.raised());
        List<QuotaAlert> cleared = clear(connection, decision.cleared());
        messages.send(connection, raised, AlertMessages.Kind.RAISED, now);
        messages.send(connection, cleared, AlertMessages.Kind.CLEARED, now);
        if (!cleared.isEmpty()) {
            Database.update(connection, FORGET, tenant, tenant, MAX_CLEARED);
        }
        return new Changes(raised.size(), cleared.size());
    }

    private static List<QuotaAlert> raise(Connection connection, TenantId tenant, List<AlertRule.Raised> decided)
            throws SQLException {
        List<QuotaAlert> raised = new ArrayList<>();
        for (AlertRule.Raised each : decided) {
            Crossing crossing = each.crossing();
            raised.addAll(Database.all(
                    connection,
                    RAISE,
                    JdbcQuotaAlertStore::alert,
                    tenant,
                    each.of().named().id(),
                    each.of().named().user(),
                    each.of().named().bucket(),
                    crossing.dimension(),
                    crossing.thresholdPercent(),
                    crossing.limit(),
                    crossing.used()));
        }
        return raised;
    }

    private static List<QuotaAlert> clear(Connection connection, List<AlertRule.Cleared> decided) throws SQLException {
        List<QuotaAlert> cleared = new ArrayList<>();
        for (AlertRule.Cleared each : decided) {
            cleared.addAll(Database.all(
                    connection,
                    CLEAR,
                    JdbcQuotaAlertStore::alert,
                    each.reason(),
                    each.alert().id()));
        }
        return cleared;
    }

    private static UsedQuota quota(ResultSet row) throws SQLException {
        return new UsedQuota(
                JdbcQuotaStore.named(row), row.getLong("bytes"), row.getLong("objects"), row.getLong("buckets"));
    }

    private static OpenAlert open(ResultSet row) throws SQLException {
        return new OpenAlert(row.getLong(1), row.getLong(2), Dimension.valueOf(row.getString(3)), row.getInt(4));
    }

    /** Reads a row that begins with {@link #COLUMNS}. */
    public static QuotaAlert alert(ResultSet row) throws SQLException {
        @Nullable Instant clearedAt = RowMappers.instantOrNull(row, 10);
        return new QuotaAlert(
                row.getLong(1),
                new TenantId(row.getObject(2, UUID.class)),
                row.getString(3),
                row.getString(4),
                new Crossing(Dimension.valueOf(row.getString(5)), row.getInt(6), row.getLong(7), row.getLong(8)),
                RowMappers.instant(row, 9),
                clearedAt == null ? null : new QuotaAlert.End(clearedAt, Clearance.valueOf(row.getString(11))));
    }

    @Override
    public long countOpen() {
        return database.first("SELECT count(*) FROM quota_alert WHERE cleared_at IS NULL", row -> row.getLong(1))
                .orElseThrow();
    }
}
