package dev.ose.server.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import dev.ose.adapter.Secret;
import dev.ose.adapter.http.OutboundRoutes;
import dev.ose.s3.BucketName;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.catalog.ObjectFacts;
import dev.ose.server.catalog.jdbc.CompactionFixture;
import dev.ose.server.catalog.jdbc.DeletedBucketRows;
import dev.ose.server.database.StoreFixture;
import dev.ose.server.database.StoreFixture.Holder;
import dev.ose.server.event.jdbc.JdbcOutbox;
import dev.ose.server.event.jdbc.JdbcWebhookStore;
import dev.ose.server.event.webhook.HttpEventSender;
import dev.ose.server.ledger.Intent;
import dev.ose.server.ledger.WriteOutcome;
import dev.ose.server.ledger.jdbc.JdbcDirtyKeys;
import dev.ose.server.ledger.jdbc.WritingNode;
import dev.ose.server.ledger.verify.DirtyKey;
import dev.ose.server.ledger.verify.KeyContent;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.jobs.RecordedJobs;
import dev.ose.server.tenant.TenantId;
import dev.ose.testkit.PostgresFixture;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** From the commit of a write to a receiver over HTTP. */
@Timeout(300)
class WebhookDeliveryTest {

    @RegisterExtension
    static final PostgresFixture POSTGRES = PostgresFixture.migrated();

    private static final Set<ObjectChange> ALL = EnumSet.allOf(ObjectChange.class);
    private static final AtomicInteger NAMES = new AtomicInteger();

    private static WritingNode writer;
    private static StoreFixture node;

    /** Event and key, as they arrived. */
    private final List<String> received = Collections.synchronizedList(new ArrayList<>());

    private final AtomicInteger status = new AtomicInteger(200);
    private final AtomicInteger messages = new AtomicInteger();
    private HttpServer receiver;
    private JdbcWebhookStore webhooks;
    private Holder holder;
    private Bucket bucket;

    @BeforeAll
    static void open() {
        writer = new WritingNode(POSTGRES.database(), "events");
        node = writer.stores;
    }

    @AfterAll
    static void close() {
        writer.close();
    }

    @BeforeEach
    void start() throws IOException {
        String name = "listened-" + NAMES.incrementAndGet();
        holder = node.holder(name);
        bucket = node.bucket(holder, name);
        webhooks = new JdbcWebhookStore(node.database, node.keyring);
        receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        receiver.createContext("/", exchange -> {
            messages.incrementAndGet();
            JsonNode document =
                    JsonMapper.shared().readTree(exchange.getRequestBody().readAllBytes());
            int answer = status.get();
            if (answer == 200) {
                document.get("Records").forEach(record -> received.add(describe(record)));
            }
            exchange.sendResponseHeaders(answer, -1);
            exchange.close();
        });
        receiver.start();
    }

    private static String describe(JsonNode record) {
        return record.get("eventName").asString()
                + ' '
                + record.get("s3").get("object").get("key").asString();
    }

    @AfterEach
    void stop() {
        receiver.stop(0);
        webhooks.list(holder.tenant().id())
                .forEach(each ->
                        webhooks.remove(each.webhook().tenant(), each.webhook().id()));
    }

    @Test
    void changesOfTheBucketArriveInTheOrderOfEachKeyAndThoseOfOthersDoNot() {
        Bucket other = node.bucket(holder, bucket.name().value() + "-other");
        listen(bucket.name(), "", "", ALL);

        List<String> expected = new ArrayList<>();
        write(bucket, "key", 1);
        write(other, "key", 1);
        writer.delete(bucket, "key");
        writer.delete(bucket, "never-there");
        for (int size = 2; size < 200; size++) {
            write(bucket, "key", size);
        }
        expected.add("ObjectCreated:Put key");
        expected.add("ObjectRemoved:Delete key");
        IntStream.range(2, 200).forEach(size -> expected.add("ObjectCreated:Put key"));

        try (HttpEventSender sender = sender();
                WebhookDispatcher courier = courier(sender)) {
            await().atMost(Duration.ofMinutes(1)).until(() -> received.size() == expected.size());
            assertThat(received).isEqualTo(expected);
            await().atMost(Duration.ofMinutes(1)).until(() -> courier.delivered() == expected.size());
        }
        assertThat(webhooks.list(holder.tenant().id()))
                .allMatch(state -> state.waiting() == 0
                        && state.attempts() == 0
                        && state.problem().isEmpty());
    }

