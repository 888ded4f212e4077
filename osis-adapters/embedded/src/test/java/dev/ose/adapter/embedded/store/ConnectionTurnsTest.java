package dev.ose.adapter.embedded.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class ConnectionTurnsTest {

    private static final Duration LONG = Duration.ofMinutes(1);
    private static final int MANY = 10 * ConnectionTurns.MAX;

    @Test
    void requestsBeyondTheBoundWaitForTheirTurn() throws Exception {
        ConnectionTurns turns = new ConnectionTurns(LONG);
        AtomicInteger working = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        Semaphore go = new Semaphore(0);
        CountDownLatch full = new CountDownLatch(ConnectionTurns.MAX);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Integer>> all = new ArrayList<>();
            for (int i = 0; i < MANY; i++) {
                all.add(threads.submit(() -> turns.take(() -> {
                    most.accumulateAndGet(working.incrementAndGet(), Math::max);
                    full.countDown();
                    go.acquireUninterruptibly();
                    return working.decrementAndGet();
                })));
            }
            assertThat(full.await(1, TimeUnit.MINUTES)).isTrue();
            go.release(MANY);
            for (Future<Integer> each : all) {
                assertThat(each.get(1, TimeUnit.MINUTES)).isNotNegative();
            }
        }
        assertThat(most).hasValue(ConnectionTurns.MAX);
    }

    @Test
    void workWithinWorkHasItsTurnAlready() throws Exception {
        ConnectionTurns turns = new ConnectionTurns(Duration.ZERO);
        CountDownLatch inside = new CountDownLatch(ConnectionTurns.MAX);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<String>> all = new ArrayList<>();
            for (int i = 0; i < ConnectionTurns.MAX; i++) {
                all.add(threads.submit(() -> turns.take(() -> {
                    inside.countDown();
                    await(inside);
                    return turns.take(() -> "done");
                })));
            }
            for (Future<String> each : all) {
                assertThat(each.get(1, TimeUnit.MINUTES)).isEqualTo("done");
            }
        }
    }

    @Test
    void waitEndsWithoutATurn() throws Exception {
        ConnectionTurns turns = new ConnectionTurns(Duration.ofMillis(1));
        CountDownLatch inside = new CountDownLatch(ConnectionTurns.MAX);
        CountDownLatch over = new CountDownLatch(1);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<String>> all = new ArrayList<>();
            for (int i = 0; i < ConnectionTurns.MAX; i++) {
                all.add(threads.submit(() -> turns.take(() -> {
                    inside.countDown();
                    await(over);
                    return "done";
                })));
            }
            await(inside);

            assertThatExceptionOfType(SQLTransientConnectionException.class)
                    .isThrownBy(() -> turns.take(() -> "never"))
                    .satisfies(thrown -> assertThat(thrown.getSQLState()).startsWith("53"));

            over.countDown();
            for (Future<String> each : all) {
                assertThat(each.get(1, TimeUnit.MINUTES)).isEqualTo("done");
            }
            assertThat(turns.<String>take(() -> "next")).isEqualTo("next");
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(1, TimeUnit.MINUTES)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
