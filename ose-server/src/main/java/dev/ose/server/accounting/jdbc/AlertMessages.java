package dev.ose.server.accounting.jdbc;

import dev.ose.server.accounting.alert.Crossing;
import dev.ose.server.accounting.alert.QuotaAlert;
import dev.ose.server.audit.AuditActor;
import dev.ose.server.audit.AuditEntry;
import dev.ose.server.audit.AuditId;
import dev.ose.server.audit.AuditOutcome;
import dev.ose.server.audit.AuditSource;
import dev.ose.server.audit.AuditTables;
import dev.ose.server.audit.AuditTarget;
import dev.ose.server.audit.AuditTrail;
import dev.ose.server.audit.LoginKind;
import dev.ose.server.audit.jdbc.JdbcAuditTables;
import dev.ose.server.database.Database;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.random.RandomGenerator;

/**
 * Records alerts in the audit log, which the provider's receivers follow, and as events of the tenant's webhooks: in
 * the transaction of the alert, so that each is delivered if the alert is committed.
 */
final class AlertMessages {

    private static final String ACTOR = "ose";
    private static final int DONE = 200;

    /** A webhook of one bucket receives the alerts of that bucket's quota. */
    private static final String EVENTS = """
            INSERT INTO event (webhook_id, bucket, key, etag, alert)
            SELECT w.id, '', '', '', jsonb_strip_nulls(jsonb_build_object(
                'event', ?::text, 'id', a.id::text, 'user', a.user_name, 'bucket', a.bucket_name,
                'dimension', a.dimension, 'thresholdPercent', a.threshold, 'limit', a.quota_limit, 'used', a.used,
                'raisedAt', %s, 'clearedAt', %s, 'clearance', a.clearance))
            FROM quota_alert a
                JOIN webhook w ON w.tenant_id = a.tenant_id AND (w.bucket IS NULL OR w.bucket = a.bucket_name)
            WHERE a.id = ANY (?) AND w.alerts AND w.deleted_at IS NULL ORDER BY a.id
            """.formatted(utc("a.raised_at"), utc("a.cleared_at"));

    private final JdbcAuditTables audit;
    private final Clock clock;
    private final RandomGenerator random;

    AlertMessages(JdbcAuditTables audit, Clock clock, RandomGenerator random) {
        this.audit = audit;
        this.clock = clock;
        this.random = random;
    }

    /** What became of an alert. */
    enum Kind {
        RAISED,
        CLEARED
    }

    private static String utc(String column) {
        return "to_char(" + column + " AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.MS\"Z\"')";
    }

    /** To be called before the transaction; returns the time of its entries. */
    Instant prepare() {
        Instant now = clock.instant();
        audit.prepare(now);
        return now;
    }

    /** Records alerts within the transaction that changes them. */
    void send(Connection connection, List<QuotaAlert> alerts, Kind kind, Instant now) throws SQLException {
        if (alerts.isEmpty()) {
            return;
        }
        audit.insert(
                connection,
                alerts.stream().map(alert -> entry(alert, kind, now)).toList());
        Database.update(
                connection,
                EVENTS,
                "QuotaAlert:" + capitalized(kind),
                connection.createArrayOf(
                        "bigint", alerts.stream().map(QuotaAlert::id).toArray()));
    }

    private AuditTables.Begun entry(QuotaAlert alert, Kind kind, Instant now) {
        Crossing crossing = alert.crossing();
        String holder = alert.user() == null ? "" : " of user " + alert.user();
        String subject = crossing.thresholdPercent() + " % of " + crossing.limit() + ' '
                + crossing.dimension().name().toLowerCase(Locale.ROOT) + holder + ", used " + crossing.used();
        AuditEntry entry = new AuditEntry(
                AuditId.next(now, random),
                "quota-alert-" + alert.id(),
                AuditSource.NODE,
                "QuotaAlert" + capitalized(kind),
                new AuditActor(ACTOR, LoginKind.NONE, null, "", AuditActor.Acting.FOR_ITSELF),
                new AuditTarget(alert.tenant(), null, Objects.requireNonNullElse(alert.bucket(), ""), "", subject));
        return new AuditTables.Begun(entry, new AuditOutcome(DONE, ""), AuditTrail.Durability.AT_ONCE);
    }

    private static String capitalized(Kind kind) {
        return kind.name().charAt(0) + kind.name().substring(1).toLowerCase(Locale.ROOT);
    }
}
