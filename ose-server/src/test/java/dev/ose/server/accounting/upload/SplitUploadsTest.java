package dev.ose.server.accounting.upload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.ose.s3.ObjectKey;
import dev.ose.s3.UploadId;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.jobs.RecordedJobs;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SplitUploadsTest {

    private static final Upload ONE = upload("one");
    private static final Upload OTHER = upload("other");

    private final MemorySplitUploads table = new MemorySplitUploads();
    private final AtomicLong nanos = new AtomicLong(5);
    private final SplitUploads uploads = SplitUploads.start(RecordedJobs.jobs(), table, nanos::get);

    private static Upload upload(String id) {
        return new Upload(new BucketId(1), new ObjectKey("k"), new UploadId(id));
    }

    @AfterEach
    void close() {
        uploads.close();
    }

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    /** Wakes the job, and waits until it has noted what goes on. */
    private void note() {
        int before = table.kept.size();
        uploads.end(upload("none"));
        await().atMost(Duration.ofSeconds(30)).until(() -> table.kept.size() > before);
    }

    private void assertIsRefused(Upload upload) {
        assertThatThrownBy(() -> uploads.requireKept(upload)).isInstanceOfSatisfying(FailureException.class, e -> {
            assertThat(e.failure()).isEqualTo(new Failure.MetadataUnavailable());
        });
    }

    @Test
    void uploadIsNotCompletedIfItWasNotNotedForMinutes() {
        uploads.begin(ONE);
        pass(Duration.ofMinutes(4));
        uploads.requireKept(ONE);

        pass(Duration.ofSeconds(1));

        assertIsRefused(ONE);
    }

    @Test
    void notedUploadMayBeCompleted() {
        uploads.begin(ONE);
        pass(Duration.ofMinutes(9));
        note();
        pass(Duration.ofMinutes(3));

        await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> uploads.requireKept(ONE));
    }

    /** Another node may be aborting it already: a note would only seem to take that back. */
    @Test
    void uploadThatWasNotNotedForTooLongIsNotNotedAgain() {
        uploads.begin(ONE);
        pass(Duration.ofMinutes(11));
        uploads.begin(OTHER);

        note();

        assertThat(table.kept).last().isEqualTo(Set.of(OTHER));
        assertIsRefused(ONE);
    }

    @Test
    void uploadsAreNotedAlsoIfNoneCanBeRemoved() {
        table.isRemovalAway = true;
        uploads.begin(ONE);
        pass(Duration.ofMinutes(3));
        note();
        pass(Duration.ofMinutes(3));

        await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> uploads.requireKept(ONE));
    }

    @Test
    void abandonedUploadIsNotedOnceMore() {
        uploads.begin(ONE);
        uploads.begin(OTHER);
        pass(Duration.ofMinutes(20));
        uploads.abandon(ONE);
        table.remove(Set.of(ONE));

        note();
        uploads.begin(OTHER);
        note();

        assertThat(table.recorded()).contains(ONE);
        assertThat(table.kept).last().isEqualTo(Set.of(OTHER));
        assertIsRefused(ONE);
    }

    @Test
    void endedUploadIsNotNotedAgain() {
        uploads.begin(ONE);
        uploads.begin(OTHER);
        uploads.end(ONE);
        uploads.abandon(ONE);

        note();

        assertThat(table.kept).last().isEqualTo(Set.of(OTHER));
        await().atMost(Duration.ofSeconds(30)).until(() -> table.recorded().equals(Set.of(OTHER)));
        assertThat(uploads.live()).isEqualTo(1);
    }
}
