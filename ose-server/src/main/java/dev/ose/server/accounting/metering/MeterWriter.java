package dev.ose.server.accounting.metering;

import dev.ose.server.runtime.jobs.Job;
import dev.ose.server.runtime.jobs.JobPlan;
import dev.ose.server.runtime.jobs.Jobs;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.UUID;

/**
 * Adds the counts of a meter to the database, every ten seconds and at the end: a crash loses at most that much. While
 * the database is unavailable, the meter counts on and nothing is lost.
 */
public final class MeterWriter implements AutoCloseable {

    private static final Duration INTERVAL = Duration.ofSeconds(10);
    private static final Duration LAST_WRITE = Duration.ofSeconds(5);
    private static final int LINES_PER_BATCH = 1_000;

    /** The same on every node, to avoid deadlocks between two that add to the same rows. */
    private static final Comparator<MeteredHour> ORDER = Comparator.<MeteredHour>comparingLong(
                    it -> it.line().hour())
            .thenComparing(it -> it.line().account().tenant().value())
            .thenComparing(it -> it.line().account().user().value())
            .thenComparing(it -> it.line().account().bucket())
            .thenComparing(it -> it.line().category());

    private final Meter meter;
    private final MeterStore store;
    private final UUID id = UUID.randomUUID();
    private final Deque<List<MeteredHour>> pending = new ArrayDeque<>();
    private final Job job;
    private long written;

    private MeterWriter(Jobs jobs, Meter meter, MeterStore store) {
        this.meter = meter;
        this.store = store;
        this.job =
                jobs.periodic(JobPlan.every("meter-writer", INTERVAL).delayed().withLastRun(), _ -> write());
    }

    /** Starts the job. */
    public static MeterWriter start(Jobs jobs, Meter meter, MeterStore store) {
        MeterWriter writer = new MeterWriter(jobs, meter, store);
        writer.job.start();
        return writer;
    }

    /** For tests, which call {@link #write}. */
    static MeterWriter unstarted(Jobs jobs, Meter meter, MeterStore store) {
        return new MeterWriter(jobs, meter, store);
    }

    /**
     * Writes the counts. If that fails, the batch keeps its number and is written the next time: if it was added after
     * all, the repetition adds nothing.
     */
    void write() {
        if (pending.isEmpty()) {
            List<MeteredHour> taken = meter.take().stream().sorted(ORDER).toList();
            for (int from = 0; from < taken.size(); from += LINES_PER_BATCH) {
                pending.add(taken.subList(from, Math.min(taken.size(), from + LINES_PER_BATCH)));
            }
        }
        while (!pending.isEmpty()) {
            store.add(id, written + 1, pending.getFirst());
            written++;
            pending.removeFirst();
        }
    }

    /** Writes the rest; blocks for a few seconds at most. */
    @Override
    public void close() {
        job.close(LAST_WRITE);
    }
}
