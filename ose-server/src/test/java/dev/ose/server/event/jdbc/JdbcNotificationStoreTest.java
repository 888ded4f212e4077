package dev.ose.server.event.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ose.adapter.Secret;
import dev.ose.s3.document.NotificationConfiguration;
import dev.ose.s3.document.NotificationTarget;
import dev.ose.s3.document.NotificationTarget.Kind;
import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.catalog.ObjectFacts;
import dev.ose.server.catalog.jdbc.CatchUp;
import dev.ose.server.catalog.jdbc.DeletedBucketRows;
import dev.ose.server.database.StoreFixture;
import dev.ose.server.database.StoreFixture.Holder;
import dev.ose.server.event.Delivery;
import dev.ose.server.event.DestinationArn;
import dev.ose.server.event.ObjectChange;
import dev.ose.server.event.Webhook;
import dev.ose.server.ledger.jdbc.WritingNode;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.testkit.PostgresFixture;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Notification configurations, and the events that follow from them. */
@Timeout(120)
class JdbcNotificationStoreTest {

    @RegisterExtension
    static final PostgresFixture POSTGRES = PostgresFixture.migrated();

    private static final String REGION = "eu-1";
    private static final String PLAIN = "5d41402abc4b2a76b9719d911017c592";
    private static final String CREATED = "s3:ObjectCreated:*";
    private static final String REMOVED = "s3:ObjectRemoved:*";
    private static final AtomicInteger NAMES = new AtomicInteger();

    private static WritingNode writer;
    private static StoreFixture node;

    private JdbcNotificationStore store;
    private JdbcWebhookStore webhooks;
    private Holder holder;
    private Bucket bucket;
    private Webhook webhook;

    @BeforeAll
    static void open() {
        writer = new WritingNode(POSTGRES.database(), "notified");
        node = writer.stores;
    }

    @AfterAll
    static void close() {
        writer.close();
    }

    @BeforeEach
    void start() {
        String name = "notified-" + NAMES.incrementAndGet();
        holder = node.holder(name);
        bucket = node.bucket(holder, name);
        store = new JdbcNotificationStore(node.database, CatchUp.NOT_NEEDED, REGION);
        webhooks = new JdbcWebhookStore(node.database, node.keyring);
        webhook = destination(holder);
    }

    @Test
    void writesMakeEventsForExactlyTheMatchingConfigurations() {
        Webhook other = destination(holder);
        configure(
                target("raw", webhook, CREATED, "raw/", ".jpg"),
                target("done", webhook, CREATED, "done/", null),
                target("parts", other, "s3:ObjectCreated:CompleteMultipartUpload", "big/", null),
                target("gone", other, "s3:ObjectRemoved:Delete", "raw/", null));
        Bucket silent = node.bucket(holder, bucket.name().value() + "-silent");

        write(bucket, "raw/1.jpg", PLAIN);
        write(bucket, "raw/1.png", PLAIN);
        write(bucket, "done/1", PLAIN);
        write(bucket, "big/1", PLAIN);
        write(bucket, "big/2", PLAIN + "-2");
        write(bucket, "big/3", "other-2");
        write(silent, "raw/1.jpg", PLAIN);
        writer.delete(bucket, "raw/1.jpg");
        writer.delete(bucket, "done/1");

        assertThat(events(webhook)).containsExactly("raw ObjectCreated:Put raw/1.jpg", "done ObjectCreated:Put done/1");
        assertThat(events(other))
                .containsExactly(
                        "parts ObjectCreated:CompleteMultipartUpload big/2",
                        "parts ObjectCreated:CompleteMultipartUpload big/3",
                        "gone ObjectRemoved:Delete raw/1.jpg");
    }

    @Test
    void destinationReceivesNothingByItselfAndOtherWebhooksAsBefore() {
        Webhook listener = webhooks.add(
                holder.tenant().id(),
                new Webhook.Terms(
                        URI.create("http://127.0.0.1:1/"), bucket.name(), "", "", Set.of(ObjectChange.CREATED)),
                Secret.of("a secret of tests"));

        write(bucket, "a", PLAIN);

        assertThat(events(listener)).containsExactly("null ObjectCreated:Put a");
        assertThat(events(webhook)).isEmpty();
    }

    @Test
    void replacedConfigurationStopsAndAnEmptyOneRemovesIt() {
        configure(target("one", webhook, CREATED, "a/", null));
        configure(target("two", webhook, CREATED, "b/", null));
        write(bucket, "a/1", PLAIN);
        write(bucket, "b/1", PLAIN);
        configure();
        write(bucket, "b/2", PLAIN);

        assertThat(events(webhook)).containsExactly("two ObjectCreated:Put b/1");
        assertThat(store.find(bucket).targets()).isEmpty();
    }

    @Test
    void configurationIsFoundAsItWasStored() {
        NotificationTarget[] targets = {
            target("b", webhook, CREATED, "p", null),
            new NotificationTarget(
                    Kind.TOPIC, "a", arn(webhook), List.of("s3:ObjectRemoved:Delete", REMOVED), null, "s")
        };
        configure(targets);

        assertThat(store.find(bucket).targets()).containsExactly(targets);
    }

