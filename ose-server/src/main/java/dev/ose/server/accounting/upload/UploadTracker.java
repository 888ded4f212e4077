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
 * Notes which uploads there are, which parts are stored and which outcomes are unknown. Many requests share one commit. While the
 * database is away requests do not wait: what they note is kept in memory, a bounded number of it, and written when the
 * database is back. Should the node die before, the platform is asked for each upload that is known; so the names of those that were
 * begun meanwhile are kept in a journal. Thread-safe.
 */
public final class UploadTracker implements AutoCloseable {

    /** Some 200 bytes each, and twice as many while the database is away: 40 MB. */
    private static final int MOST_EVENTS = 100_000;

    private static final int MOST_PER_COMMIT = 1_000;
    private static final Duration RETRY = Duration.ofMillis(500);
    private static final long POLL_MILLIS = 200;
    private static final Duration LAST_WRITE = Duration.ofSeconds(5);

    /** As long as a commit may take: a database that is silent for longer is as good as away. */
    private static final long PATIENCE_SECONDS = 3;

    private final UploadTables tables;
    private final Optional<Journal> journal;
    private final BlockingQueue<Event> queue = new LinkedBlockingQueue<>(MOST_EVENTS);
    /** Noted and not written yet, in their order. Only the writing thread touches it. */
    private final List<Event> unwritten = new ArrayList<>();

    /** How many of them wait for the database and have been told so; the same thread's. */
    private int setAside;

    /** Whether the platform is to be asked for what an earlier life left; the same thread's. */
    private boolean isRecalled;

    private final Job job;

    private UploadTracker(Jobs jobs, UploadTables tables, Optional<Journal> journal) {
        this.tables = tables;
        this.journal = journal;
        this.job = jobs.periodic(JobPlan.every("upload-tracker", RETRY), _ -> writeUntilClosed());
    }

    /**
     * Where names are kept while the database is away, and what is to be asked for those that are left in it.
     *
     * @param queue takes them
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

    /** Notes what happened. Completes once that is durable, or known to have to wait; never fails. */
    public CompletableFuture<Void> note(UploadChange change) {
        Event event = new Event(change, new CompletableFuture<>());
        if (job.isStopping() || !queue.offer(event)) {
            // Lost to the books, not to data of clients; the platform is asked for the upload within a day.
            event.noted().complete(null);
        }
        return event.noted().completeOnTimeout(null, PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    /** The known parts of an upload with their sizes; none while the database is away. Blocks on the database. */
    public Map<PartNumber, Long> partBytes(Upload upload) {
        try {
            return tables.partBytes(upload);
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
        if (unwritten.size() == setAside) {
            Event first = queue.poll(POLL_MILLIS, TimeUnit.MILLISECONDS);
            if (first != null) {
                unwritten.add(first);
            }
        }
        queue.drainTo(unwritten, MOST_EVENTS - unwritten.size());
    }

    /** Ends the wait for what cannot be written now; whether to go on. */
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
        // Where it is not known to be away, it has just failed.
        return tables.isAway() ? !job.isStopping() : job.pause(RETRY);
    }

    /** Writes what is noted, in as many commits as it takes; false if the database is away. */
    private boolean write() {
        if (!recall()) {
            return false;
        }
        while (!unwritten.isEmpty()) {
            List<Event> batch = unwritten.subList(0, Math.min(unwritten.size(), MOST_PER_COMMIT));
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

    /** Has the platform asked for what an earlier life left; true once that is noted. */
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
            // A statement that the database refuses: the books of these uploads stay as they are, nothing else suffers.
            job.failed(refused);
            return true;
        }
    }

    /** One change for each upload. */
    private static Collection<UploadChange> merged(List<Event> events) {
        Map<Upload, UploadChange> changes = new LinkedHashMap<>();
        for (Event event : events) {
            changes.merge(event.change().upload(), event.change(), UploadChange::then);
        }
        return changes.values();
    }

    /** Writes what is noted and stops; blocks for at most five seconds. */
    @Override
    public void close() {
        job.close(LAST_WRITE);
    }
}
