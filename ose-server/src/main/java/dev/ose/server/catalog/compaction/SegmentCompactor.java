package dev.ose.server.catalog.compaction;

import dev.ose.server.bucket.BucketId;
import dev.ose.server.catalog.compaction.CompactionTables.Step;
import dev.ose.server.runtime.jobs.ExclusiveWork;
import dev.ose.server.runtime.jobs.Job;
import dev.ose.server.runtime.jobs.JobPlan;
import dev.ose.server.runtime.jobs.Jobs;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;

/**
 * Moves objects that have not changed for a while into segments, bucket after bucket, on a thread of its own. One node
 * of a cluster does so at a time.
 */
public final class SegmentCompactor implements AutoCloseable {

    private static final String WORK = "fold";
    private static final int BUCKETS_PER_QUESTION = 100;

    /** Transactions that may still see a moved row have ended by then: no statement takes longer. */
    private static final Duration MOVED_FOR_ALL = Duration.ofSeconds(5);

    /** A round over all buckets takes long, and compaction is not urgent. */
    private static final Duration BETWEEN_ROUNDS = Duration.ofHours(1);

    private final CompactionTables tables;
    private final Clock clock;
    private final Pace pace;
    private final Deque<Moved> moved = new ArrayDeque<>();
    private final LongAdder folded = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final Job job;

    private SegmentCompactor(Jobs jobs, CompactionTables tables, ExclusiveWork exclusive, Clock clock, Pace pace) {
        this.tables = tables;
        this.clock = clock;
        this.pace = pace;
        Duration period = pace.after().compareTo(BETWEEN_ROUNDS) < 0 ? pace.after() : BETWEEN_ROUNDS;
        this.job = jobs.periodic(JobPlan.every("segment-compaction", period).alone(exclusive, WORK), _ -> round());
        jobs.metrics().count("ose.objects.compacted", folded::sum);
        jobs.metrics().count("ose.compaction.failures", failed::sum);
    }

    /**
     * The pace of compaction.
     *
     * @param after the minimum age of an object
     * @param objectsPerSecond the maximum number of objects written into segments per second
     */
    public record Pace(Duration after, int objectsPerSecond) {}

    /** A range from which rows were moved into segments. */
    private record Moved(BucketId bucket, String from, Optional<String> below, Instant at) {}

    /** Starts at once. Does not block. */
    public static SegmentCompactor start(
            Jobs jobs, CompactionTables tables, ExclusiveWork exclusive, Clock clock, Pace pace) {
        SegmentCompactor folder = new SegmentCompactor(jobs, tables, exclusive, clock, pace);
        folder.job.start();
        return folder;
    }

    /** The number of rows that this node compacted and of obsolete entries that it removed. */
    public long folded() {
        return folded.sum();
    }

    /** The number of buckets that failed and were left for the next round. */
    public long failed() {
        return failed.sum();
    }

    /** Processes all buckets. */
    private void round() {
        List<BucketId> buckets = tables.buckets(0, BUCKETS_PER_QUESTION);
        while (!buckets.isEmpty() && !job.isStopping()) {
            buckets.forEach(this::fold);
            buckets = tables.buckets(buckets.getLast().value() + 1, BUCKETS_PER_QUESTION);
        }
        if (!moved.isEmpty()) {
            rest(MOVED_FOR_ALL);
            skipMoved();
        }
    }

    private void fold(BucketId bucket) {
        Optional<String> from = Optional.of("");
        try {
            while (from.isPresent() && !job.isStopping()) {
                skipMoved();
                Step step = tables.fold(bucket, from.get(), Instant.now(clock).minus(pace.after()));
                if (step.changed() > 0) {
                    moved.add(new Moved(bucket, from.get(), step.next(), Instant.now(clock)));
                }
                folded.add(step.changed());
                from = step.next();
                rest(Duration.ofSeconds(step.written()).dividedBy(pace.objectsPerSecond()));
            }
        } catch (RuntimeException e) {
            // The database, or a bug: one bucket must not keep the others from being compacted.
            failed.increment();
            job.failed(e);
        }
    }

    private void skipMoved() {
        Instant end = Instant.now(clock).minus(MOVED_FOR_ALL);
        while (!moved.isEmpty() && !moved.getFirst().at().isAfter(end)) {
            Moved range = moved.removeFirst();
            tables.skipMoved(range.bucket(), range.from(), range.below());
        }
    }

    private void rest(Duration time) {
        try {
            job.pause(time);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    /** Stops after the step under way; blocks for at most ten seconds. */
    @Override
    public void close() {
        job.close();
    }
}