    /** Unknown and foreign ones must look alike. */
    @Test
    void whatIsNoDestinationOfTheTenantIsRefusedAndTheConfigurationStays() {
        configure(target("one", webhook, CREATED, null, null));
        Holder stranger = node.holder(bucket.name().value() + "-stranger");
        Webhook foreign = destination(stranger);
        Webhook listener = webhooks.add(
                holder.tenant().id(),
                new Webhook.Terms(URI.create("http://127.0.0.1:1/"), null, "", "", Set.of(ObjectChange.CREATED)),
                Secret.of("a secret of tests"));
        String tenant = holder.tenant().id().toString();

        for (String arn : List.of(
                arn(foreign),
                "arn:ose:sqs:eu-1:" + tenant + ":" + foreign.id(),
                "arn:ose:sqs:eu-1:" + tenant + ":999999999",
                "arn:ose:sqs:eu-1:" + tenant + ":" + listener.id(),
                "arn:ose:sqs:eu-2:" + tenant + ":" + webhook.id(),
                "arn:aws:sqs:eu-1:" + tenant + ":" + webhook.id(),
                "arn:aws:sqs:us-east-1:123456789012:queue")) {
            assertThatExceptionOfType(FailureException.class)
                    .as(arn)
                    .isThrownBy(() ->
                            configure(new NotificationTarget(Kind.QUEUE, "two", arn, List.of(CREATED), null, null)))
                    .satisfies(refused -> assertThat(refused.failure())
                            .isEqualTo(new Failure.Unacceptable(S3Error.invalidArgument(
                                    "Unable to validate the following destination configurations", "Queue", arn))));
        }
        assertThat(S3ErrorCode.INVALID_ARGUMENT.status()).isEqualTo(400);
        assertThat(store.find(bucket).targets())
                .extracting(NotificationTarget::id)
                .containsExactly("one");
    }

    @Test
    void namedDestinationIsNotDeletedUntilItsBucketIsGone() {
        configure(target("one", webhook, CREATED, null, null));

        assertThatExceptionOfType(FailureException.class)
                .isThrownBy(() -> webhooks.remove(holder.tenant().id(), webhook.id()))
                .satisfies(refused -> assertThat(refused.failure())
                        .isEqualTo(new Failure.WebhookNamed(
                                webhook.id(), List.of(bucket.name().value()))));

        node.delete(bucket);
        assertThat(webhooks.remove(holder.tenant().id(), webhook.id())).isTrue();
    }

    /** The deletion of objects by version ids is still to be verified when the bucket goes. */
    @Test
    void lastObjectsOfADeletedBucketAreReportedBeforeItsConfigurationGoes() {
        write(bucket, "last", PLAIN);
        configure(target("one", webhook, REMOVED, null, null));

        node.delete(bucket);
        new DeletedBucketRows(node.database).forget(bucket.id());
        JdbcOutbox outbox = new JdbcOutbox(node.database, node.keyring);
        outbox.tidy();

        assertThat(rows()).isEqualTo(1);
        assertThat(events(webhook)).containsExactly("one ObjectRemoved:Delete last");
        node.database.update("DELETE FROM deleted_bucket WHERE id = ?", bucket.id());
        outbox.tidy();
        assertThat(rows()).isZero();
        assertThat(webhooks.list(holder.tenant().id())).hasSize(1);
    }

    @Test
    void deletedBucketTakesNoConfiguration() {
        node.delete(bucket);

        assertThatExceptionOfType(FailureException.class)
                .isThrownBy(() -> configure(target("one", webhook, CREATED, null, null)))
                .satisfies(refused -> assertThat(refused.failure()).isInstanceOf(Failure.BucketMissing.class));
        assertThat(store.find(bucket).targets()).isEmpty();
    }

    private long rows() {
        return node.database
                .first(
                        "SELECT count(*) FROM bucket_notification WHERE bucket_id = ?",
                        row -> row.getLong(1),
                        bucket.id())
                .orElseThrow();
    }

    private Webhook destination(Holder of) {
        return webhooks.add(
                of.tenant().id(),
                new Webhook.Terms(URI.create("http://127.0.0.1:1/"), null, "", "", Set.of()),
                Secret.of("a secret of tests"));
    }

    private static String arn(Webhook of) {
        return DestinationArn.of(of, REGION).orElseThrow().toString();
    }

    private static NotificationTarget target(
            String id, Webhook to, String type, @Nullable String prefix, @Nullable String suffix) {
        return new NotificationTarget(Kind.QUEUE, id, arn(to), List.of(type), prefix, suffix);
    }

    private void configure(NotificationTarget... targets) {
        store.replace(bucket, new NotificationConfiguration(List.of(targets)));
    }

    private static void write(Bucket where, String key, String etag) {
        writer.write(where, key, new ObjectFacts(1, etag, Instant.ofEpochSecond(1), null));
    }

    /** Takes the waiting events of one webhook, with their configurations. */
    private List<String> events(Webhook of) {
        JdbcOutbox outbox = new JdbcOutbox(node.database, node.keyring);
        node.database.update("UPDATE webhook SET due_at = now() + interval '1 day' WHERE id <> ?", of.id());
        node.database.update("UPDATE webhook SET due_at = now(), lease_until = now() WHERE id = ?", of.id());
        Optional<Delivery> claimed = outbox.claim(Duration.ofMinutes(1), 100, Set.of());
        claimed.ifPresent(outbox::delivered);
        return claimed.map(Delivery::events).orElse(List.of()).stream()
                .map(event -> event.configuration() + " " + event.name() + " "
                        + event.key().value())
                .toList();
    }
}