    @Test
    void webhookOfATenantHearsOfAllItsBucketsAndOfWhatItAskedFor() {
        Bucket other = node.bucket(holder, bucket.name().value() + "-other");
        Bucket stranger = node.bucket(
                node.holder(bucket.name().value() + "-tenant"), bucket.name().value() + "-s");
        listen(null, "logs/", ".gz", Set.of(ObjectChange.REMOVED));

        for (Bucket each : List.of(bucket, other, stranger)) {
            for (String key : List.of("logs/1.gz", "logs/1.txt", "log/1.gz")) {
                write(each, key, 1);
                writer.delete(each, key);
            }
        }

        assertThat(waiting()).isEqualTo(2);
        deliverAll();
        assertThat(received).containsExactly("ObjectRemoved:Delete logs/1.gz", "ObjectRemoved:Delete logs/1.gz");
    }

    /**
     * Copies and multipart uploads are known only then, and so are overlapping writes and direct writes to the
     * platform.
     */
    @Test
    void whatThePlatformIsAskedAboutIsToldOnceItIsKnown() {
        listen(bucket.name(), "", "", ALL);
        Intent intent = writer.begin(bucket, "copied");
        writer.complete(intent, new WriteOutcome.Unknown());
        assertThat(waiting()).isZero();

        settle(Optional.of(facts(7)));
        assertThat(waiting()).isEqualTo(1);
        settle(Optional.of(facts(7)));
        assertThat(waiting()).isEqualTo(1);
        settle(Optional.of(facts(8)));
        settle(Optional.empty());

        deliverAll();
        assertThat(received)
                .containsExactly("ObjectCreated:Put copied", "ObjectCreated:Put copied", "ObjectRemoved:Delete copied");
    }

    @Test
    void receiverThatFailsIsToldAgainAndNothingIsLost() {
        listen(bucket.name(), "", "", ALL);
        write(bucket, "first", 1);
        write(bucket, "second", 1);
        status.set(503);

        try (HttpEventSender sender = sender();
                WebhookDispatcher courier = courier(sender)) {
            await().atMost(Duration.ofMinutes(1))
                    .until(() -> webhooks.list(holder.tenant().id()).getFirst().attempts() > 0);
            assertThat(webhooks.list(holder.tenant().id()).getFirst().problem())
                    .isEqualTo("The receiver answered 503.");
            status.set(200);
            await().atMost(Duration.ofMinutes(1)).until(() -> received.size() == 2);
            assertThat(courier.failures()).isPositive();
        }
        assertThat(received).containsExactly("ObjectCreated:Put first", "ObjectCreated:Put second");
    }

    @Test
    void eventThatIsNeverReceivedIsGivenUpAfterManyAttemptsAndCanBeRedelivered() {
        Webhook webhook = listen(bucket.name(), "", "", ALL);
        write(bucket, "poison", 1);
        write(bucket, "other", 1);
        status.set(400);
        node.database.update("UPDATE webhook SET attempts = 31 WHERE id = ?", webhook.id());

        try (HttpEventSender sender = sender();
                WebhookDispatcher courier = courier(sender)) {
            await().atMost(Duration.ofMinutes(1)).until(() -> courier.givenUp() == 1);
            status.set(200);
            await().atMost(Duration.ofMinutes(1)).until(() -> received.size() == 1);
            assertThat(received).containsExactly("ObjectCreated:Put other");

            assertThat(webhooks.redeliver(holder.tenant().id(), webhook.id())).isTrue();
            await().atMost(Duration.ofMinutes(1)).until(() -> received.size() == 2);
            assertThat(received).endsWith("ObjectCreated:Put poison");
        }
    }

    @Test
    void deletedWebhookHearsNothingMoreAndItsEventsGo() {
        Webhook webhook = listen(bucket.name(), "", "", ALL);
        write(bucket, "before", 1);

        assertThat(webhooks.remove(node.holder("w-stranger").tenant().id(), webhook.id()))
                .isFalse();
        assertThat(webhooks.remove(holder.tenant().id(), webhook.id())).isTrue();
        write(bucket, "after", 1);
        new JdbcOutbox(node.database, node.keyring).tidy();

        assertThat(webhooks.remove(holder.tenant().id(), webhook.id())).isFalse();
        assertThat(events()).isZero();
        assertThat(webhooks.list(holder.tenant().id())).isEmpty();
    }

    @Test
    void webhookOfABucketThatIsGoneGoesOnceAllIsTold() {
        listen(bucket.name(), "", "", ALL);
        write(bucket, "last", 1);
        writer.delete(bucket, "last");
        node.delete(bucket);
        JdbcOutbox outbox = new JdbcOutbox(node.database, node.keyring);

        outbox.tidy();
        deliverAll();
        assertThat(received).containsExactly("ObjectCreated:Put last", "ObjectRemoved:Delete last");
        outbox.tidy();
        assertThat(webhooks.list(holder.tenant().id())).hasSize(1);
        node.database.update("DELETE FROM deleted_bucket WHERE id = ?", bucket.id());
        outbox.tidy();
        assertThat(webhooks.list(holder.tenant().id())).isEmpty();
    }

