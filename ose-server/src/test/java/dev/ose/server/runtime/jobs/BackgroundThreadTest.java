package dev.ose.server.runtime.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class BackgroundThreadTest {

    private static final Duration LONG = Duration.ofHours(1);

    private final AtomicReference<BackgroundThread> thread = new AtomicReference<>();

    private BackgroundThread start(BackgroundThread.Work work) {
        BackgroundThread made = new BackgroundThread("test", work);
        thread.set(made);
        made.start();
        return made;
    }

    @Test
    void workGoesOnUntilItIsStopped() throws InterruptedException {
        CountDownLatch thrice = new CountDownLatch(3);
        AtomicInteger ended = new AtomicInteger();
        BackgroundThread working = start(() -> {
            while (thread.get().pause(Duration.ZERO)) {
                thrice.countDown();
            }
            ended.incrementAndGet();
        });

        assertThat(thrice.await(60, TimeUnit.SECONDS)).isTrue();
        working.close(LONG);

        assertThat(ended).hasValue(1);
        assertThat(working.isStopping()).isTrue();
    }

    @Test
    void pauseEndsWhenWorkIsToStop() {
        AtomicInteger ended = new AtomicInteger();
        BackgroundThread working = start(() -> {
            if (!thread.get().pause(LONG)) {
                ended.incrementAndGet();
            }
        });

        working.close(LONG);

        assertThat(ended).hasValue(1);
    }
}
