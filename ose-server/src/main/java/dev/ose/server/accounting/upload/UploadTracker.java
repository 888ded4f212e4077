package dev.ose.server.accounting.upload;

import dev.ose.s3.PartNumber;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.jobs.Job;
import dev.ose.server.runtime.jobs.JobPlan;
import dev.ose.server.runtime.jobs.Jobs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Records uploads, their stored parts and unknown outcomes. Many requests share one commit. While the database is
 * unavailable, requests do not wait: their changes are kept in memory, up to a limit, and written afterwards. If the
 * node dies before, all recorded uploads are verified; the names of those begun meanwhile are therefore kept in a
 * journal. Thread-safe.
 */
public final class UploadTracker implements AutoCloseable {

    /** Some 300 bytes each, and twice as many during an outage: 60 MB. */
    private static final int MAX_EVENTS = 100_000;

    private static final int MAX_PER_COMMIT = 1_000;
    private static final Duration RETRY = Duration.ofMillis(500);
    private static final long POLL_MILLIS = 200;
    private static final Duration LAST_WRITE = Duration.ofSeconds(5);

    /** The duration of the longest commit: a database that is silent for longer counts as unavailable. */
    private static final long TIMEOUT_SECONDS = 3;

    private final UploadTables tables;
    private final Optional<Journal> journal;
    /** What to write; an empty element only wakes the writing thread. */
    private final BlockingQueue<Optional<Event>> queue = new LinkedBlockingQueue<>(MAX_EVENTS);
    /** Changes not written yet, in order. Confined to the writing thread. */
    private final List<Event> unwritten = new ArrayList<>();

    /** The number of unwritten changes whose callers were answered already. Confined to the writing thread. */
    private int setAside;

    /** Whether the uploads of an earlier process were queued for verification. Confined to the writing thread. */
    private boolean isRecalled;

    private final Job job;

    private UploadTracker(Jobs jobs, UploadTables tables, Optional<Journal> journal) {
        this.tables = tables;
        this.journal = journal;
        this.job = jobs.periodic(JobPlan.every("upload-tracker", RETRY), _ -> writeUntilClosed());
    }

    /**
     * The journal of upload names, and the queue for those that an earlier process left in it.
     *
     * @param queue takes these uploads
     */
    public record Journal(UploadJournal file, UploadQueue queue) {}

    /** Starts writing, without a journal. Does not block. */
    public static UploadTracker start(Jobs jobs, UploadTables tables) {
        return start(jobs, tables, Optional.empty());
    }

    /** Starts writing. Does not block. */
    public static UploadTracker start(Jobs jobs, UploadTables tables, Optional<Journal> journal) {
        UploadTracker book = new UploadTracker(jobs, tables, journal);
        book.job.start();
        return book;
    }

    private record Event(UploadChange change, CompletableFuture<Void> noted) {}

    /** Records a change. Completes once the change is durable, or known to have to wait; never fails. */
    public CompletableFuture<Void> note(UploadChange change) {
        Event event = new Event(change, new CompletableFuture<>());
        if (job.isStopping() || !queue.offer(Optional.of(event))) {
            // The change is lost for accounting only; the upload is verified within a day.
            event.noted().complete(null);
        }
        return event.noted().completeOnTimeout(null, TIMEOUT_SECONDS, TimeUnit.SECONDS);
    }

    /** The recorded parts of an upload; empty while the database is unavailable. Blocks on the database. */
    public Map<PartNumber, NotedPart> parts(Upload upload) {
        try {
            return tables.parts(upload);
        } catch (FailureException databaseAway) {
            return Map.of();
        }
    }

    private void writeUntilClosed() throws InterruptedException {
        boolean isGoing = true;
        while (isGoing || !queue.isEmpty()) {
            takeSome();
            isGoing = (tables.isAway() || !write()) ? setAside() : !job.isStopping();
        }
    }

    private void takeSome() throws InterruptedException {
        List<Optional<Event>> taken = new ArrayList<>();
        if (unwritten.size() == setAside) {
            Optional<Event> first = queue.poll(POLL_MILLIS, TimeUnit.MILLISECONDS);
            if (first != null) {
                taken.add(first);
            }
        }
        queue.drainTo(taken, MAX_EVENTS - unwritten.size() - taken.size());
        taken.forEach(event -> event.ifPresent(unwritten::add));
    }

    /** Answers the callers of changes that cannot be written now; returns whether to continue. */
    private boolean setAside() throws InterruptedException {
        List<Event> fresh = unwritten.subList(setAside, unwritten.size());
        List<Upload> begun = fresh.stream()
                .map(Event::change)
                .filter(UploadChange::isBegin)
                .map(UploadChange::upload)
                .toList();
        if (!begun.isEmpty()) {
            journal.ifPresent(kept -> kept.file().append(begun));
        }
        fresh.forEach(event -> event.noted().complete(null));
        setAside = unwritten.size();
        // If the database is not known to be unavailable, a write has just failed.
        return tables.isAway() ? !job.isStopping() : job.pause(RETRY);
    }

    /** Writes all recorded changes, in as many commits as needed; returns false if the database is unavailable. */
    private boolean write() {
        if (!recall()) {
            return false;
        }
        while (!unwritten.isEmpty()) {
            List<Event> batch = unwritten.subList(0, Math.min(unwritten.size(), MAX_PER_COMMIT));
            if (!apply(batch)) {
                return false;
            }
            batch.forEach(event -> event.noted().complete(null));
            setAside = Math.max(0, setAside - batch.size());
            batch.clear();
        }
        journal.filter(kept -> !kept.file().isEmpty())
                .ifPresent(kept -> kept.file().clear());
        return true;
    }

    /** Queues the uploads of an earlier process for verification; returns true once that is done. */
    private boolean recall() {
        if (isRecalled) {
            return true;
        }
        try {
            journal.filter(kept -> !kept.file().left().isEmpty())
                    .ifPresent(kept -> kept.queue().adopt(kept.file().left()));
            isRecalled = true;
            return true;
        } catch (FailureException databaseAway) {
            job.failed(databaseAway);
            return false;
        }
    }

    private boolean apply(List<Event> batch) {
        try {
            tables.apply(merged(batch));
            job.succeeded();
            return true;
        } catch (FailureException databaseAway) {
            job.failed(databaseAway);
            return false;
        } catch (RuntimeException refused) {
            // The database refuses a statement: these uploads stay unrecorded, others are not affected.
            job.failed(refused);
            return true;
        }
    }

    /** Merges events into one change for each upload. */
    private static Collection<UploadChange> merged(List<Event> events) {
        Map<Upload, UploadChange> changes = new LinkedHashMap<>();
        for (Event event : events) {
            changes.merge(event.change().upload(), event.change(), UploadChange::then);
        }
        return changes.values();
    }

    /** Writes the recorded changes and stops; blocks for at most five seconds. */
    @Override
    public void close() {
        job.stop();
        // If the queue is full, the writing thread does not wait.
        queue.offer(Optional.empty());
        job.close(LAST_WRITE);
    }
}
