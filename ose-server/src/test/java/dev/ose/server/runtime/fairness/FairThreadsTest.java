package dev.ose.server.runtime.fairness;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class FairThreadsTest {

    private static final String GREEDY = "greedy";
    private static final String MODEST = "modest";
    private static final int AT_ONCE = 4;
    private static final int PER_SHARE = 2;
    private static final int QUEUED = 6;

    private final FairThreads tasks = new FairThreads("test-", AT_ONCE, PER_SHARE, QUEUED);
    private final CountDownLatch mayEnd = new CountDownLatch(1);
    private final Semaphore begun = new Semaphore(0);
    private final Semaphore ended = new Semaphore(0);
    private final List<String> refused = new CopyOnWriteArrayList<>();

    @AfterEach
    void close() {
        mayEnd.countDown();
        tasks.close();
    }

    /** Blocks until released. */
    private void block(String share) {
        tasks.execute(
                share,
                () -> {
                    begun.release();
                    try {
                        mayEnd.await();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                    ended.release();
                },
                () -> refused.add(share));
    }

    private static void await(Semaphore events, int count) throws InterruptedException {
        assertThat(events.tryAcquire(count, 60, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void shareNeverExceedsItsPlacesThoughOthersAreFree() throws InterruptedException {
        for (int i = 0; i < PER_SHARE + QUEUED; i++) {
            block(GREEDY);
        }
        await(begun, PER_SHARE);

        block(MODEST);

        // All places of the queue are taken, and no running task ends: the other share runs nevertheless.
        await(begun, 1);
        assertThat(begun.tryAcquire()).isFalse();
        mayEnd.countDown();
        await(ended, PER_SHARE + QUEUED + 1);
        assertThat(refused).isEmpty();
    }

    @Test
    void whoHasMostOfTheQueueMakesRoom() throws InterruptedException {
        for (int i = 0; i < PER_SHARE + QUEUED; i++) {
            block(GREEDY);
        }
        assertThat(refused).isEmpty();
        block(GREEDY);
        assertThat(refused).containsExactly(GREEDY);

        for (int i = 0; i < PER_SHARE + 1; i++) {
            block(MODEST);
        }

        assertThat(refused).containsExactly(GREEDY, GREEDY);
        mayEnd.countDown();
        await(ended, PER_SHARE + QUEUED - 1 + PER_SHARE + 1);
    }

    @Test
    void taskThatFailsGivesItsPlaceBack() throws InterruptedException {
        for (int i = 0; i < 3 * AT_ONCE; i++) {
            CountDownLatch tried = new CountDownLatch(1);
            tasks.execute(
                    GREEDY,
                    () -> {
                        tried.countDown();
                        throw new IllegalStateException("meant to happen");
                    },
                    () -> refused.add(GREEDY));
            assertThat(tried.await(60, TimeUnit.SECONDS)).isTrue();
        }
        assertThat(refused).isEmpty();
    }

    @Test
    void closedOneRefuses() {
        tasks.close();

        block(GREEDY);

        assertThat(refused).containsExactly(GREEDY);
    }
}
