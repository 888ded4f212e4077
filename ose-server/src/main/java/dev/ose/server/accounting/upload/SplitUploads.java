package dev.ose.server.accounting.upload;

import dev.ose.server.runtime.jobs.Job;
import dev.ose.server.runtime.jobs.JobPlan;
import dev.ose.server.runtime.jobs.Jobs;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The multipart uploads by which this node stores the bodies of single uploads. Each is recorded before its first part,
 * so that {@link OrphanedUploads} of any node aborts it if this node dies. Thread-safe.
 */
public final class SplitUploads implements AutoCloseable {

    private static final Duration KEEP_EVERY = Duration.ofSeconds(30);

    /** Uploads whose end is not recorded yet; beyond it they are found out by being aborted in vain. */
    private static final int MAX_ENDED = 100_000;

    private final SplitUploadTable table;
    private final Set<Upload> live = ConcurrentHashMap.newKeySet();
    private final Set<Upload> ended = ConcurrentHashMap.newKeySet();
    private final Job job;

    private SplitUploads(Jobs jobs, SplitUploadTable table) {
        this.table = table;
        this.job = jobs.periodic(
                JobPlan.every("split-uploads", KEEP_EVERY).delayed().withLastRun(), _ -> note());
    }

    /** Starts noting which uploads go on. Does not block. */
    public static SplitUploads start(Jobs jobs, SplitUploadTable table) {
        SplitUploads uploads = new SplitUploads(jobs, table);
        uploads.job.start();
        return uploads;
    }

    /**
     * Records an upload before its first part. Blocks on the database.
     *
     * @throws dev.ose.server.runtime.failure.FailureException {@code MetadataUnavailable}: it must not be used
     */
    public void begin(Upload upload) {
        table.add(upload);
        live.add(upload);
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
        live.remove(upload);
    }

    /** The number of uploads that go on. */
    public int live() {
        return live.size();
    }

    private void note() {
        List<Upload> over = List.copyOf(ended);
        if (!over.isEmpty()) {
            table.remove(over);
            over.forEach(ended::remove);
        }
        List<Upload> present = List.copyOf(live);
        if (!present.isEmpty()) {
            table.keep(present);
        }
    }

    /** Records what has ended and stops; blocks for at most ten seconds. */
    @Override
    public void close() {
        job.close();
    }
}
