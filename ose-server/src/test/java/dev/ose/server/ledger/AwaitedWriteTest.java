package dev.ose.server.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.s3.ObjectKey;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** The steps of a write, in a ledger that may be away at each of them. */
class AwaitedWriteTest {

    private static final ObjectKey A = new ObjectKey("a");
    private static final ObjectKey B = new ObjectKey("b");

    private final List<String> steps = new ArrayList<>();
    private final AwaitedWrite write = new AwaitedWrite(new RecordingLedger(), new BucketId(1), "CopyObject");
    private boolean isAwayAtBegin;
    private boolean isAwayAtEnd;

    private String send(Supplier<String> platform, WriteOutcome outcome) {
        return write.send(
                A,
                () -> {
                    steps.add("send");
                    return platform.get();
                },
                _ -> outcome);
    }

    private static Supplier<String> failing(RuntimeException e) {
        return () -> {
            throw e;
        };
    }

    private static void assertUnknown(Throwable thrown) {
        assertThat(thrown).isInstanceOfSatisfying(FailureException.class, e -> assertThat(e.failure())
                .isEqualTo(new Failure.OutcomeUnknown("CopyObject")));
    }

    @Test
    void writeIsSentBetweenItsBeginAndItsEnd() {
        assertThat(send(() -> "stored", new WriteOutcome.Changed())).isEqualTo("stored");

        assertThat(steps).containsExactly("begin a", "send", "Changed a");
        assertThat(write.hasStoredNothing()).isFalse();
    }

    @Test
    void writeWithoutIntentIsNotSent() {
        isAwayAtBegin = true;

        assertThatThrownBy(() -> send(() -> "stored", new WriteOutcome.Changed()))
                .isInstanceOf(FailureException.class);

        assertThat(steps).isEmpty();
        assertThat(write.hasStoredNothing()).isTrue();
    }

    @Test
    void outcomeOfAStoredWriteIsUnknownIfItCannotBeRecorded() {
        isAwayAtEnd = true;

        assertThatThrownBy(() -> send(() -> "stored", new WriteOutcome.Changed()))
                .satisfies(AwaitedWriteTest::assertUnknown);

        assertThat(write.hasStoredNothing()).isFalse();
    }

    @Test
    void refusalIsTheAnswerThoughItCannotBeRecorded() {
        isAwayAtEnd = true;

        assertThat(send(() -> "refused", new WriteOutcome.Refused())).isEqualTo("refused");

        assertThat(write.hasStoredNothing()).isTrue();
    }

    @Test
    void lostAnswerIsRecordedAsUnknown() {
        FailureException lost = new FailureException(new Failure.OutcomeUnknown("CopyObject"));

        assertThatThrownBy(() -> send(failing(lost), new WriteOutcome.Changed()))
                .isSameAs(lost);

        assertThat(steps).containsExactly("begin a", "send", "Unknown a");
        assertThat(write.hasStoredNothing()).isFalse();
    }

    @Test
    void unreachablePlatformHasDoneNothingRecordedOrNot() {
        isAwayAtEnd = true;
        FailureException unreachable = new FailureException(new Failure.PlatformUnreachable("p"));

        assertThatThrownBy(() -> send(failing(unreachable), new WriteOutcome.Changed()))
                .isSameAs(unreachable);

        assertThat(write.hasStoredNothing()).isTrue();
    }

    @Test
    void bugLeavesTheOutcomeOpen() {
        IllegalStateException bug = new IllegalStateException("bug");

        assertThatThrownBy(() -> send(failing(bug), new WriteOutcome.Changed())).isSameAs(bug);

        assertThat(steps).containsExactly("begin a", "send", "Unknown a");
        assertThat(write.hasStoredNothing()).isFalse();
    }

    @Test
    void eachKeyHasAnOutcomeOfItsOwn() {
        isAwayAtEnd = true;

        assertThatThrownBy(() -> write.sendAll(
                        List.of(A, B),
                        () -> "answer",
                        _ -> key -> key.equals(A) ? new WriteOutcome.Refused() : new WriteOutcome.Deleted()))
                .satisfies(AwaitedWriteTest::assertUnknown);

        assertThat(steps).containsExactly("begin a", "begin b", "Refused a", "Deleted b");
        assertThat(write.hasStoredNothing()).isFalse();
    }

    private final class RecordingLedger implements ObjectLedger {

        @Override
        public CompletableFuture<Intent> begin(BucketId bucket, ObjectKey key) {
            return beginAll(bucket, List.of(key)).thenApply(List::getFirst);
        }

        @Override
        public CompletableFuture<List<Intent>> beginAll(BucketId bucket, Collection<ObjectKey> keys) {
            if (isAwayAtBegin) {
                return away();
            }
            keys.forEach(key -> steps.add("begin " + key.value()));
            return soon(keys.stream()
                    .map(key -> new Intent(key.hashCode(), bucket, key))
                    .toList());
        }

        @Override
        public CompletableFuture<Void> complete(Intent intent, WriteOutcome outcome) {
            steps.add(outcome.getClass().getSimpleName() + ' ' + intent.key().value());
            return isAwayAtEnd ? away() : CompletableFuture.completedFuture(null);
        }

        private static <T> CompletableFuture<T> away() {
            return CompletableFuture.failedFuture(new FailureException(new Failure.MetadataUnavailable()));
        }

        /** Later, so that a step that does not wait is found out. */
        private static <T> CompletableFuture<T> soon(T value) {
            return CompletableFuture.supplyAsync(
                    () -> value, CompletableFuture.delayedExecutor(5, TimeUnit.MILLISECONDS));
        }
    }
}
