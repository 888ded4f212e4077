package dev.ose.server.accounting.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import dev.ose.adapter.Secret;
import dev.ose.adapter.http.OutboundRoutes;
import dev.ose.server.accounting.alert.QuotaAlertStore.Changes;
import dev.ose.server.accounting.quota.Quota;
import dev.ose.server.accounting.quota.QuotaHolder;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.event.ObjectChange;
import dev.ose.server.event.Webhook;
import dev.ose.server.event.WebhookDispatcher;
import dev.ose.server.event.jdbc.JdbcOutbox;
import dev.ose.server.event.webhook.HttpEventSender;
import dev.ose.server.runtime.jobs.RecordedJobs;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What of alerts reaches the audit log and the webhooks of the tenant. */
@Timeout(300)
class QuotaAlertMessagesTest extends WatchedTenant {

    @Test
    void alertIsInTheAuditLogOfItsTenantAndWaitsForTheReceivers() {
        quotas.put(new QuotaHolder.OfBucket(tenant, bucket.id()), new Quota(1_000L, null, null));
        write("k", 800);
        evaluate();
        write("k", 1);
        evaluate();

        assertThat(audited())
                .containsExactly(
                        "NODE QuotaAlertRaised ose " + bucket.name().value()
                                + " 80 % of 1000 bytes, used 800 200 WEBHOOK",
                        "NODE QuotaAlertCleared ose " + bucket.name().value()
                                + " 80 % of 1000 bytes, used 800 200 WEBHOOK");
    }

    @Test
    void webhooksOfTheTenantReceiveTheAlertsThatTheyWant() throws IOException {
        List<JsonNode> received = new CopyOnWriteArrayList<>();
        AtomicInteger status = new AtomicInteger(500);
        HttpServer receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        receiver.createContext("/", exchange -> {
            JsonNode document =
                    JsonMapper.shared().readTree(exchange.getRequestBody().readAllBytes());
            if (status.get() == 200) {
                document.get("Records").forEach(received::add);
            }
            exchange.sendResponseHeaders(status.get(), -1);
            exchange.close();
        });
        receiver.start();
        String url = "http://127.0.0.1:" + receiver.getAddress().getPort() + "/";
        Webhook both = webhook(url, EnumSet.of(ObjectChange.CREATED), true);
        webhook("http://127.0.0.1:1/never", EnumSet.of(ObjectChange.REMOVED), false);
        limitTenant(new Quota(1_000L, null, null));
        write("k", 800);
        evaluate();
        write("k", 1);
        evaluate();

        try (HttpEventSender sender = HttpEventSender.open("eu-1", OutboundRoutes.direct(), Clock.systemUTC());
                WebhookDispatcher dispatcher = WebhookDispatcher.start(
                        RecordedJobs.jobs(), new JdbcOutbox(node.database, node.keyring), sender)) {
            await().atMost(Duration.ofMinutes(1))
                    .until(() -> webhooks.list(tenant).getFirst().problem().contains("500"));
            assertThat(dispatcher.failures()).isPositive();
            status.set(200);
            await().atMost(Duration.ofMinutes(1)).until(() -> received.size() >= 4);
        } finally {
            receiver.stop(0);
        }

        assertThat(received)
                .extracting(record -> record.get("eventName").asString())
                .containsExactlyInAnyOrder(
                        "ObjectCreated:Put", "QuotaAlert:Raised", "ObjectCreated:Put", "QuotaAlert:Cleared");
        JsonNode alert = received.stream()
                .filter(record -> record.get("eventName").asString().equals("QuotaAlert:Raised"))
                .findFirst()
                .orElseThrow();
        assertThat(alert.get("eventSource").asString()).isEqualTo("ose:quota");
        assertThat(alert.get("quotaAlert").get("thresholdPercent").asInt()).isEqualTo(80);
        assertThat(alert.get("quotaAlert").get("limit").asLong()).isEqualTo(1_000);
        assertThat(alert.get("quotaAlert").get("used").asLong()).isEqualTo(800);
        assertThat(Instant.parse(alert.get("quotaAlert").get("raisedAt").asString()))
                .isBeforeOrEqualTo(Instant.now().plusSeconds(60));
        assertThat(alert.get("quotaAlert").has("clearedAt")).isFalse();
        assertThat(webhooks.list(tenant).getFirst().webhook().id()).isEqualTo(both.id());
        assertThat(count("SELECT count(*) FROM event e JOIN webhook w ON w.id = e.webhook_id WHERE w.tenant_id = ?"))
                .isZero();
    }

    @Test
    void webhookOfABucketReceivesTheAlertsOfItsQuotaOnly() {
        Bucket second = node.bucket(holder, bucket.name().value() + "-second");
        webhooks.add(
                tenant,
                new Webhook.Terms(URI.create("http://127.0.0.1:1/"), second.name(), "", "", Set.of(), true),
                Secret.of("secret"));
        limitTenant(new Quota(10L, null, null));
        quotas.put(new QuotaHolder.OfBucket(tenant, bucket.id()), new Quota(10L, null, null));
        quotas.put(new QuotaHolder.OfBucket(tenant, second.id()), new Quota(11L, null, null));
        write("k", 10);
        writer.write(second, "k", facts(10));

        evaluate();

        assertThat(node.database.all(
                        "SELECT alert->>'bucket' FROM event e JOIN webhook w ON w.id = e.webhook_id"
                                + " WHERE w.tenant_id = ?",
                        row -> row.getString(1),
                        tenant))
                .containsExactly(second.name().value());
    }

    @Test
    void webhookOfADeletedBucketReceivesTheEndOfItsAlert() {
        Webhook watching = webhooks.add(
                tenant,
                new Webhook.Terms(URI.create("http://127.0.0.1:1/"), bucket.name(), "", "", Set.of(), true),
                Secret.of("secret"));
        quotas.put(new QuotaHolder.OfBucket(tenant, bucket.id()), new Quota(null, 1L, null));
        write("k", 1);
        assertThat(evaluate()).isEqualTo(new Changes(2, 0));
        writer.delete(bucket, "k");
        // What was raised is delivered, and the bucket is gone for long, before the next round.
        node.database.update("DELETE FROM event WHERE webhook_id = ?", watching.id());
        node.delete(bucket);
        node.database.update("DELETE FROM deleted_bucket WHERE id = ?", bucket.id());
        JdbcOutbox outbox = new JdbcOutbox(node.database, node.keyring);
        outbox.tidy();

        assertThat(evaluate()).isEqualTo(new Changes(0, 2));

        assertThat(count("SELECT count(*) FROM event e JOIN webhook w ON w.id = e.webhook_id WHERE w.tenant_id = ?"))
                .isEqualTo(2);
        node.database.update("DELETE FROM event WHERE webhook_id = ?", watching.id());
        outbox.tidy();
        assertThat(webhooks.list(tenant)).isEmpty();
    }
}
