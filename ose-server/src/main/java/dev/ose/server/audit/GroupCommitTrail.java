package dev.ose.server.audit;

import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.jobs.BackgroundThread;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/**
 * Groups what many calls record into few commits: while one is under way, the next one fills up. A flush to disk is
 * waited for only if a call demands it. Thread-safe.
 */
public final class GroupCommitTrail implements AuditTrail, AutoCloseable {

    private static final int MAX_WAITING = 10_000;
    private static final int MAX_PER_COMMIT = 500;
    private static final long IDLE_MILLIS = 100;

    /** Longer than a statement may take. */
    private static final Duration TIMEOUT = Duration.ofSeconds(8);

    private final AuditTables tables;
    private final Clock clock;
    private final RandomGenerator random;
    private final BlockingQueue<Note> queue = new LinkedBlockingQueue<>(MAX_WAITING);
    private final LongAdder entries = new LongAdder();
    private final LongAdder failures = new LongAdder();
    private final BackgroundThread committer = new BackgroundThread("audit-commit", this::commitUntilStopped);

    private GroupCommitTrail(AuditTables tables, Clock clock, RandomGenerator random) {
        this.tables = tables;
        this.clock = clock;
        this.random = random;
    }

    /** Starts the thread that commits. */
    public static GroupCommitTrail start(AuditTables tables, Clock clock, RandomGenerator random) {
        GroupCommitTrail trail = new GroupCommitTrail(tables, clock, random);
        trail.committer.start();
        return trail;
    }

    /** An entry that waits for a commit. */
    private sealed interface Note {

        CompletableFuture<Void> written();

        record Beginning(AuditTables.Begun row, CompletableFuture<Void> written) implements Note {}

        record End(AuditTables.Ended row, CompletableFuture<Void> written) implements Note {}
    }

    @Override
    public AuditId begin(Call call, Durability durability) {
        AuditId id = AuditId.next(clock.instant(), random);
        write(
                new Note.Beginning(new AuditTables.Begun(call.entry(id), null, durability), new CompletableFuture<>()),
                new Failure.AuditUnavailable());
        return id;
    }

    @Override
    public void record(Call call, AuditOutcome outcome) {
        AuditEntry entry = call.entry(AuditId.next(clock.instant(), random));
        write(
                new Note.Beginning(
                        new AuditTables.Begun(entry, outcome, Durability.AT_ONCE), new CompletableFuture<>()),
                new Failure.AuditUnavailable());
    }

    @Override
    public void end(AuditId call, AuditOutcome outcome) {
        AuditTables.Ended end = new AuditTables.Ended(call, clock.instant(), outcome);
        write(new Note.End(end, new CompletableFuture<>()), new Failure.AuditIncomplete());
    }

    private void write(Note note, Failure otherwise) {
        if (committer.isStopping() || !queue.offer(note) || !isWritten(note)) {
            failures.increment();
            throw new FailureException(otherwise);
        }
        entries.increment();
    }

    private static boolean isWritten(Note note) {
        try {
            note.written().get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } catch (ExecutionException | CancellationException | TimeoutException e) {
            return false;
        }
    }

    /** Entries and ends that were recorded since the start. */
    public long recorded() {
        return entries.sum();
    }

    /** Entries and ends that could not be recorded since the start; their calls were answered 503. */
    public long refused() {
        return failures.sum();
    }

    private void commitUntilStopped() throws InterruptedException {
        while (!committer.isStopping() || !queue.isEmpty()) {
            Note first = queue.poll(IDLE_MILLIS, TimeUnit.MILLISECONDS);
            if (first != null) {
                List<Note> batch = new ArrayList<>(List.of(first));
                queue.drainTo(batch, MAX_PER_COMMIT - 1);
                commit(batch);
            }
        }
    }

    private void commit(List<Note> batch) {
        commit(of(batch, Note.Beginning.class), Note.Beginning::row, tables::insert);
        commit(of(batch, Note.End.class), Note.End::row, tables::complete);
    }

    private static <N extends Note> List<N> of(List<Note> batch, Class<N> kind) {
        return batch.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    private <N extends Note, R> void commit(List<N> notes, Function<N, R> row, Consumer<List<R>> write) {
        if (notes.isEmpty()) {
            return;
        }
        try {
            write.accept(notes.stream().map(row).toList());
            notes.forEach(note -> note.written().complete(null));
        } catch (FailureException away) {
            notes.forEach(note -> note.written().completeExceptionally(away));
        } catch (RuntimeException refused) {
            // One of them is not to the liking of the database: the others must not fail with it.
            if (notes.size() == 1) {
                notes.getFirst().written().completeExceptionally(refused);
            } else {
                notes.forEach(note -> commit(List.of(note), row, write));
            }
        }
    }

    /** Commits what waits, and stops. */
    @Override
    public void close() {
        committer.close();
        List<Note> left = new ArrayList<>();
        queue.drainTo(left);
        left.forEach(note -> note.written().cancel(false));
    }
}
