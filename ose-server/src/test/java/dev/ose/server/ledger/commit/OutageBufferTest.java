package dev.ose.server.ledger.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.s3.ObjectKey;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.catalog.ObjectAddress;
import dev.ose.server.ledger.Completion;
import dev.ose.server.ledger.Intent;
import dev.ose.server.ledger.OperationIds;
import dev.ose.server.ledger.WriteOutcome;
import dev.ose.server.ledger.journal.JournalRecord;
import dev.ose.server.ledger.journal.OutageJournal;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.jobs.OperatorEvent;
import dev.ose.server.runtime.jobs.RecordedJobs;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** The bounds of the journal, with a database that never answers. */
class OutageBufferTest {

    private static final BucketId BUCKET = new BucketId(1);
    private static final LedgerTables AWAY = new LedgerTables() {
        @Override
        public void transact(Consumer<Transaction> work) {
            throw new FailureException(new Failure.MetadataUnavailable());
        }

        @Override
        public Set<Long> settle(UncontendedBatch change) {
            throw new FailureException(new Failure.MetadataUnavailable());
        }

        @Override
        public void close() {}
    };

    private static final LedgerTables BACK = new LedgerTables() {
        @Override
        public void transact(Consumer<Transaction> work) {
            work.accept(new Transaction() {
                @Override
                public Locked lock(SortedSet<ObjectAddress> addresses) {
                    return new Locked(List.of(), Set.of());
                }

                @Override
                public void apply(LedgerChange change) {}
            });
        }

        @Override
        public Set<Long> settle(UncontendedBatch change) {
            return Set.of();
        }

        @Override
        public void close() {}
    };

    private final AtomicLong clock = new AtomicLong();
    private final AtomicLong foreignBytes = new AtomicLong();
    private final AtomicBoolean isDiskFull = new AtomicBoolean();
    private final MemoryJournal records = new MemoryJournal();
    private final RecordedJobs recorded = new RecordedJobs();
    private final OutageBuffer outage = new OutageBuffer(recorded.make(), journal(), clock::get);
    private final GroupCommitLedger ledger = new GroupCommitLedger(new OperationIds(1), () -> {}, 100, outage);

    @Test
    void journalThatIsFullLetsWritesEndAndNoneBegin() {
        Intent open = begun();
        foreignBytes.set(OutageBuffer.MAX_BYTES);

        assertRefused();
        assertThat(ended(open)).isCompleted();
        assertThat(records.read(0, 9).records())
                .extracting(JournalRecord::kind)
                .containsExactly(JournalRecord.Kind.BEGUN, JournalRecord.Kind.ENDED);
    }

    @Test
    void outageThatTakesTooLongLetsWritesEndAndNoneBegin() {
        Intent open = begun();
        clock.addAndGet(OutageBuffer.MAX_DURATION.toNanos());
        Intent another = begun();
        clock.incrementAndGet();

        assertRefused();
        assertThat(ended(open)).isCompleted();
        assertThat(ended(another)).isCompleted();
        assertThat(ledger.statistics().open()).isZero();
    }

    @Test
    void outageIsReportedOnceAndItsReplaysAreNoFailures() {
        assertThat(ended(begun())).isCompleted();
        clock.addAndGet(Duration.ofSeconds(2).toNanos());
        outage.replay(AWAY);
        clock.addAndGet(Duration.ofSeconds(2).toNanos());
        outage.replay(BACK);

        assertThat(recorded.events())
                .hasExactlyElementsOfTypes(OperatorEvent.OutageBegan.class, OperatorEvent.OutageEnded.class);
    }

    @Test
    void journalOfAnEarlierLifeIsAnOutageOnlyIfTheDatabaseIsAway() {
        begun();
        recorded.events().clear();
        OutageBuffer next = new OutageBuffer(recorded.make(), journal(), clock::get);

        assertThat(next.isOn()).isTrue();
        assertThat(recorded.events()).isEmpty();
        next.replay(AWAY);
        assertThat(recorded.events()).hasExactlyElementsOfTypes(OperatorEvent.OutageBegan.class);
    }

    /** Another committer may have replayed the journal just before: records added now would not be read again. */
    @Test
    void journalTakesNothingOnceItIsReplayed() {
        Intent open = begun();
        clock.addAndGet(Duration.ofSeconds(2).toNanos());
        outage.replay(BACK);

        assertThat(outage.isOn()).isFalse();
        assertThat(outage.takeEnded(List.of(new Completion(open, new WriteOutcome.Deleted()))))
                .isEqualTo(OutageBuffer.Taken.OVER);
        assertThat(outage.takeBegun(List.of(new Intent(7, BUCKET, new ObjectKey("k"))), false))
                .isEqualTo(OutageBuffer.Taken.OVER);
        assertThat(records.read(0, 9).records())
                .extracting(JournalRecord::kind)
                .containsExactly(JournalRecord.Kind.BEGUN);
    }

    @Test
    void journalThatCannotBeMadeSmallerIsNotReplayedAgain() {
        assertThat(ended(begun())).isCompleted();
        isDiskFull.set(true);
        clock.addAndGet(Duration.ofSeconds(2).toNanos());

        assertThat(outage.replay(BACK)).isTrue();
        assertThat(outage.isOn()).isFalse();
        outage.begin();
        clock.addAndGet(Duration.ofSeconds(2).toNanos());
        assertThat(outage.replay(BACK)).isFalse();
        assertThat(outage.isOn()).isFalse();
        isDiskFull.set(false);
        outage.ended(List.of());

        assertThat(records.end()).isZero();
    }

    /** Its end may be committed just when another commit starts the next outage. */
    @Test
    void writeThatEndedDuringTheNextOutageDoesNotKeepTheJournal() {
        Intent open = begun();
        clock.addAndGet(Duration.ofSeconds(2).toNanos());
        outage.replay(BACK);
        assertThat(records.end()).isPositive();
        outage.begin();

        outage.ended(List.of(new Completion(open, new WriteOutcome.Deleted())));
        clock.addAndGet(Duration.ofSeconds(2).toNanos());
        outage.replay(BACK);

        assertThat(outage.isOn()).isFalse();
        assertThat(records.end()).isZero();
    }

    private Intent begun() {
        CompletableFuture<Intent> intent = ledger.begin(BUCKET, new ObjectKey("k"));
        ledger.commitNow(AWAY);
        return intent.join();
    }

    private CompletableFuture<Void> ended(Intent intent) {
        CompletableFuture<Void> end = ledger.complete(intent, new WriteOutcome.Deleted());
        ledger.commitNow(AWAY);
        return end;
    }

    private void assertRefused() {
        CompletableFuture<Intent> refused = ledger.begin(BUCKET, new ObjectKey("k"));
        ledger.commitNow(AWAY);

        assertThatThrownBy(refused::join)
                .isInstanceOf(CompletionException.class)
                .cause()
                .isInstanceOfSatisfying(
                        FailureException.class, e -> assertThat(e.failure()).isInstanceOf(Failure.Busy.class));
    }

    /** Larger than its content. */
    private OutageJournal journal() {
        return new OutageJournal() {
            @Override
            public boolean append(List<JournalRecord> added) {
                return records.append(added);
            }

            @Override
            public Chunk read(long position, int limit) {
                return records.read(position, limit);
            }

            @Override
            public long end() {
                return records.end() + foreignBytes.get();
            }

            @Override
            public boolean restart(List<JournalRecord> kept) {
                return !isDiskFull.get() && records.restart(kept);
            }

            @Override
            public void close() {}
        };
    }
}
