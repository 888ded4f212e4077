package dev.ose.server.event.jdbc;

import dev.ose.adapter.Secret;
import dev.ose.keyring.Keyring;
import dev.ose.keyring.KeyringException;
import dev.ose.s3.BucketName;
import dev.ose.s3.ObjectKey;
import dev.ose.server.catalog.jdbc.ETagCodec;
import dev.ose.server.database.Database;
import dev.ose.server.database.RowMappers;
import dev.ose.server.database.SealContext;
import dev.ose.server.event.AlertEvent;
import dev.ose.server.event.Delivery;
import dev.ose.server.event.ObjectEvent;
import dev.ose.server.event.Outbox;
import dev.ose.server.event.WebhookStore;
import dev.ose.server.tenant.TenantId;
import java.net.URI;
import java.sql.Array;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** {@link Outbox} in PostgreSQL. Blocks on the database. Thread-safe. */
public final class JdbcOutbox implements Outbox {

    /** The delays between them add up to more than two hours. */
    private static final int MAX_ATTEMPTS = 32;

    private static final int ROWS_PER_STEP = 10_000;

    private static final String CLAIM = """
            UPDATE webhook w SET lease = lease + 1, lease_until = now() + ? * interval '1 second'
            FROM tenant t
            WHERE t.id = w.tenant_id AND w.id = (
                SELECT q.id FROM webhook q
                WHERE q.due_at <= now() AND q.lease_until <= now() AND q.deleted_at IS NULL
                    AND q.tenant_id NOT IN (SELECT id FROM tenant WHERE canonical_id = ANY (?))
                    AND EXISTS (SELECT FROM event e WHERE e.webhook_id = q.id AND NOT e.is_dead_letter)
                ORDER BY q.due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
            RETURNING w.id, w.lease, w.target, w.tenant_id, t.canonical_id, w.secret, w.attempts
            """;

    private static final String EVENTS = """
            SELECT id, at, bucket, key, size_bytes, etag, version_id, configuration, alert FROM event
            WHERE webhook_id = ? AND NOT is_dead_letter ORDER BY id LIMIT ?
            """;

    private static final String RELEASE = "UPDATE webhook SET lease_until = now(), due_at = now(), attempts = 0,"
            + " problem = '' WHERE id = ? AND lease = ?";

    private static final String POSTPONE = """
            UPDATE webhook SET lease_until = now(), problem = ?, attempts = attempts + 1,
                due_at = now() + least(interval '5 minutes', interval '1 second' * 2 ^ least(attempts, 10))
            WHERE id = ? AND lease = ? RETURNING attempts
            """;

    private static final String GIVE_UP =
            "UPDATE event SET is_dead_letter = true WHERE webhook_id = ? AND id = ANY (?)";

    private static final String FORGET_GIVEN_UP = """
            DELETE FROM event WHERE (webhook_id, id) IN (
                SELECT webhook_id, id FROM event WHERE is_dead_letter AND at < now() - interval '14 days' LIMIT ?)
            """;

    private static final String FORGET_OF_DELETED = """
            DELETE FROM event WHERE (webhook_id, id) IN (
                SELECT e.webhook_id, e.id FROM webhook w JOIN event e ON e.webhook_id = w.id
                WHERE w.deleted_at IS NOT NULL LIMIT ?)
            """;

    /**
     * Deleted webhooks, after no transaction can record events for them any more; and those of deleted buckets, after
     * all events are delivered, no object of the bucket can appear any more, and the alerts of its quota are over.
     */
    private static final String FORGET_WEBHOOKS = """
            DELETE FROM webhook w WHERE NOT EXISTS (SELECT FROM event e WHERE e.webhook_id = w.id) AND (
                deleted_at < now() - interval '5 minutes'
                OR bucket_id IS NOT NULL AND NOT EXISTS (SELECT FROM bucket b WHERE b.id = w.bucket_id)
                    AND NOT EXISTS (SELECT FROM deleted_bucket g WHERE g.id = w.bucket_id)
                    AND NOT (w.alerts AND EXISTS (
                        SELECT FROM quota_alert a WHERE a.tenant_id = w.tenant_id AND a.bucket_name = w.bucket
                            AND a.cleared_at IS NULL)))
            """;

    /** Those of deleted buckets, after no object of the bucket can appear any more. */
    private static final String FORGET_CONFIGURATIONS = """
            DELETE FROM bucket_notification n WHERE NOT EXISTS (SELECT FROM bucket b WHERE b.id = n.bucket_id)
                AND NOT EXISTS (SELECT FROM deleted_bucket g WHERE g.id = n.bucket_id)
            """;

    private final Database database;
    private final Keyring keyring;
    private final EventBounds bounds;

    public JdbcOutbox(Database database, Keyring keyring) {
        this(database, keyring, WebhookStore.MAX_KEPT);
    }

    public JdbcOutbox(Database database, Keyring keyring, int mostKept) {
        this.database = database;
        this.keyring = keyring;
        this.bounds = new EventBounds(database, mostKept);
    }

    private sealed interface Claimed {

        /** A webhook whose events are still to be read. */
        record Opened(Delivery empty, boolean isOnTrial) implements Claimed {}

        /** A webhook that cannot sign a message. */
        record Sealed(long webhook, long lease, KeyringException reason) implements Claimed {}
    }

