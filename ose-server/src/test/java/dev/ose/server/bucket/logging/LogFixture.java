package dev.ose.server.bucket.logging;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.PlatformTenantId;
import dev.ose.adapter.Secret;
import dev.ose.s3.BucketName;
import dev.ose.s3.ObjectKey;
import dev.ose.s3.document.BucketLogging;
import dev.ose.s3.policy.ClientConditions;
import dev.ose.server.accounting.quota.DenialReason;
import dev.ose.server.accounting.quota.LeaseTable;
import dev.ose.server.accounting.quota.Limit;
import dev.ose.server.accounting.quota.LimitDirectory;
import dev.ose.server.accounting.quota.QuotaService;
import dev.ose.server.accounting.quota.QuotaTarget;
import dev.ose.server.accounting.quota.StorageAmount;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.bucket.BucketDirectory;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.bucket.BucketOwner;
import dev.ose.server.bucket.BucketOwners;
import dev.ose.server.bucket.ForeignBucket;
import dev.ose.server.ledger.Intent;
import dev.ose.server.ledger.ObjectLedger;
import dev.ose.server.ledger.WriteOutcome;
import dev.ose.server.platform.PlatformEndpoint;
import dev.ose.server.platform.PlatformId;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.jobs.RecordedJobs;
import dev.ose.server.tenant.CanonicalId;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import dev.ose.server.tenant.credential.Identity;
import dev.ose.testkit.SteppedClock;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Access logs of the buckets {@code photos} and {@code other}, delivered to a platform in memory. */
final class LogFixture implements AutoCloseable {

    static final Duration PERIOD = Duration.ofMinutes(5);
    static final String OWNER_ID = "a".repeat(64);
    private static final TenantId TENANT = new TenantId(new UUID(0, 1));
    private static final UserId OWNER = new UserId(new UUID(0, 2));

    final SteppedClock clock = new SteppedClock(Instant.parse("2026-01-31T23:59:50Z"));
    final RecordedJobs jobs = new RecordedJobs();
    final Map<String, Bucket> buckets = new ConcurrentHashMap<>();
    final BlockingQueue<Stored> stored = new LinkedBlockingQueue<>();
    final List<String> steps = new CopyOnWriteArrayList<>();
    volatile WriteOutcome outcome = new WriteOutcome.Changed();
    volatile @Nullable Failure failure;
    volatile boolean isLimited;
    private final QuotaService quotas = QuotaService.start(RecordedJobs.jobs(), new Limits(), new Leases());
    private @Nullable AccessLogs logs;

    LogFixture() {
        for (String name : List.of("photos", "other", "logs")) {
            add(name, TENANT, OWNER, null);
        }
        add("foreign", new TenantId(new UUID(0, 3)), OWNER, null);
    }

    /** An object on the platform. */
    record Stored(BucketName bucket, String key, String content) {}

    void start(long objectBytes, long bufferBytes) {
        LogWriter writer = new LogWriter(
                new Directory(),
                new Owners(),
                (tenant, user) -> Optional.of(new CanonicalId(OWNER_ID)),
                quotas,
                new Ledger(),
                this::put,
                clock,
                new Random(1));
        logs = AccessLogs.start(
                jobs.make(), new Directory(), writer, new AccessLogs.Settings(PERIOD, objectBytes, bufferBytes), clock);
    }

    AccessLogs logs() {
        return Objects.requireNonNull(logs);
    }

    void giveAway(String bucket) {
        add(bucket, TENANT, new UserId(new UUID(0, 9)), null);
    }

    void setLogging(String bucket, BucketLogging logging) {
        add(bucket, TENANT, OWNER, logging);
    }

    /** Records a request to a bucket with that setting. */
    void record(String bucket, BucketLogging logging) {
        setLogging(bucket, logging);
        logs().record(Objects.requireNonNull(buckets.get(bucket)), request());
    }

