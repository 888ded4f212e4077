package dev.ose.server.catalog.label;

import dev.ose.server.bucket.BucketId;
import dev.ose.server.catalog.ObjectIndex;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.jobs.Job;
import dev.ose.server.runtime.jobs.JobPlan;
import dev.ose.server.runtime.jobs.Jobs;
import dev.ose.server.runtime.jobs.QueueWorker;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;

/**
 * Reads the labels of queued objects from platforms, a few at a time, and fills and empties buckets. Safe on several
 * nodes at once.
 */
public final class LabelIndexer implements AutoCloseable {

    private static final int OBJECTS_PER_PASS = 32;
    private static final Duration POLL = Duration.ofMillis(500);
    private static final Duration BETWEEN_STEPS = Duration.ofSeconds(1);

    private final Parts parts;
    private final LongAdder indexed = new LongAdder();
    private final LongAdder postponed = new LongAdder();
    private final QueueWorker<DueLabels, BucketId> worker;
    private final Job filler;

    private LabelIndexer(Jobs jobs, Parts parts) {
        this.parts = parts;
        this.worker = new QueueWorker<>(
                jobs,
                JobPlan.every("label-indexer", POLL),
                new Due(parts.notes(), parts.queue()),
                new QueueWorker.Work<>(due -> due.address().bucket(), parts.probe()::endpoint, this::ask));
        this.filler = jobs.queue(JobPlan.every("label-filler", BETWEEN_STEPS), _ -> parts.buckets()
                .work());
        jobs.metrics().count("ose.labels.indexed", indexed::sum);
        jobs.metrics().count("ose.labels.postponed", postponed::sum);
        jobs.metrics().count("ose.labels.lost", parts.notes()::lost);
    }

    /** The dependencies of the indexer. */
    public record Parts(
            BucketLabels buckets, LabelQueue queue, LabelNotes notes, ObjectIndex index, LabelProbe probe) {}

    /** Starts indexing. Does not block. */
    public static LabelIndexer start(Jobs jobs, Parts parts) {
        LabelIndexer indexer = new LabelIndexer(jobs, parts);
        indexer.worker.start();
        indexer.filler.start();
        return indexer;
    }

    /** The number of objects whose labels this node has stored. */
    public long indexed() {
        return indexed.sum();
    }

    /** The number of probes that failed. */
    public long postponed() {
        return postponed.sum();
    }

    private void ask(DueLabels due) {
        try {
            if (parts.queue().settle(due, labels(due))) {
                indexed.increment();
            }
        } catch (FailureException e) {
            // An unavailable or refusing platform is no failure of this job.
            postponed.increment();
            if (e.failure() instanceof Failure.PlatformRefused) {
                parts.queue().refuse(due);
            } else {
                parts.queue().postpone(due);
            }
        } catch (RuntimeException bug) {
            // One object must not stop the others.
            postponed.increment();
            parts.queue().postpone(due);
            throw bug;
        }
    }

    /** Objects without a row are skipped: no search can find them. */
    private Optional<Labels> labels(DueLabels due) {
        return parts.index().get(due.address()).flatMap(_ -> parts.probe()
                .ask(due.address().bucket(), due.address().key()));
    }

    /** Stops after the probes under way; blocks for at most ten seconds. */
    @Override
    public void close() {
        filler.stop();
        worker.close();
        filler.close();
    }

    private record Due(LabelNotes notes, LabelQueue queue) implements QueueWorker.DueQueue<DueLabels> {

        @Override
        public QueueWorker.Claimed<DueLabels> claim(boolean isAnyFull) {
            notes.noteRest();
            List<DueLabels> claimed = queue.claim(OBJECTS_PER_PASS);
            // A full share of one bucket may be hidden by small shares of others.
            return new QueueWorker.Claimed<>(claimed, !claimed.isEmpty());
        }

        @Override
        public void putBack(List<DueLabels> refused) {
            queue.putBack(refused);
        }
    }
}
