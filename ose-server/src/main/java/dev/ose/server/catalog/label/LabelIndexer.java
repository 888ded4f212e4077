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
 * Asks platforms for the labels of objects that were noted, a few at a time, and fills and empties buckets. Every node may do so at
 * once.
 */
public final class LabelIndexer implements AutoCloseable {

    private static final int OBJECTS_PER_PASS = 32;
    private static final Duration POLL = Duration.ofMillis(500);
    private static final Duration BETWEEN_STEPS = Duration.ofSeconds(1);

    private final Parts parts;
    private final LongAdder kept = new LongAdder();
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
        jobs.metrics().count("ose.labels.kept", kept::sum);
        jobs.metrics().count("ose.labels.postponed", postponed::sum);
        jobs.metrics().count("ose.labels.lost", parts.notes()::lost);
    }

    /** What it works with. */
    public record Parts(
            BucketLabels buckets, LabelQueue queue, LabelNotes notes, ObjectIndex index, LabelProbe probe) {}

    /** Starts asking. Does not block. */
    public static LabelIndexer start(Jobs jobs, Parts parts) {
        LabelIndexer indexer = new LabelIndexer(jobs, parts);
        indexer.worker.start();
        indexer.filler.start();
        return indexer;
    }

    /** Of how many objects this node kept labels so far. */
    public long kept() {
        return kept.sum();
    }

    /** How often a platform did not tell so far. */
    public long postponed() {
        return postponed.sum();
    }

    private void ask(DueLabels due) {
        try {
            if (parts.queue().settle(due, labels(due))) {
                kept.increment();
            }
        } catch (FailureException e) {
            // That a platform is away or does not tell is no failure of this work.
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

    /** Of one that our rows do not have nobody needs to be asked: no search finds it. */
    private Optional<Labels> labels(DueLabels due) {
        return parts.index().get(due.address()).flatMap(_ -> parts.probe()
                .ask(due.address().bucket(), due.address().key()));
    }

    /** Stops after the questions under way; blocks for at most ten seconds. */
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
            // Some buckets may have had less than their share, and others more.
            return new QueueWorker.Claimed<>(claimed, !claimed.isEmpty());
        }

        @Override
        public void putBack(List<DueLabels> refused) {
            queue.putBack(refused);
        }
    }
}