    AccessRecord request() {
        return new AccessRecord(
                clock.instant(),
                null,
                new AccessRecord.Client("192.0.2.1", null, null, null, null),
                new AccessRecord.Request("REST.GET.BUCKET", null, null, "GET", "/", "", "HTTP/1.1", null),
                new AccessRecord.Answer("ID", "host", 200, null, 0, -1, Duration.ZERO, Duration.ZERO));
    }

    Stored next() {
        try {
            Stored next = stored.poll(30, TimeUnit.SECONDS);
            assertThat(next).isNotNull();
            return next;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    List<String> keys() {
        return stored.stream().map(Stored::key).toList();
    }

    private void add(String name, TenantId tenant, UserId owner, @Nullable BucketLogging logging) {
        buckets.put(
                name,
                new Bucket(
                        new BucketId(name.hashCode()),
                        new BucketName(name),
                        tenant,
                        owner,
                        PlatformEndpoint.common(new PlatformId(1)),
                        "us-east-1",
                        Instant.EPOCH,
                        new Bucket.Settings(false, ClientConditions.NONE, logging)));
    }

    private WriteOutcome put(BucketOwner owner, ObjectKey key, byte[] content) {
        steps.add("put " + key);
        stored.add(new Stored(owner.bucket(), key.value(), new String(content, StandardCharsets.US_ASCII)));
        return outcome;
    }

    @Override
    public void close() {
        if (logs != null) {
            logs.close();
        }
        quotas.close();
    }

    private final class Directory implements BucketDirectory {

        @Override
        public CompletableFuture<Optional<Bucket>> find(TenantId tenant, BucketName name) {
            Failure why = failure;
            return why == null
                    ? CompletableFuture.completedFuture(Optional.ofNullable(buckets.get(name.value()))
                            .filter(bucket -> bucket.tenant().equals(tenant)))
                    : CompletableFuture.failedFuture(new FailureException(why));
        }

        @Override
        public CompletableFuture<Optional<ForeignBucket>> findShared(Identity caller, BucketName name) {
            throw new UnsupportedOperationException();
        }

        @Override
        public CompletableFuture<Optional<ForeignBucket>> findPublicly(BucketName name) {
            return CompletableFuture.completedFuture(Optional.ofNullable(buckets.get(name.value()))
                    .map(bucket -> new ForeignBucket(bucket, new PlatformTenantId("t"))));
        }
    }

    private final class Owners implements BucketOwners {

        @Override
        public Optional<BucketOwner> find(BucketId bucket) {
            return buckets.values().stream()
                    .filter(it -> it.id().equals(bucket))
                    .map(it -> new BucketOwner(
                            it.name(),
                            it.endpoint(),
                            new PlatformKey("key", Secret.of("secret")),
                            false,
                            ClientConditions.NONE))
                    .findFirst();
        }
    }

    private final class Ledger implements ObjectLedger {

        @Override
        public CompletableFuture<Intent> begin(BucketId bucket, ObjectKey key) {
            steps.add("begin " + key);
            return CompletableFuture.completedFuture(new Intent(1, bucket, key));
        }

        @Override
        public CompletableFuture<List<Intent>> beginAll(BucketId bucket, Collection<ObjectKey> keys) {
            throw new UnsupportedOperationException();
        }

        @Override
        public CompletableFuture<Void> complete(Intent intent, WriteOutcome result) {
            steps.add(result.getClass().getSimpleName() + ' ' + intent.key());
            return CompletableFuture.completedFuture(null);
        }
    }

    private final class Limits implements LimitDirectory {

        @Override
        public CompletableFuture<List<Limit>> of(BucketId bucket) {
            return CompletableFuture.completedFuture(
                    isLimited ? List.of(new Limit(1, Limit.Holder.BUCKET, true, true)) : List.of());
        }
    }

    private static final class Leases implements LeaseTable {

        @Override
        public Answer lease(long quota, StorageAmount held, StorageAmount wanted, @Nullable QuotaTarget target) {
            return new Answer(StorageAmount.NOTHING, StorageAmount.NOTHING, DenialReason.STORED);
        }
    }
}
