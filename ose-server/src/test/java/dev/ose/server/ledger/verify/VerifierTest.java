package dev.ose.server.ledger.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.ose.s3.ObjectKey;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.catalog.ObjectAddress;
import dev.ose.server.runtime.fairness.PerEndpointQueue;
import dev.ose.server.runtime.jobs.RecordedJobs;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class VerifierTest {

    private static final BucketId SILENT = new BucketId(1);
    private static final BucketId QUICK = new BucketId(2);

    private final Queue<DirtyKey> due = new ArrayDeque<>();
    private final AtomicInteger putBack = new AtomicInteger();
    private final AtomicInteger asked = new AtomicInteger();
    private final CountDownLatch end = new CountDownLatch(1);

    @Test
    void silentEndpointDoesNotDelayKeysOfOthers() {
        mark(SILENT, 0, 500);
        mark(QUICK, 500, 1000);

        Verifier verifier = Verifier.start(RecordedJobs.jobs(), new Marks(), new Endpoints());
        try {
            await().atMost(Duration.ofMinutes(1)).until(() -> verifier.settled() == 500);
            assertThat(asked.get()).isEqualTo(PerEndpointQueue.AT_ONCE_PER_ENDPOINT);
            assertThat(putBack.get()).isPositive();
        } finally {
            end.countDown();
        }
        await().atMost(Duration.ofMinutes(1)).until(() -> verifier.settled() == 1000);
        verifier.close();
    }

    private void mark(BucketId bucket, int from, int to) {
        for (int key = from; key < to; key++) {
            due.add(new DirtyKey(new ObjectAddress(bucket, new ObjectKey("k" + key)), 1, false));
        }
    }

    /** Two platforms, one of which does not answer until the end. */
    private final class Endpoints implements ObjectProbe {

        @Override
        public KeyContent probe(BucketId bucket, ObjectKey key) {
            if (bucket.equals(SILENT)) {
                asked.incrementAndGet();
                try {
                    end.await();
                } catch (InterruptedException stopped) {
                    Thread.currentThread().interrupt();
                }
            }
            return KeyContent.NOTHING;
        }

        @Override
        public Object endpoint(BucketId bucket) {
            return bucket;
        }
    }

    /** In the order in which they were marked or put back. */
    private final class Marks implements DirtyKeys {

        @Override
        public List<DirtyKey> claim(int limit) {
            synchronized (due) {
                List<DirtyKey> claimed = new ArrayList<>();
                while (claimed.size() < limit && !due.isEmpty()) {
                    claimed.add(due.remove());
                }
                return claimed;
            }
        }

        @Override
        public void putBack(List<DirtyKey> keys) {
            synchronized (due) {
                due.addAll(keys);
                putBack.addAndGet(keys.size());
            }
        }

        @Override
        public boolean settle(DirtyKey key, KeyContent content) {
            return true;
        }

        @Override
        public void postpone(DirtyKey key) {}

        @Override
        public void refuse(DirtyKey key) {}

        @Override
        public int countRefused() {
            return 0;
        }
    }
}
