package dev.ose.server.bucket.logging;

import dev.ose.s3.BucketName;
import dev.ose.s3.document.BucketLogging;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.bucket.BucketDirectory;
import dev.ose.server.bucket.ForeignBucket;
import dev.ose.server.ledger.WriteOutcome;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.jobs.Job;
import dev.ose.server.runtime.jobs.JobHealth;
import dev.ose.server.runtime.jobs.JobMetrics;
import dev.ose.server.runtime.jobs.JobPlan;
import dev.ose.server.runtime.jobs.Jobs;
import dev.ose.server.runtime.jobs.OperatorEvent;
import dev.ose.server.runtime.jobs.OperatorEvents;
import dev.ose.server.tenant.TenantId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the lines of access logs in memory and delivers them: a batch when it is full or old enough, and the rest at
 * the stop. What can be delivered later is tried again; what cannot, and what there is no memory for, is dropped and
 * counted. Deliveries are no requests of clients, so no log has lines about its own delivery. Thread-safe.
 */
public final class AccessLogs implements AccessLog, AutoCloseable {

    private static final Duration TICK = Duration.ofSeconds(1);
    private static final Duration RETRY = Duration.ofSeconds(30);
    /** Lines that could not be delivered for so long are dropped to make room for new ones. */
    private static final Duration GIVE_UP = Duration.ofHours(1);

    /** Drops without such a pause between them are reported once. */
    private static final Duration CALM = Duration.ofHours(1);

    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final Failure UNKNOWN = new Failure.OutcomeUnknown("DeliverAccessLog");

    private final LogBuffer buffer;
    private final BucketDirectory buckets;
    private final LogWriter writer;
    private final Duration period;
    private final Clock clock;
    private final OperatorEvents events;
    private final JobHealth deliveries;
    private final Job job;
    /** Confined to the job's thread. */
    private Deque<Attempt> repeated = new ArrayDeque<>();

    private final LongAdder delivered = new LongAdder();
    private final LongAdder dropped = new LongAdder();
    private final AtomicReference<Instant> lastDrop = new AtomicReference<>(Instant.MIN);

    private AccessLogs(Jobs jobs, BucketDirectory buckets, LogWriter writer, Settings settings, Clock clock) {
        this.buffer = new LogBuffer(settings.bufferBytes(), settings.objectBytes());
        this.buckets = buckets;
        this.writer = writer;
        this.period = settings.period();
        this.clock = clock;
        this.events = jobs.events();
        this.deliveries = jobs.health("access-log-delivery");
        this.job = jobs.periodic(
                JobPlan.every("access-log-dispatcher", TICK).delayed().withLastRun(), this::deliver);
        JobMetrics metrics = jobs.metrics();
        metrics.show("ose.access.logs.buffered", "bytes", buffer::bytes);
        metrics.count("ose.access.logs.delivered", delivered::sum);
        metrics.count("ose.access.logs.dropped", dropped::sum);
    }

    /**
     * Bounds of the delivery.
     *
     * @param period the longest that a line waits
     * @param objectBytes from this size on lines are delivered at once
     * @param bufferBytes what all lines of the node may take up
     */
    public record Settings(Duration period, long objectBytes, long bufferBytes) {}

    /** A batch, and its delivery if an earlier attempt came so far: repeated under the same key, it is one object. */
    private record Attempt(AccessLogBatch batch, LogWriter.@Nullable Delivery delivery, Instant notBefore) {}

    /** Starts delivering. Does not block. */
    public static AccessLogs start(
            Jobs jobs, BucketDirectory buckets, LogWriter writer, Settings settings, Clock clock) {
        AccessLogs logs = new AccessLogs(jobs, buckets, writer, settings, clock);
        logs.job.start();
        return logs;
    }

