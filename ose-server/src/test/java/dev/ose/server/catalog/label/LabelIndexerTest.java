package dev.ose.server.catalog.label;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.ose.s3.ObjectKey;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.catalog.IndexedObject;
import dev.ose.server.catalog.KeyRange;
import dev.ose.server.catalog.ObjectAddress;
import dev.ose.server.catalog.ObjectFacts;
import dev.ose.server.catalog.ObjectIndex;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.fairness.PerEndpointQueue;
import dev.ose.server.runtime.jobs.RecordedJobs;
import dev.ose.server.tenant.TenantId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class LabelIndexerTest {

    private static final BucketId SILENT = new BucketId(1);
    private static final BucketId QUICK = new BucketId(2);
    private static final Labels TOLD = new Labels.Collector().contentType("a/b").labels();

    private final MemoryLabels queue = new MemoryLabels();
    private final LabelNotes notes = new LabelNotes(queue);
    private final AtomicInteger askedInVain = new AtomicInteger();
    private final AtomicInteger steps = new AtomicInteger();
    private final CountDownLatch end = new CountDownLatch(1);

    @Test
    void silentPlatformDoesNotDelayObjectsOfOthers() {
        for (int i = 0; i < 300; i++) {
            notes.changed(address(SILENT, "k" + i), true);
            notes.changed(address(QUICK, "k" + i), true);
        }

        LabelIndexer indexer = start();
        try {
            await().atMost(Duration.ofMinutes(1)).until(() -> indexer.indexed() == 300);
            assertThat(askedInVain.get()).isEqualTo(PerEndpointQueue.AT_ONCE_PER_ENDPOINT);
        } finally {
            end.countDown();
        }
        await().atMost(Duration.ofMinutes(1)).until(() -> indexer.indexed() == 600);
        indexer.close();
        assertThat(queue.kept.values()).containsOnly(Optional.of(TOLD));
        assertThat(steps.get()).as("filled beside that").isPositive();
    }

    @Test
    void refusalsAndTroubleAreToldApartAndWhatIsGoneIsNotAskedFor() {
        for (String key : List.of("refused", "trouble", "gone", "bug", "well")) {
            notes.changed(address(QUICK, key), true);
        }

        try (LabelIndexer indexer = start()) {
            await().atMost(Duration.ofMinutes(1)).until(() -> indexer.indexed() == 2 && indexer.postponed() == 3);
            assertThat(queue.refused).containsExactly(address(QUICK, "refused"));
            assertThat(queue.postponed).containsExactlyInAnyOrder(address(QUICK, "trouble"), address(QUICK, "bug"));
            assertThat(queue.kept.get(address(QUICK, "gone"))).isEmpty();
            assertThat(queue.kept.get(address(QUICK, "well"))).contains(TOLD);
        }
    }

    @Test
    void whatChangedWhileTheDatabaseWasAwayIsNotedWhenItIsBack() {
        queue.isGone = true;
        notes.changed(address(QUICK, "a"), true);
        notes.changed(address(QUICK, "a"), true);
        notes.changedUnnoted(address(QUICK, "b"), false);
        notes.changedUnnoted(address(QUICK, "b"), true);

        try (LabelIndexer indexer = start()) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
            assertThat(indexer.indexed()).isZero();
            queue.isGone = false;
            await().atMost(Duration.ofMinutes(1)).until(() -> indexer.indexed() == 2);
            assertThat(queue.noted).containsExactlyInAnyOrder(address(QUICK, "a"), address(QUICK, "b"));
            assertThat(queue.unsure).containsExactly(address(QUICK, "b"));
        }
    }

    private LabelIndexer start() {
        return LabelIndexer.start(
                RecordedJobs.jobs(),
                new LabelIndexer.Parts(new NothingToFill(), queue, notes, new Index(), new Probe()));
    }

    private static ObjectAddress address(BucketId bucket, String key) {
        return new ObjectAddress(bucket, new ObjectKey(key));
    }

    /** Two platforms, one of which does not answer until the end. */
    private final class Probe implements LabelProbe {

        @Override
        public Optional<Labels> ask(BucketId bucket, ObjectKey key) {
            if (bucket.equals(SILENT)) {
                askedInVain.incrementAndGet();
                try {
                    end.await();
                } catch (InterruptedException stopped) {
                    Thread.currentThread().interrupt();
                }
            }
            return switch (key.value()) {
                case "refused" -> throw new FailureException(new Failure.PlatformRefused("p", "status 403"));
                case "trouble" -> throw new FailureException(new Failure.PlatformUnreachable("p"));
                case "bug", "gone" -> throw new IllegalStateException("never to be asked");
                default -> Optional.of(TOLD);
            };
        }

        @Override
        public Object endpoint(BucketId bucket) {
            return bucket;
        }
    }

    /** Has every object but one. */
    private static final class Index implements ObjectIndex {

        @Override
        public Optional<ObjectFacts> get(ObjectAddress address) {
            return address.key().value().equals("gone")
                    ? Optional.empty()
                    : Optional.of(new ObjectFacts(1, "e", Instant.EPOCH, null));
        }

        @Override
        public List<IndexedObject> range(BucketId bucket, KeyRange range, int limit) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Count count(BucketId bucket) {
            throw new UnsupportedOperationException();
        }
    }

    private final class NothingToFill implements BucketLabels {

        @Override
        public Status status(TenantId tenant, BucketId bucket) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void keep(TenantId tenant, BucketId bucket) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void drop(TenantId tenant, BucketId bucket) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean work() {
            steps.incrementAndGet();
            return false;
        }
    }
}
