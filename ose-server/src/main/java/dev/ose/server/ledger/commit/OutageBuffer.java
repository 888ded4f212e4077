package dev.ose.server.ledger.commit;

import dev.ose.server.catalog.ObjectAddress;
import dev.ose.server.ledger.Completion;
import dev.ose.server.ledger.Intent;
import dev.ose.server.ledger.journal.JournalRecord;
import dev.ose.server.ledger.journal.OutageJournal;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.jobs.JobHealth;
import dev.ose.server.runtime.jobs.Jobs;
import dev.ose.server.runtime.jobs.OperatorEvent;
import dev.ose.server.runtime.jobs.OperatorEvents;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Writes to a journal while the database is unavailable, and marks the keys for verification afterwards. Records of the
 * journal are never applied to rows, because other nodes may have written the same keys. Therefore the order of the
 * replay is irrelevant, and so is a second replay after a crash.
 *
 * <p>A write that began in the journal has no intent in the database. Its completion there counts as overlapped, which
 * marks the key again; until then its record stays in the journal. Thread-safe.
 */
final class OutageBuffer {

    static final long MAX_BYTES = 1L << 30;
    static final Duration MAX_DURATION = Duration.ofMinutes(30);

    /** Reserved for the completions of writes that were accepted. */
    private static final long RESERVE_BYTES = 128L << 20;

    private static final long TRY_NANOS = Duration.ofSeconds(1).toNanos();
    private static final int RECORDS_PER_STEP = 500;

    private final OutageJournal journal;
    private final LongSupplier nanoTime;
    private final Map<Long, Open> open = new HashMap<>();
    private final Set<Long> dangling = new HashSet<>();
    private final OperatorEvents events;
    private final JobHealth replays;
    private final AtomicBoolean isReplaying = new AtomicBoolean();
    private volatile boolean on;
    private long since;
    private volatile long triedAt;
    private long replayedTo;
    /** Whether the begin of this outage was reported. */
    private boolean isBeginReported;
    /** Whether it was reported that the journal is full. */
    private boolean isFullReported;

    /** Starts with what an earlier process left in the journal; on until that is replayed. */
    OutageBuffer(Jobs jobs, OutageJournal journal, LongSupplier nanoTime) {
        this.journal = journal;
        this.nanoTime = nanoTime;
        this.events = jobs.events();
        this.replays = jobs.health("journal-replay");
        long at = 0;
        while (at < journal.end()) {
            OutageJournal.Chunk chunk = journal.read(at, RECORDS_PER_STEP);
            chunk.records().forEach(this::recall);
            at = chunk.next();
        }
        on = at > 0;
        since = nanoTime.getAsLong();
        triedAt = since - TRY_NANOS;
    }

    private void recall(JournalRecord record) {
        if (record.kind() == JournalRecord.Kind.BEGUN) {
            dangling.add(record.intent().operationId());
        } else {
            dangling.remove(record.intent().operationId());
        }
    }

    /** Whether writes go to the journal. */
    boolean isOn() {
        return on;
    }

    long journalBytes() {
        return journal.end();
    }

    /** The database does not answer: writes go to the journal from now on. */
    synchronized void begin() {
        if (!on) {
            on = true;
            since = nanoTime.getAsLong();
            triedAt = since;
        }
        reportBegin();
    }

    /** A journal left by an earlier process is no outage while the database answers: it is replayed within moments. */
    private synchronized void reportBegin() {
        if (on && !isBeginReported) {
            isBeginReported = true;
            events.report(new OperatorEvent.OutageBegan(journal.end()));
        }
    }

    /**
     * Takes intents of writes.
     *
     * @param mayBeElsewhere whether the intents may be in the database as well
     * @return {@code NO} if the journal is full or has been used for too long
     */
    synchronized Taken takeBegun(List<Intent> intents, boolean mayBeElsewhere) {
        if (!on) {
            return Taken.OVER;
        }
        if (journal.end() >= MAX_BYTES || nanoTime.getAsLong() - since > MAX_DURATION.toNanos()) {
            return full();
        }
        List<JournalRecord> records = intents.stream()
                .map(intent -> new JournalRecord(JournalRecord.Kind.BEGUN, intent))
                .toList();
        boolean taken = journal.append(records);
        if (taken) {
            intents.forEach(intent -> open.put(intent.operationId(), new Open(intent, mayBeElsewhere)));
        }
        return taken ? Taken.YES : full();
    }

    private Taken full() {
        if (!isFullReported) {
            isFullReported = true;
            events.report(new OperatorEvent.JournalFull(journal.end()));
        }
        return Taken.NO;
    }