    /** Their deletion by version ids is still to be verified, or they were deleted on the platform. */
    @Test
    void objectsThatWentBeforeTheirBucketAreToldOnceItIsForgotten() {
        Set<String> keys = new HashSet<>();
        for (int key = 0; key < 20; key++) {
            write(bucket, "key-" + key, 1);
            keys.add("ObjectRemoved:Delete key-" + key);
        }
        assertThat(CompactionFixture.all(node.database, bucket.id())).isPositive();
        write(bucket, "key-0", 2);
        writer.delete(bucket, "key-1");
        keys.remove("ObjectRemoved:Delete key-1");
        node.database.update("UPDATE object_info SET version_id = 'v1' WHERE bucket_id = ?", bucket.id());
        writer.complete(writer.begin(bucket, "key-0"), new WriteOutcome.Unknown());
        listen(bucket.name(), "key-", "", ALL);
        listen(null, "other/", "", ALL);
        assertThat(waiting()).isZero();
        // Ahead of them, and more than are claimed together.
        node.database.update(
                "INSERT INTO object_info (bucket_id, key, size_bytes, modified_at, etag)"
                        + " SELECT ?, 'before-' || n, 1, now(), 'e' FROM generate_series(1, 11000) n",
                bucket.id());

        node.delete(bucket);

        assertThat(count("object_info") + count("object_segment") + count("object_dirty"))
                .isZero();
        deliverAll();
        assertThat(received).containsExactlyInAnyOrderElementsOf(keys);
    }

    /** By a verifier that had claimed the key before the bucket was deleted. */
    @Test
    void rowThatIsSettledAfterItsBucketWentIsToldAsWell() {
        listen(null, "", "", Set.of(ObjectChange.REMOVED));
        write(bucket, "late", 1);
        writer.complete(writer.begin(bucket, "late"), new WriteOutcome.Unknown());
        node.database.update(
                "WITH gone AS (DELETE FROM bucket WHERE id = ? RETURNING id, tenant_id, name)"
                        + " INSERT INTO deleted_bucket (id, tenant_id, name) SELECT id, tenant_id, name FROM gone",
                bucket.id());

        settle(Optional.empty());
        new DeletedBucketRows(node.database).forget(bucket.id());

        assertThat(waiting()).isEqualTo(1);
    }

    private long count(String table) {
        return node.database
                .first("SELECT count(*) FROM " + table + " WHERE bucket_id = ?", row -> row.getLong(1), bucket.id())
                .orElseThrow();
    }

    @Test
    void dayOldEventIsGivenUpHoweverOftenOthersAreDelivered() {
        Webhook webhook = listen(bucket.name(), "", "", ALL);
        write(bucket, "old", 1);
        node.database.update("UPDATE event SET at = now() - interval '25 hours' WHERE webhook_id = ?", webhook.id());
        write(bucket, "new", 1);
        JdbcOutbox outbox = new JdbcOutbox(node.database, node.keyring);

        outbox.tidy();
        assertThat(state().waiting()).isEqualTo(1);
        assertThat(state().givenUp()).isEqualTo(1);

        webhooks.redeliver(holder.tenant().id(), webhook.id());
        outbox.tidy();
        assertThat(state().waiting()).isEqualTo(2);
    }

    @Test
    void oldestEventsAreDroppedWhereTooManyWaitOrWereGivenUp() {
        Webhook webhook = listen(bucket.name(), "", "", ALL);
        Webhook modest = listen(bucket.name(), "7", "", ALL);
        for (int key = 1; key <= 8; key++) {
            write(bucket, Integer.toString(key), 1);
        }
        node.database.update(
                "UPDATE event SET is_dead_letter = true WHERE webhook_id = ? AND key IN ('1', '4')", webhook.id());

        Outbox.Tidied tidied = new JdbcOutbox(node.database, node.keyring, 5).tidy();

        assertThat(tidied.givenUp()).isEqualTo(2);
        assertThat(state().waiting()).isEqualTo(4);
        assertThat(state().givenUp()).isEqualTo(1);
        assertThat(state().dropped()).isEqualTo(3);
        assertThat(webhooks.list(holder.tenant().id()))
                .filteredOn(each -> each.webhook().id() == modest.id())
                .allMatch(each -> each.waiting() == 1 && each.dropped() == 0);
        deliverAll();
        assertThat(received)
                .containsExactlyInAnyOrder(
                        "ObjectCreated:Put 5",
                        "ObjectCreated:Put 6",
                        "ObjectCreated:Put 7",
                        "ObjectCreated:Put 7",
                        "ObjectCreated:Put 8");
    }

