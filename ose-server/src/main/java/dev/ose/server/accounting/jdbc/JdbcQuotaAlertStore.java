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
import java.sql.Array;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** {@link QuotaAlertStore} in PostgreSQL. Times are the database's. Thread-safe. */
public final class JdbcQuotaAlertStore implements QuotaAlertStore {

    /** What {@link #alert} reads. */
    public static final String COLUMNS =
            "id, tenant_id, user_name, bucket_name, dimension, threshold, quota_limit, used,"
                    + " raised_at, cleared_at, clearance";

    private static final String BEGIN_ROUND = """
            UPDATE quota_alert_round SET began_at = now()
            WHERE began_at <= now() - ? * interval '1 millisecond' OR began_at > now()
            """;

    private static final String RAISE = """
            INSERT INTO quota_alert
                (tenant_id, quota_id, user_name, bucket_name, dimension, threshold, quota_limit, used)
            SELECT ?, quota, person, bucket, dimension, percent, most, used
            FROM unnest(?::bigint[], ?::text[], ?::text[], ?::text[], ?::int[], ?::bigint[], ?::bigint[])
                AS crossing (quota, person, bucket, dimension, percent, most, used)
            ON CONFLICT (quota_id, dimension, threshold) WHERE cleared_at IS NULL DO NOTHING RETURNING\s""" + COLUMNS;

    /** Never before it was raised, whatever became of the clock meanwhile. */
    private static final String CLEAR = """
            UPDATE quota_alert SET cleared_at = greatest(now(), raised_at), clearance = reason
            FROM unnest(?::bigint[], ?::text[]) AS over (alert, reason)
            WHERE id = alert AND cleared_at IS NULL RETURNING\s""" + COLUMNS;

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
    public boolean beginRound(Duration period) {
        return database.update(BEGIN_ROUND, period.toMillis()) > 0;
    }

    @Override
    public List<Long> quotas(long after, int limit) {
        return database.all(AlertSql.PAGE, row -> row.getLong(1), after, limit, after, limit, limit);
    }

    @Override
    public Map<TenantId, Set<Long>> due(List<Long> quotas) {
        return database.query(
                connection -> decide(connection, AlertSql.ROUGHLY_USED, quotas).quotas());
    }

    @Override
    public Changes evaluate(TenantId tenant, Collection<Long> quotas) {
        Instant now = messages.prepare();
        return database.transact(connection -> {
            // Nodes that evaluate at once do so in turn, each by the state that the one before left.
            boolean exists = Database.first(
                            connection,
                            "SELECT 1 FROM tenant WHERE id = ? FOR NO KEY UPDATE",
                            row -> row.getInt(1),
                            tenant)
                    .isPresent();
            return exists ? evaluate(connection, tenant, quotas, now) : Changes.NONE;
        });
    }

    private Changes evaluate(Connection connection, TenantId tenant, Collection<Long> quotas, Instant now)
            throws SQLException {
        // The table of what is not rolled up varies too much for statistics.
        Database.first(connection, Database.PLAN_BY_INDEX, row -> true);
        AlertRule.Decision decision = decide(connection, AlertSql.USED, quotas);
        List<QuotaAlert> raised = raise(connection, tenant, decision.raised());
        List<QuotaAlert> cleared = clear(connection, decision.cleared());
        messages.send(connection, raised, AlertMessages.Kind.RAISED, now);
        messages.send(connection, cleared, AlertMessages.Kind.CLEARED, now);
        if (!cleared.isEmpty()) {
            Database.update(connection, FORGET, tenant, tenant, MAX_CLEARED);
        }
        return new Changes(raised.size(), cleared.size());
    }

    private static AlertRule.Decision decide(Connection connection, String used, Collection<Long> quotas)
            throws SQLException {
        Array ids = connection.createArrayOf("bigint", quotas.toArray());
        // Quotas before alerts: one that is removed in between clears its alerts in the next round.
        List<UsedQuota> present = Database.all(connection, used, JdbcQuotaAlertStore::quota, ids);
        // Those of a later version, on limits that this one does not know, are its nodes' to clear.
        List<OpenAlert> open = Database.all(connection, AlertSql.OPEN, JdbcQuotaAlertStore::open, ids).stream()
                .filter(alert -> alert.dimension() != Dimension.UNKNOWN)
                .toList();
        return AlertRule.decide(present, open);
    }

    private static List<QuotaAlert> raise(Connection connection, TenantId tenant, List<AlertRule.Raised> decided)
            throws SQLException {
        return decided.isEmpty()
                ? List.of()
                : Database.all(
                        connection,
                        RAISE,
                        JdbcQuotaAlertStore::alert,
                        tenant,
                        column(connection, "bigint", decided, each -> each.of()
                                .named()
                                .id()),
                        column(connection, "text", decided, each -> each.of()
                                .named()
                                .user()),
                        column(connection, "text", decided, each -> each.of()
                                .named()
                                .bucket()),
                        column(connection, "text", decided, each -> each.crossing()
                                .dimension()
                                .name()),
                        column(connection, "int4", decided, each -> each.crossing()
                                .thresholdPercent()),
                        column(connection, "bigint", decided, each -> each.crossing()
                                .limit()),
                        column(connection, "bigint", decided, each -> each.crossing()
                                .used()));
    }

    private static List<QuotaAlert> clear(Connection connection, List<AlertRule.Cleared> decided) throws SQLException {
        return decided.isEmpty()
                ? List.of()
                : Database.all(
                        connection,
                        CLEAR,
                        JdbcQuotaAlertStore::alert,
                        column(connection, "bigint", decided, each -> each.alert()
                                .id()),
                        column(connection, "text", decided, each -> each.reason()
                                .name()));
    }

    private static <T> Array column(
            Connection connection, String type, List<T> rows, Function<T, @Nullable Object> value) throws SQLException {
        return connection.createArrayOf(type, rows.stream().map(value).toArray());
    }

    private static UsedQuota quota(ResultSet row) throws SQLException {
        return new UsedQuota(
                new TenantId(row.getObject("tenant_id", UUID.class)),
                JdbcQuotaStore.named(row),
                JdbcAlertThresholdStore.thresholds(row),
                row.getLong("bytes"),
                row.getLong("objects"),
                row.getLong("buckets"));
    }

    private static OpenAlert open(ResultSet row) throws SQLException {
        return new OpenAlert(
                row.getLong(1),
                new TenantId(row.getObject(2, UUID.class)),
                row.getLong(3),
                RowMappers.word(row, 4, Dimension.UNKNOWN),
                row.getInt(5));
    }

    /** Reads a row that begins with {@link #COLUMNS}. */
    public static QuotaAlert alert(ResultSet row) throws SQLException {
        @Nullable Instant clearedAt = RowMappers.instantOrNull(row, 10);
        return new QuotaAlert(
                row.getLong(1),
                new TenantId(row.getObject(2, UUID.class)),
                row.getString(3),
                row.getString(4),
                new Crossing(RowMappers.word(row, 5, Dimension.UNKNOWN), row.getInt(6), row.getLong(7), row.getLong(8)),
                RowMappers.instant(row, 9),
                clearedAt == null ? null : new QuotaAlert.End(clearedAt, RowMappers.word(row, 11, Clearance.UNKNOWN)));
    }

    @Override
    public long countOpen() {
        return database.first("SELECT count(*) FROM quota_alert WHERE cleared_at IS NULL", row -> row.getLong(1))
                .orElseThrow();
    }
}