    /** Takes completions; {@code NO} if the journal is full. */
    synchronized Taken takeEnded(List<Completion> completions) {
        if (!on) {
            return Taken.OVER;
        }
        boolean taken = journal.end() < MAX_BYTES + RESERVE_BYTES
                && journal.append(completions.stream().map(JournalRecord::of).toList());
        return taken ? Taken.YES : full();
    }

    /** Forgets a write that ended; returns whether its intent was here and certainly not in the database. */
    synchronized boolean endedHere(Intent intent) {
        @Nullable Open known = open.remove(intent.operationId());
        return known != null && !known.mayBeElsewhere();
    }

    /** The database has committed these: their records in the journal are obsolete. */
    void ended(List<Completion> completions) {
        if (journal.end() == 0) {
            return;
        }
        synchronized (this) {
            completions.forEach(each -> open.remove(each.intent().operationId()));
            if (open.isEmpty() && !on && journal.restart(List.of())) {
                replayedTo = 0;
            }
        }
    }

    /**
     * Marks the keys of the journal for verification if the database answers, and then ends the outage. Returns at once
     * if another thread is replaying or the last attempt was a moment ago.
     *
     * @return whether keys were marked
     */
    boolean replay(LedgerTables tables) {
        if (!on || nanoTime.getAsLong() - triedAt < TRY_NANOS || !isReplaying.compareAndSet(false, true)) {
            return false;
        }
        boolean marked = false;
        try {
            while (on) {
                OutageJournal.Chunk chunk = journal.read(replayedTo, RECORDS_PER_STEP);
                SortedMap<ObjectAddress, Boolean> dirty = dirty(chunk.records());
                // Even without a key: the database must answer before writes go there again.
                tables.transact(transaction -> mark(transaction, dirty));
                marked |= !dirty.isEmpty();
                replayedTo = chunk.next();
                finishIfDone();
            }
            replays.succeeded();
        } catch (FailureException away) {
            // The outage continues; this is no failure of the replay. The journal stays.
            triedAt = nanoTime.getAsLong();
            reportBegin();
        } catch (RuntimeException broken) {
            // A failing disk, or a bug: keep both the journal and the thread that replays it.
            replays.failed(broken);
            triedAt = nanoTime.getAsLong();
        } finally {
            isReplaying.set(false);
        }
        return marked;
    }

    /** Marks keys for verification; true for those on which a write may still surface. */
    static void mark(LedgerTables.Transaction transaction, SortedMap<ObjectAddress, Boolean> dirty) {
        SortedSet<ObjectAddress> addresses = new TreeSet<>(dirty.keySet());
        transaction.lock(addresses);
        transaction.apply(new LedgerChange(dirty, List.of(), new TreeMap<>(), new TreeSet<>(), new TreeMap<>()));
    }

    private synchronized SortedMap<ObjectAddress, Boolean> dirty(List<JournalRecord> records) {
        SortedMap<ObjectAddress, Boolean> dirty = new TreeMap<>();
        for (JournalRecord record : records) {
            long operation = record.intent().operationId();
            switch (record.kind()) {
                case BEGUN -> {
                    if (open.containsKey(operation) || dangling.contains(operation)) {
                        dirty.put(record.address(), true);
                    }
                }
                case ENDED -> dirty.putIfAbsent(record.address(), false);
                case UNSURE -> dirty.put(record.address(), true);
                case REFUSED -> {}
            }
        }
        return dirty;
    }

    private synchronized void finishIfDone() {
        if (replayedTo < journal.end()) {
            return;
        }
        List<JournalRecord> kept = new ArrayList<>();
        open.values().forEach(each -> kept.add(new JournalRecord(JournalRecord.Kind.BEGUN, each.intent())));
        // If the file cannot be shortened, its records are harmless: the next process marks those keys once more.
        replayedTo = journal.restart(kept) ? 0 : journal.end();
        dangling.clear();
        on = false;
        isBeginReported = false;
        isFullReported = false;
        events.report(new OperatorEvent.OutageEnded(Duration.ofNanos(nanoTime.getAsLong() - since)));
    }

    /** Leaves the content of the journal to the next process. */
    synchronized void close() {
        journal.close();
    }

    /** The result of taking records. */
    enum Taken {
        YES,
        NO,
        /** The outage is over and the journal was replayed, so records added now would not be found. */
        OVER
    }

    /** A write that began here and has not ended. */
    private record Open(Intent intent, boolean mayBeElsewhere) {}
}