    @Test
    void tenantWithManySlowReceiversDelaysNoOther() {
        for (int count = 0; count < 20; count++) {
            listen(null, "", "", ALL);
        }
        write(bucket, "slow", 1);
        Holder other = node.holder(bucket.name().value() + "-other");
        TenantId theirs = other.tenant().id();
        Bucket quick = node.bucket(other, bucket.name().value() + "-quick");
        CountDownLatch end = new CountDownLatch(1);
        Set<String> reached = ConcurrentHashMap.newKeySet();
        EventSender slow = delivery -> {
            reached.add(delivery.tenant());
            return delivery.tenant().equals(other.tenant().canonicalId().value()) ? Optional.empty() : park(end);
        };

        try (WebhookDispatcher courier =
                WebhookDispatcher.start(RecordedJobs.jobs(), new JdbcOutbox(node.database, node.keyring), slow)) {
            await().atMost(Duration.ofMinutes(1))
                    .until(() -> reached.contains(holder.tenant().canonicalId().value()));
            webhooks.add(theirs, terms(quick.name(), "", "", ALL), Secret.of("a secret of tests"));
            write(quick, "quick", 1);
            await().atMost(Duration.ofMinutes(1)).until(() -> courier.delivered() == 1);
            end.countDown();
        } finally {
            end.countDown();
        }
    }

    @Test
    void webhookWhoseSecretDoesNotOpenDelaysNoOther() {
        Webhook unreadable = listen(bucket.name(), "", "", ALL);
        node.database.update("UPDATE webhook SET secret = ? WHERE id = ?", new byte[] {1}, unreadable.id());
        listen(bucket.name(), "", "", ALL);
        write(bucket, "key", 1);

        try (HttpEventSender sender = sender();
                WebhookDispatcher courier = courier(sender)) {
            await().atMost(Duration.ofMinutes(1)).until(() -> courier.delivered() == 1);
            await().atMost(Duration.ofMinutes(1)).until(() -> state().attempts() > 0);
        }
        assertThat(state().webhook().id()).isEqualTo(unreadable.id());
        assertThat(state().problem()).isEqualTo("Its secret does not open with the node's key file.");
        assertThat(state().waiting()).isEqualTo(1);
    }

    private static Optional<String> park(CountDownLatch end) {
        try {
            end.await();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
        return Optional.of("slow");
    }

    @Test
    void bucketMustBeTheTenants() {
        Bucket stranger = node.bucket(
                node.holder(bucket.name().value() + "-tenant"), bucket.name().value() + "-s");

        assertThatThrownBy(() -> listen(stranger.name(), "", "", ALL)).isInstanceOf(FailureException.class);
    }

    private Webhook listen(@Nullable BucketName name, String prefix, String suffix, Set<ObjectChange> changes) {
        return webhooks.add(holder.tenant().id(), terms(name, prefix, suffix, changes), Secret.of("a secret of tests"));
    }

    private Webhook.Terms terms(@Nullable BucketName name, String prefix, String suffix, Set<ObjectChange> changes) {
        URI target = URI.create("http://127.0.0.1:" + receiver.getAddress().getPort() + "/");
        return new Webhook.Terms(target, name, prefix, suffix, changes);
    }

    private Webhook.Status state() {
        return webhooks.list(holder.tenant().id()).getFirst();
    }

    private static HttpEventSender sender() {
        return HttpEventSender.open("eu-1", OutboundRoutes.direct(), Clock.systemUTC());
    }

    private static WebhookDispatcher courier(HttpEventSender sender) {
        return WebhookDispatcher.start(RecordedJobs.jobs(), new JdbcOutbox(node.database, node.keyring), sender);
    }

    private void deliverAll() {
        try (HttpEventSender sender = sender();
                WebhookDispatcher courier = courier(sender)) {
            await().atMost(Duration.ofMinutes(1)).until(() -> waiting() == 0);
            assertThat(courier.failures()).isZero();
        }
    }

    private int waiting() {
        return webhooks.list(holder.tenant().id()).stream()
                .mapToInt(Webhook.Status::waiting)
                .sum();
    }

    private static long events() {
        return node.database
                .first("SELECT count(*) FROM event", row -> row.getLong(1))
                .orElseThrow();
    }

    private static void write(Bucket where, String key, long size) {
        writer.write(where, key, facts(size));
    }

    /** Verifies the only dirty key, and once more afterwards. */
    private static void settle(Optional<ObjectFacts> facts) {
        JdbcDirtyKeys keys = new JdbcDirtyKeys(node.database);
        node.database.update("UPDATE object_dirty SET due_at = now()");
        DirtyKey key = keys.claim(10).getFirst();
        assertThat(keys.settle(key, KeyContent.of(facts))).isTrue();
    }

    private static ObjectFacts facts(long size) {
        return new ObjectFacts(size, "5d41402abc4b2a76b9719d911017c592", Instant.ofEpochSecond(1), null);
    }
}
