package dev.ose.server.ledger.commit;

import dev.ose.s3.ObjectKey;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.ledger.Completion;
import dev.ose.server.ledger.Intent;
import dev.ose.server.ledger.ObjectLedger;
import dev.ose.server.ledger.OperationIds;
import dev.ose.server.ledger.WriteOutcome;
import dev.ose.server.ledger.journal.FileJournal;
import dev.ose.server.ledger.node.NodeWrites;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.jobs.Jobs;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Groups the intents and completions of many requests into few commits: while one commit is under way, the next batch
 * fills up. Completions that failed to commit are retried until they succeed, so that no intent stays behind while this
 * process lives. Thread-safe.
 */
public final class GroupCommitLedger implements ObjectLedger, NodeWrites, AutoCloseable {

    /** Maximum number of writes under way; each takes a few hundred bytes here, its key included. */
    public static final int MAX_OPEN = 100_000;

    private static final int MAX_ROWS_PER_COMMIT = 1_000;
    private static final long IDLE_MILLIS = 100;
    private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long CLOSE_MILLIS = TimeUnit.SECONDS.toMillis(10);
    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);
    private static final Duration OUTAGE_RETRY_AFTER = Duration.ofSeconds(10);

    private final OperationIds ids;
    private final Runnable dirtyAppeared;
    private final BlockingQueue<LedgerEntry> queue = new LinkedBlockingQueue<>();
    /** Completions to retry. Bounded like the queue: every entry is counted in {@link #open}. */
    private final BlockingQueue<Completion> unresolved = new LinkedBlockingQueue<>();

    private final OpenWrites open;
    private final LongAdder commits = new LongAdder();
    private final LongAdder rows = new LongAdder();
    private final LongAdder failedCommits = new LongAdder();
    private final List<Thread> committers = new ArrayList<>();
    private volatile boolean closed;
    private volatile long retryAt = System.nanoTime();
    /** Absent if writes are to be refused while the database is unavailable. */
    private final @Nullable OutageBuffer outage;

    /** Without committer threads: tests commit with {@link #commitNow}. */
    GroupCommitLedger(OperationIds ids, Runnable dirtyAppeared, int maxOpen, @Nullable OutageBuffer outage) {
        this.ids = ids;
        this.dirtyAppeared = dirtyAppeared;
        this.open = new OpenWrites(ids, maxOpen);
        this.outage = outage;
    }

    /**
     * Starts one committer thread for each of {@code tables}; one or two suffice for some 40,000 rows a second. While
     * the database is unavailable, writes are refused.
     *
     * @param dirtyAppeared called if a commit may have left a dirty key; must be quick
     */
    public static GroupCommitLedger start(OperationIds ids, List<LedgerTables> tables, Runnable dirtyAppeared) {
        return start(new GroupCommitLedger(ids, dirtyAppeared, MAX_OPEN, null), tables);
    }

    /**
     * Starts the ledger with a journal that takes writes while the database is unavailable, up to 1 GiB or 30 minutes.
     *
     * @param journal the file, on a local disk, for the exclusive use of this ledger; its content is replayed first
     * @throws IOException if the file cannot be used
     */
    public static GroupCommitLedger start(
            Jobs jobs, OperationIds ids, List<LedgerTables> tables, Runnable dirtyAppeared, Path journal)
            throws IOException {
        OutageBuffer outage = new OutageBuffer(jobs, FileJournal.open(journal), System::nanoTime);
        return start(new GroupCommitLedger(ids, dirtyAppeared, MAX_OPEN, outage), tables);
    }

    private static GroupCommitLedger start(GroupCommitLedger ledger, List<LedgerTables> tables) {
        for (LedgerTables each : tables) {
            ledger.committers.add(Thread.ofPlatform()
                    .name("ledger-commit-" + ledger.committers.size())
                    .daemon()
                    .start(() -> ledger.commitUntilClosed(each)));
        }
        return ledger;
    }

    @Override
    public CompletableFuture<Intent> begin(BucketId bucket, ObjectKey key) {
        return beginAll(bucket, List.of(key)).thenApply(List::getFirst);
    }

    @Override
    public CompletableFuture<List<Intent>> beginAll(BucketId bucket, Collection<ObjectKey> keys) {
        Optional<List<Intent>> intents = closed ? Optional.empty() : open.begin(bucket, keys);
        return intents.map(this::enqueue)
                .orElseGet(() -> CompletableFuture.failedFuture(new FailureException(new Failure.Busy(RETRY_AFTER))));
    }

    private CompletableFuture<List<Intent>> enqueue(List<Intent> intents) {
        CompletableFuture<List<Intent>> promise = new CompletableFuture<>();
        queue.add(new LedgerEntry.Begin(intents, promise));
        return promise;
    }

    /** {@inheritDoc} Fails as {@link #beginAll} does, and can be repeated then. */
    @Override
    public CompletableFuture<Void> beginAgain() {
        if (closed) {
            return CompletableFuture.failedFuture(new FailureException(new Failure.Busy(RETRY_AFTER)));
        }
        List<OpenWrites.Again> again = open.beginAgain();
        List<CompletableFuture<Void>> begun = new ArrayList<>();
        for (int from = 0; from < again.size(); from += MAX_ROWS_PER_COMMIT) {
            begun.add(begin(again.subList(from, Math.min(again.size(), from + MAX_ROWS_PER_COMMIT))));
        }
        return CompletableFuture.allOf(begun.toArray(CompletableFuture[]::new));
    }

    private CompletableFuture<Void> begin(List<OpenWrites.Again> again) {
        return enqueue(again.stream().map(OpenWrites.Again::intent).toList())
                .thenAccept(begun -> again.forEach(each -> open.replace(each).ifPresent(unresolved::add)));
    }

    @Override
    public boolean isCaughtUp() {
        return outage == null || outage.journalBytes() == 0;
    }

    @Override
    public CompletableFuture<Void> complete(Intent intent, WriteOutcome outcome) {
        CompletableFuture<Void> promise = new CompletableFuture<>();
        queue.add(new LedgerEntry.End(new Completion(intent, outcome), promise));
        return promise;
    }

    /** Counters and current state. */
    public Statistics statistics() {
        return new Statistics(
                open.size(),
                queue.size(),
                unresolved.size(),
                commits.sum(),
                rows.sum(),
                failedCommits.sum(),
                outage == null ? 0 : outage.journalBytes());
    }

    private void commitUntilClosed(LedgerTables tables) {
        try (tables) {
            while (!closed || !queue.isEmpty()) {
                replay(tables);
                List<LedgerEntry> batch = gather(queue.poll(IDLE_MILLIS, TimeUnit.MILLISECONDS));
                List<Completion> again = System.nanoTime() - retryAt >= 0 && !isAway() ? takeUnresolved() : List.of();
                commit(tables, new Batch(batch, again));
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    /** Commits what is queued now and what failed before; returns without waiting for more. */
    void commitNow(LedgerTables tables) {
        List<LedgerEntry> batch = gather(queue.poll());
        replay(tables);
        commit(tables, new Batch(batch, isAway() ? List.of() : takeUnresolved()));
    }

    /** Whether the database is considered unavailable and writes go to the journal. */
    private boolean isAway() {
        return outage != null && outage.isOn();
    }

    private void replay(LedgerTables tables) {
        if (outage != null && outage.replay(tables)) {
            dirtyAppeared.run();
        }
    }

    private List<LedgerEntry> gather(@Nullable LedgerEntry first) {
        List<LedgerEntry> batch = new ArrayList<>();
        int weight = 0;
        for (LedgerEntry next = first; next != null; next = weight < MAX_ROWS_PER_COMMIT ? queue.poll() : null) {
            batch.add(next);
            weight += next.weight();
        }
        return batch;
    }

    private List<Completion> takeUnresolved() {
        List<Completion> taken = new ArrayList<>();
        unresolved.drainTo(taken, MAX_ROWS_PER_COMMIT);
        return taken;
    }

    private void commit(LedgerTables tables, Batch batch) {
        if (batch.isEmpty()) {
            return;
        }
        if (isAway()) {
            unresolved.addAll(batch.again());
            journal(tables, batch.requests(), false);
            return;
        }
        Set<Long> settled;
        try {
            settled = tables.commit(batch.begun(), batch.ended());
            commits.increment();
        } catch (RuntimeException e) {
            failedCommits.increment();
            recover(tables, batch, e);
            return;
        }
        Predicate<Completion> isLeft =
                each -> each.isEffective() && !settled.contains(each.intent().operationId());
        finish(batch.without(isLeft));
        Batch left = batch.ends(isLeft);
        if (!left.isEmpty()) {
            decide(tables, left);
        }
    }

    private void decide(LedgerTables tables, Batch batch) {
        boolean[] leavesDirty = new boolean[1];
        try {
            tables.transact(transaction -> leavesDirty[0] = WriteResolution.write(transaction, batch.ended()));
        } catch (RuntimeException e) {
            failedCommits.increment();
            recover(tables, batch, e);
            return;
        }
        commits.increment();
        finish(batch);
        if (leavesDirty[0]) {
            dirtyAppeared.run();
        }
    }

    private void finish(Batch committed) {
        List<Completion> ended = committed.ended();
        rows.add(committed.begun().size() + ended.size());
        ended.forEach(completion -> forget(completion.intent()));
        if (outage != null) {
            outage.ended(ended);
        }
        committed.requests().forEach(LedgerEntry::succeed);
    }

    private void recover(LedgerTables tables, Batch batch, RuntimeException e) {
        List<LedgerEntry> requests = batch.requests();
        if (e instanceof FailureException failed) {
            retryAt = System.nanoTime() + RETRY_NANOS;
            unresolved.addAll(batch.again());
            boolean mayBeCommitted = failed.failure() instanceof Failure.OutcomeUnknown;
            if (mayBeCommitted && !batch.begun().isEmpty()) {
                // An abandoned connection may still deliver the commit, long after it was reported as failed.
                ids.doubt();
            }
            if (outage == null) {
                requests.forEach(request -> putAside(request, failed));
            } else {
                outage.begin();
                journal(tables, requests, mayBeCommitted);
            }
        } else if (requests.size() + batch.again().size() > 1) {
            // The database refuses one of the entries: commit each separately so that the others do not fail with it.
            requests.forEach(request -> commit(tables, List.of(request)));
            batch.again().forEach(completion -> commit(tables, new Batch(List.of(), List.of(completion))));
        } else {
            requests.forEach(request -> giveUp(request, e));
            batch.again().forEach(this::giveUp);
        }
    }

    private void commit(LedgerTables tables, List<? extends LedgerEntry> requests) {
        commit(tables, new Batch(List.copyOf(requests), List.of()));
    }

    /**
     * Writes the batch to the journal, or commits it if another committer has just found the database available again.
     *
     * @param mayBeCommitted whether the database may contain it as well
     */
    private void journal(LedgerTables tables, List<LedgerEntry> batch, boolean mayBeCommitted) {
        OutageBuffer away = Objects.requireNonNull(outage);
        List<LedgerEntry.Begin> begins = new ArrayList<>();
        List<LedgerEntry.End> ends = new ArrayList<>();
        for (LedgerEntry request : batch) {
            switch (request) {
                case LedgerEntry.Begin begin -> begins.add(begin);
                case LedgerEntry.End end -> ends.add(end);
            }
        }
        if (!ends.isEmpty()) {
            journalEnds(away, tables, ends);
        }
        if (!begins.isEmpty()) {
            journalBegins(away, tables, begins, mayBeCommitted);
        }
    }

    private void journalBegins(
            OutageBuffer away, LedgerTables tables, List<LedgerEntry.Begin> begins, boolean mayBeCommitted) {
        List<Intent> intents =
                begins.stream().flatMap(begin -> begin.intents().stream()).toList();
        OutageBuffer.Taken taken = away.takeBegun(intents, mayBeCommitted);
        if (taken == OutageBuffer.Taken.YES) {
            begins.forEach(LedgerEntry::succeed);
        } else if (taken == OutageBuffer.Taken.OVER && !mayBeCommitted) {
            commit(tables, begins);
        } else {
            begins.forEach(begin -> refuse(begin, mayBeCommitted));
        }
    }

    private void journalEnds(OutageBuffer away, LedgerTables tables, List<LedgerEntry.End> ends) {
        OutageBuffer.Taken taken =
                away.takeEnded(ends.stream().map(LedgerEntry.End::completion).toList());
        if (taken == OutageBuffer.Taken.OVER) {
            // If the database has committed them already, their intents are missing there, and the keys are verified.
            commit(tables, ends);
            return;
        }
        boolean isTaken = taken == OutageBuffer.Taken.YES;
        for (LedgerEntry.End end : ends) {
            if (away.endedHere(end.completion().intent()) && isTaken) {
                forget(end.completion().intent());
            } else {
                // The intent may be in the database and must be removed once that is available.
                unresolved.add(end.completion());
            }
            if (isTaken) {
                end.succeed();
            } else {
                end.fail(new FailureException(new Failure.MetadataUnavailable()));
            }
        }
    }

    private void refuse(LedgerEntry.Begin begin, boolean mayBeCommitted) {
        putAside(
                begin,
                new FailureException(
                        mayBeCommitted ? new Failure.OutcomeUnknown("commit") : new Failure.MetadataUnavailable()),
                new Failure.Busy(OUTAGE_RETRY_AFTER));
    }

    /** Answers the caller now; the intents are resolved later. */
    private void putAside(LedgerEntry request, FailureException e) {
        putAside(request, e, new Failure.MetadataUnavailable());
    }

    private void putAside(LedgerEntry request, FailureException e, Failure answer) {
        switch (request) {
            case LedgerEntry.Begin begin -> {
                if (e.failure() instanceof Failure.OutcomeUnknown) {
                    // The caller will not write: intents that were committed are removed as refused.
                    begin.intents().forEach(this::refuse);
                } else {
                    begin.intents().forEach(this::forget);
                }
            }
            case LedgerEntry.End end -> unresolved.add(end.completion());
        }
        request.fail(new FailureException(answer));
    }

    private void refuse(Intent intent) {
        open.giveUp(intent);
        unresolved.add(new Completion(intent, new WriteOutcome.Refused()));
    }

    private void giveUp(LedgerEntry request, RuntimeException e) {
        switch (request) {
            case LedgerEntry.Begin begin -> begin.intents().forEach(this::forget);
            case LedgerEntry.End end -> giveUp(end.completion());
        }
        request.fail(e);
    }

    /**
     * If the database refuses the facts, the key is marked for verification instead; if it refuses that as well, the
     * intent is cleared up after the next start.
     */
    private void giveUp(Completion completion) {
        if (completion.outcome() instanceof WriteOutcome.Written
                || completion.outcome() instanceof WriteOutcome.Assumed) {
            unresolved.add(new Completion(completion.intent(), new WriteOutcome.Changed()));
        } else {
            forget(completion.intent());
        }
    }

    /** The write has ended, or never began; if it was begun again, that has still to be ended. */
    private void forget(Intent intent) {
        open.end(intent).ifPresent(unresolved::add);
    }

    /** Refuses new writes, commits what is queued, and stops. Blocks for at most ten seconds. */
    @Override
    public void close() {
        closed = true;
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(CLOSE_MILLIS);
        try {
            for (Thread committer : committers) {
                committer.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime())));
            }
            if (outage != null && committers.stream().noneMatch(Thread::isAlive)) {
                outage.close();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Counters since the start, and current state.
     *
     * @param open writes begun whose completion is not committed
     * @param queued entries that wait for a commit
     * @param unresolved completions that failed to commit and are retried
     * @param journalBytes size of the journal; 0 while the database is available
     */
    public record Statistics(
            int open, int queued, int unresolved, long commits, long rows, long failedCommits, long journalBytes) {}
}
