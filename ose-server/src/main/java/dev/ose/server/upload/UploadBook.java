package dev.ose.server.upload;

import dev.ose.s3.PartNumber;
import dev.ose.server.background.BackgroundThread;
import dev.ose.server.failure.FailureException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Notes which uploads there are, which parts are stored and what nobody knows of them. Many requests share one commit. While the database is away
 * requests do not wait: what they note is kept in memory, a bounded number of it, and written when the database is back.
 * Thread-safe.
 */
public final class UploadBook implements AutoCloseable {

    /** Some 200 bytes each, and twice as many while the database is away: 40 MB. */
    private static final int MOST_EVENTS = 100_000;

    private static final int MOST_PER_COMMIT = 1_000;
    private static final Duration RETRY = Duration.ofMillis(500);
    private static final long POLL_MILLIS = 200;
    private static final Duration LAST_WRITE = Duration.ofSeconds(5);

    private final UploadTables tables;
    private final BlockingQueue<Event> queue = new LinkedBlockingQueue<>(MOST_EVENTS);
    /** Noted and not written yet, in their order. Only the writing thread touches it. */
    private final List<Event> unwritten = new ArrayList<>();

    private final BackgroundThread thread;

    private UploadBook(UploadTables tables) {
        this.tables = tables;
        this.thread = new BackgroundThread("upload-book", this::writeUntilClosed);
    }

    /** Starts writing. Does not block. */
    public static UploadBook start(UploadTables tables) {
        UploadBook book = new UploadBook(tables);
        book.thread.start();
        return book;
    }

    private record Event(UploadChange change, CompletableFuture<Void> noted) {}

    /** Notes what happened. Completes once that is durable, or known to have to wait; never fails. */
    public CompletableFuture<Void> note(UploadChange change) {
        Event event = new Event(change, new CompletableFuture<>());
        if (thread.isStopping() || !queue.offer(event)) {
            // Lost to the books, not to anybody's data; the platform is asked for the upload within a day.
            event.noted().complete(null);
        }
        return event.noted();
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
            isGoing = write() ? !thread.isStopping() : thread.pause(RETRY);
        }
    }

    private void takeSome() throws InterruptedException {
        if (unwritten.isEmpty()) {
            Event first = queue.poll(POLL_MILLIS, TimeUnit.MILLISECONDS);
            if (first != null) {
                unwritten.add(first);
            }
        }
        queue.drainTo(unwritten, MOST_EVENTS - unwritten.size());
    }

    /** Writes what is noted, in as many commits as it takes; false if the database is away. */
    private boolean write() {
        while (!unwritten.isEmpty()) {
            List<Event> batch = unwritten.subList(0, Math.min(unwritten.size(), MOST_PER_COMMIT));
            boolean written = apply(batch);
            batch.forEach(event -> event.noted().complete(null));
            if (!written) {
                unwritten.forEach(event -> event.noted().complete(null));
                return false;
            }
            batch.clear();
        }
        return true;
    }

    private boolean apply(List<Event> batch) {
        try {
            tables.apply(merged(batch));
            return true;
        } catch (FailureException databaseAway) {
            return false;
        } catch (RuntimeException refused) {
            // A statement that the database refuses: the books of these uploads stay as they are, nothing else suffers.
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
        thread.close(LAST_WRITE);
    }
}