    @Override
    public void record(Bucket bucket, AccessRecord request) {
        BucketLogging logging = bucket.logging();
        if (logging == null) {
            return;
        }
        AccessLogBatch.Subject subject = AccessLogBatch.Subject.of(bucket, logging, request.at());
        switch (buffer.add(subject, AccessLine.of(bucket.name(), request), clock.instant())) {
            case KEPT -> {}
            case FILLED -> job.wake();
            case REFUSED -> drop(1, "the buffer is full");
        }
    }

    @Override
    public void recordNamed(@Nullable TenantId tenant, BucketName bucket, AccessRecord request) {
        CompletableFuture<Optional<Bucket>> own =
                tenant == null ? CompletableFuture.completedFuture(Optional.empty()) : buckets.find(tenant, bucket);
        var _ = own.thenCompose(found -> found.isPresent() ? own : findPublicly(bucket))
                .thenAccept(found -> found.ifPresent(it -> record(it, request)))
                // Without the database it is unknown whether the bucket has a log.
                .exceptionally(_ -> null);
    }

    private CompletableFuture<Optional<Bucket>> findPublicly(BucketName bucket) {
        return buckets.findPublicly(bucket).thenApply(found -> found.map(ForeignBucket::bucket));
    }

    private void deliver(Job running) {
        Instant now = clock.instant();
        boolean isLast = running.isStopping();
        Deque<Attempt> due = repeated;
        repeated = new ArrayDeque<>();
        for (AccessLogBatch batch : buffer.take(isLast ? Instant.MAX : now.minus(period))) {
            due.add(new Attempt(batch, null, Instant.MIN));
        }
        for (Attempt attempt : due) {
            if (!isLast && attempt.notBefore().isAfter(now)) {
                repeated.add(attempt);
            } else {
                deliver(attempt);
            }
        }
        if (isLast) {
            repeated.forEach(attempt -> drop(attempt.batch(), "the node stops"));
        }
    }

    private void deliver(Attempt attempt) {
        LogWriter.@Nullable Delivery delivery = attempt.delivery();
        try {
            if (delivery == null) {
                delivery = writer.prepare(attempt.batch()).orElse(null);
            }
            if (delivery == null) {
                drop(attempt.batch(), "the target is gone or another owner's");
                return;
            }
            switch (writer.write(delivery)) {
                case WriteOutcome.Refused _ -> drop(attempt.batch(), "the platform refuses the object");
                case WriteOutcome.Unknown _ -> failed(attempt.batch(), delivery, UNKNOWN);
                default -> done(attempt.batch());
            }
        } catch (FailureException e) {
            if (e.failure() instanceof Failure.QuotaExceeded) {
                drop(attempt.batch(), "a quota is exceeded");
            } else {
                failed(attempt.batch(), delivery, e.failure());
            }
        } catch (RuntimeException bug) {
            deliveries.failed(bug);
            drop(attempt.batch(), "a bug");
        }
    }

    private void done(AccessLogBatch batch) {
        delivered.add(batch.size());
        batch.close();
        deliveries.succeeded();
    }

    private void failed(AccessLogBatch batch, LogWriter.@Nullable Delivery delivery, Failure why) {
        Instant now = clock.instant();
        deliveries.failed(new FailureException(why));
        if (batch.begunAt().plus(period).plus(GIVE_UP).isBefore(now)) {
            drop(batch, "the platform or the database does not answer");
        } else {
            repeated.add(new Attempt(batch, delivery, now.plus(RETRY)));
        }
    }

    private void drop(AccessLogBatch batch, String reason) {
        drop(batch.size(), reason);
        batch.close();
    }

    private void drop(int lines, String reason) {
        dropped.add(lines);
        Instant now = clock.instant();
        if (lastDrop.getAndSet(now).isBefore(now.minus(CALM))) {
            events.report(new OperatorEvent.AccessLogsDropped(reason));
        }
    }

    /** The number of lines that this node delivered. */
    public long delivered() {
        return delivered.sum();
    }

    /** The number of lines that this node dropped. */
    public long dropped() {
        return dropped.sum();
    }

    /** Delivers what is left; blocks for at most thirty seconds. */
    @Override
    public void close() {
        job.close(TIMEOUT);
    }
}