    @Override
    public Optional<Delivery> claim(Duration lease, int mostEvents, Set<String> butOf) {
        AtomicReference<@Nullable KeyringException> unreadable = new AtomicReference<>();
        Optional<Delivery> delivery = database.transact(connection -> {
            Optional<Claimed> claimed = Database.first(
                    connection,
                    CLAIM,
                    this::claimed,
                    lease.toSeconds(),
                    connection.createArrayOf("text", butOf.toArray()));
            return switch (claimed.orElse(null)) {
                case null -> Optional.empty();
                case Claimed.Opened it -> Optional.of(fill(connection, it, mostEvents));
                case Claimed.Sealed(long webhook, long number, var reason) -> {
                    postpone(connection, webhook, number, "Its secret does not open with the node's key file.");
                    unreadable.set(reason);
                    yield Optional.empty();
                }
            };
        });
        KeyringException reason = unreadable.get();
        if (reason != null) {
            // After the postponement was committed: rolled back, it would be claimed again before all others.
            throw reason;
        }
        return delivery;
    }

    private Claimed claimed(ResultSet row) throws SQLException {
        long webhook = row.getLong(1);
        long lease = row.getLong(2);
        TenantId tenant = new TenantId(row.getObject(4, UUID.class));
        try {
            Secret secret = keyring.unseal(row.getBytes(6), SealContext.ofWebhook(tenant, webhook));
            Delivery empty =
                    new Delivery(webhook, lease, URI.create(row.getString(3)), row.getString(5), secret, List.of());
            return new Claimed.Opened(empty, row.getInt(7) > 0);
        } catch (KeyringException e) {
            return new Claimed.Sealed(webhook, lease, e);
        }
    }

    /** The number of attempts; empty if the lease was lost. */
    private static Optional<Integer> postpone(Connection connection, long webhook, long lease, String problem)
            throws SQLException {
        return Database.first(connection, POSTPONE, row -> row.getInt(1), problem, webhook, lease);
    }

    private static Delivery fill(Connection connection, Claimed.Opened claimed, int mostEvents) throws SQLException {
        int most = claimed.isOnTrial() ? 1 : mostEvents;
        List<ObjectEvent> events = new ArrayList<>();
        List<AlertEvent> alerts = new ArrayList<>();
        for (Row row : Database.all(
                connection, EVENTS, JdbcOutbox::row, claimed.empty().webhook(), most)) {
            switch (row) {
                case Row.OfObject(var event) -> events.add(event);
                case Row.OfAlert(var alert) -> alerts.add(alert);
            }
        }
        return claimed.empty().with(events, alerts);
    }

    /** A row of either kind. */
    private sealed interface Row {

        record OfObject(ObjectEvent event) implements Row {}

        record OfAlert(AlertEvent alert) implements Row {}
    }

    private static Row row(ResultSet row) throws SQLException {
        @Nullable String alert = row.getString(9);
        return alert == null
                ? new Row.OfObject(event(row))
                : new Row.OfAlert(new AlertEvent(row.getLong(1), RowMappers.instant(row, 2), alert));
    }

    private static ObjectEvent event(ResultSet row) throws SQLException {
        long size = row.getLong(5);
        @Nullable Long sizeBytes = row.wasNull() ? null : size;
        return new ObjectEvent(
                row.getLong(1),
                RowMappers.instant(row, 2),
                new BucketName(row.getString(3)),
                new ObjectKey(row.getString(4)),
                sizeBytes,
                ETagCodec.unpack(row.getBytes(6)),
                row.getString(7),
                row.getString(8));
    }

    @Override
    public void delivered(Delivery delivery) {
        database.transact(connection -> {
            Database.update(
                    connection,
                    "DELETE FROM event WHERE webhook_id = ? AND id = ANY (?)",
                    delivery.webhook(),
                    ids(connection, delivery));
            return Database.update(connection, RELEASE, delivery.webhook(), delivery.lease());
        });
    }

    private static Array ids(Connection connection, Delivery delivery) throws SQLException {
        return connection.createArrayOf("bigint", delivery.ids().toArray());
    }

    @Override
    public int failed(Delivery delivery, String problem) {
        return database.transact(connection -> {
            Optional<Integer> attempts = postpone(connection, delivery.webhook(), delivery.lease(), problem);
            if (attempts.isEmpty() || attempts.get() < MAX_ATTEMPTS) {
                return 0;
            }
            Database.update(
                    connection, "UPDATE webhook SET attempts = 0, due_at = now() WHERE id = ?", delivery.webhook());
            return Database.update(connection, GIVE_UP, delivery.webhook(), ids(connection, delivery));
        });
    }

    @Override
    public Tidied tidy() {
        int givenUp = bounds.enforce();
        database.update(FORGET_GIVEN_UP, ROWS_PER_STEP);
        database.update(FORGET_OF_DELETED, ROWS_PER_STEP);
        database.update(FORGET_WEBHOOKS);
        database.update(FORGET_CONFIGURATIONS);
        return new Tidied(countWaiting(), givenUp);
    }

    private int countWaiting() {
        return database.first(
                        "SELECT count(*) FROM (SELECT FROM event WHERE NOT is_dead_letter LIMIT ?) waiting",
                        row -> row.getInt(1),
                        WebhookStore.MAX_COUNTED)
                .orElse(0);
    }
}
