package dev.ose.server.accounting.quota;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.s3.ObjectKey;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.catalog.ObjectAddress;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.jobs.RecordedJobs;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How often a lease is requested before a write is refused. */
@Timeout(60)
class QuotaServiceTest {

    private static final Limit LIMIT = new Limit(1, Limit.Holder.TENANT, true, true);
    private static final QuotaTarget KEY =
            new QuotaTarget.OfObject(new ObjectAddress(new BucketId(1), new ObjectKey("k")));

    private final AtomicInteger asked = new AtomicInteger();

    @Test
    void writeThatWasCountedBeforeItWasOverTakesNoRoomFromTheNext() {
        try (QuotaService book = book(DenialReason.UNDER_WAY)) {
            assertThat(reserve(book).isNone()).isFalse();
        }
        assertThat(asked).hasValue(2);
    }

    @Test
    void whatIsStoredIsNotAskedForTwice() {
        try (QuotaService book = book(DenialReason.STORED)) {
            assertExceeded(book);
        }
        assertThat(asked).hasValue(1);
    }

    @Test
    void writesUnderWayAreNotWaitedForUntilTheyEnd() {
        try (QuotaService book =
                book(DenialReason.UNDER_WAY, DenialReason.UNDER_WAY, DenialReason.UNDER_WAY, DenialReason.UNDER_WAY)) {
            assertExceeded(book);
        }
    }

    private static Reservation reserve(QuotaService book) {
        return book.reserve(KEY, StorageAmount.ofObject(8)).join();
    }

    private static void assertExceeded(QuotaService book) {
        assertThatThrownBy(() -> reserve(book))
                .isInstanceOf(CompletionException.class)
                .cause()
                .isInstanceOfSatisfying(
                        FailureException.class, e -> assertThat(e.failure()).isInstanceOf(Failure.QuotaExceeded.class));
    }

    /** A service whose database refuses for these reasons in turn, and then grants. */
    private QuotaService book(DenialReason... refusals) {
        Queue<DenialReason> left = new ArrayDeque<>(List.of(refusals));
        return QuotaService.start(
                RecordedJobs.jobs(),
                bucket -> CompletableFuture.completedFuture(List.of(LIMIT)),
                (id, held, wanted, target) -> {
                    if (wanted.isNothing()) {
                        return new LeaseTable.Answer(StorageAmount.NOTHING, StorageAmount.NOTHING, DenialReason.LEASED);
                    }
                    asked.incrementAndGet();
                    DenialReason shortage = left.poll();
                    return shortage == null
                            ? new LeaseTable.Answer(wanted, StorageAmount.NOTHING, DenialReason.LEASED)
                            : new LeaseTable.Answer(StorageAmount.NOTHING, StorageAmount.NOTHING, shortage);
                });
    }
}
