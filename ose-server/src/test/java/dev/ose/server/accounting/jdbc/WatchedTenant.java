package dev.ose.server.accounting.jdbc;

import dev.ose.adapter.Secret;
import dev.ose.server.accounting.alert.AlertThresholdStore;
import dev.ose.server.accounting.alert.QuotaAlert;
import dev.ose.server.accounting.alert.QuotaAlertStore.Changes;
import dev.ose.server.accounting.quota.Quota;
import dev.ose.server.accounting.quota.QuotaHolder;
import dev.ose.server.accounting.quota.QuotaStore;
import dev.ose.server.audit.jdbc.JdbcAuditTables;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.catalog.ObjectFacts;
import dev.ose.server.database.StoreFixture;
import dev.ose.server.database.StoreFixture.Holder;
import dev.ose.server.event.ObjectChange;
import dev.ose.server.event.Webhook;
import dev.ose.server.event.jdbc.JdbcWebhookStore;
import dev.ose.server.ledger.jdbc.WritingNode;
import dev.ose.server.pagination.AdminList;
import dev.ose.server.pagination.ListFilter;
import dev.ose.server.pagination.ListQuery;
import dev.ose.server.pagination.jdbc.JdbcListReader;
import dev.ose.server.tenant.TenantId;
import dev.ose.testkit.PostgresFixture;
import dev.ose.testkit.SteppedClock;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A tenant with a bucket, and all that raises and lists the alerts of its quotas. */
abstract class WatchedTenant {

    @RegisterExtension
    static final PostgresFixture POSTGRES = PostgresFixture.migrated();

    private static final AtomicInteger NAMES = new AtomicInteger();

    static WritingNode writer;
    static StoreFixture node;

    final SteppedClock clock = new SteppedClock(Instant.now());
    JdbcQuotaAlertStore alerts;
    AlertThresholdStore thresholds;
    QuotaStore quotas;
    JdbcWebhookStore webhooks;
    Holder holder;
    TenantId tenant;
    Bucket bucket;

    @BeforeAll
    static void open() {
        writer = new WritingNode(POSTGRES.database(), "alerts");
        node = writer.stores;
    }

    @AfterAll
    static void close() {
        writer.close();
    }

    @BeforeEach
    void start() {
        String name = "watched-" + NAMES.incrementAndGet();
        holder = node.holder(name);
        tenant = holder.tenant().id();
        bucket = node.bucket(holder, name);
        alerts = store("node-1");
        thresholds = new JdbcAlertThresholdStore(node.database);
        quotas = new JdbcQuotaStore(node.database);
        webhooks = new JdbcWebhookStore(node.database, node.keyring);
    }

    JdbcQuotaAlertStore store(String name) {
        return new JdbcQuotaAlertStore(
                node.database, new JdbcAuditTables(node.database, name, List.of("WEBHOOK")), clock, new SecureRandom());
    }

    Changes evaluate() {
        return evaluate(alerts);
    }

    Changes evaluate(JdbcQuotaAlertStore store) {
        return store.evaluate(tenant, ofTenant());
    }

    List<Long> ofTenant() {
        return node.database.all(
                "SELECT id FROM quota WHERE tenant_id = ? UNION SELECT quota_id FROM quota_alert"
                        + " WHERE tenant_id = ? AND cleared_at IS NULL",
                row -> row.getLong(1),
                tenant,
                tenant);
    }

    Webhook webhook(String url, Set<ObjectChange> changes, boolean wantsAlerts) {
        return webhooks.add(
                tenant, new Webhook.Terms(URI.create(url), null, "", "", changes, wantsAlerts), Secret.of("secret"));
    }

    void limitTenant(Quota quota) {
        quotas.put(new QuotaHolder.OfTenant(tenant), quota);
    }

    void write(String key, long size) {
        writer.write(bucket, key, facts(size));
    }

    static ObjectFacts facts(long size) {
        return new ObjectFacts(size, "5d41402abc4b2a76b9719d911017c592", Instant.ofEpochSecond(1), null);
    }

    List<QuotaAlert> list() {
        ListQuery query =
                new ListQuery(new ListFilter.All(List.of()), AdminList.QUOTA_ALERTS.defaultOrder(), null, 1_000, false);
        return new JdbcListReader(node.database).quotaAlerts(tenant, query).items();
    }

    List<String> audited() {
        return node.database.all(
                "SELECT concat_ws(' ', e.source, e.operation, e.actor, e.bucket, e.subject, e.status, d.receiver)"
                        + " FROM audit_entry e LEFT JOIN audit_due d ON d.entry_id = e.id WHERE e.tenant_id = ?"
                        + " ORDER BY e.request_id, e.status, e.operation DESC",
                row -> row.getString(1),
                tenant);
    }

    long count(String sql) {
        return node.database.first(sql, row -> row.getLong(1), tenant).orElseThrow();
    }
}
