package dev.ose.server.accounting.upload;

import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.jobs.Job;
import dev.ose.server.runtime.jobs.JobPlan;
import dev.ose.server.runtime.jobs.Jobs;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * The multipart uploads by which this node stores objects of single requests. Each is recorded before its first part,
 * so that {@link OrphanedUploads} of any node aborts it if this node dies. Thread-safe.
 */
public final class SplitUploads implements AutoCloseable {

    private static final Duration KEEP_EVERY = Duration.ofSeconds(30);

    /**
     * After the last note that an upload goes on. Any node may decide five minutes after it to abort the upload, and
     * does so when a completion that was sent until then has ended.
     */
    private static final Duration COMPLETABLE = Duration.ofMinutes(4);

    /** After the last note: later on, a node may be aborting the upload, which a further note would not stop. */
    private static final Duration KEEPABLE = Duration.ofMinutes(10);

    /** Uploads whose end is not recorded yet; beyond it they are found out by being aborted in vain. */
    private static final int MAX_ENDED = 100_000;

    private final SplitUploadTable table;
    private final LongSupplier nanoTime;
    /** When it was last noted that an upload goes on; never later than the database has it. */
    private final Map<Upload, Long> live = new ConcurrentHashMap<>();

    private final Set<Upload> abandoned = ConcurrentHashMap.newKeySet();
    private final Set<Upload> ended = ConcurrentHashMap.newKeySet();
    private final Job job;

    private SplitUploads(Jobs jobs, SplitUploadTable table, LongSupplier nanoTime) {
        this.table = table;
        this.nanoTime = nanoTime;
        this.job = jobs.periodic(
                JobPlan.every("split-uploads", KEEP_EVERY).delayed().withLastRun(), _ -> note());
    }

    /**
     * Starts noting which uploads go on. Does not block.
     *
     * @param nanoTime a clock like {@link System#nanoTime}
     */
    public static SplitUploads start(Jobs jobs, SplitUploadTable table, LongSupplier nanoTime) {
        SplitUploads uploads = new SplitUploads(jobs, table, nanoTime);
        uploads.job.start();
        return uploads;
    }

    /**
     * Records an upload before its first part. Blocks on the database. Must be followed by {@link #end} or {@link
     * #abandon}, also after an exception.
     *
     * @throws FailureException {@code MetadataUnavailable}: it must not be used
     */
    public void begin(Upload upload) {
        live.put(upload, nanoTime.getAsLong());
        table.keep(List.of(upload));
    }

    /**
     * Checks immediately before the completion is sent that no node can be aborting the upload meanwhile: together they
     * could leave an object without its parts.
     *
     * @throws FailureException {@code MetadataUnavailable}: it could not be noted for minutes that the upload goes on
     */
    public void requireKept(Upload upload) {
        Long keptAt = live.get(upload);
        if (keptAt == null || !isWithin(keptAt, COMPLETABLE)) {
            throw new FailureException(new Failure.MetadataUnavailable());
        }
    }

    private boolean isWithin(long nanos, Duration limit) {
        return nanoTime.getAsLong() - nanos <= limit.toNanos();
    }

    /** Notes that the upload was completed or aborted; many share one commit. Does not block. */
    public void end(Upload upload) {
        live.remove(upload);
        if (ended.size() < MAX_ENDED) {
            ended.add(upload);
            job.wake();
        }
    }

    /**
     * Leaves the upload to be aborted later, when none of its requests can be under way any more. Does nothing after
     * its end. Does not block.
     */
    public void abandon(Upload upload) {
        if (live.remove(upload) != null && abandoned.size() < MAX_ENDED) {
            abandoned.add(upload);
        }
    }

    /** The number of uploads that go on. */
    public int live() {
        return live.size();
    }

    private void note() {
        // Those that end from now on are kept once more, and removed by the next run.
        List<Upload> over = List.copyOf(ended);
        keep();
        if (!over.isEmpty()) {
            table.remove(over);
            over.forEach(ended::remove);
        }
    }

    /**
     * An abandoned upload is noted for the last time: it may have been aborted already, and parts that were still under
     * way have come since.
     */
    private void keep() {
        long now = nanoTime.getAsLong();
        Set<Upload> due = new HashSet<>();
        live.forEach((upload, keptAt) -> {
            if (isWithin(keptAt, KEEPABLE)) {
                due.add(upload);
            }
        });
        List<Upload> last = List.copyOf(abandoned);
        due.addAll(last);
        if (!due.isEmpty()) {
            table.keep(due);
            due.forEach(upload -> live.replace(upload, now));
            last.forEach(abandoned::remove);
        }
    }

    /** Records what has ended and stops; blocks for at most ten seconds. */
    @Override
    public void close() {
        job.close();
    }
}
