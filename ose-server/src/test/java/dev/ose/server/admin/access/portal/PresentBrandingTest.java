package dev.ose.server.admin.access.portal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.revision.Expected;
import dev.ose.server.runtime.revision.Revised;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PresentBrandingTest {

    private final AtomicLong nanos = new AtomicLong();
    private final Stored store = new Stored();
    private final PresentBranding present = new PresentBranding(store, nanos::get);

    /** A branding that counts its readings, or a database that is away. */
    private static final class Stored implements BrandingStore {

        private @Nullable String name = "first";
        private int readings;
        private Runnable meanwhile = () -> {};

        @Override
        public Revised<Branding> get() {
            readings++;
            meanwhile.run();
            if (name == null) {
                throw new FailureException(new Failure.MetadataUnavailable());
            }
            return new Revised<>(new Branding(name, new Branding.Accent(null, null), null, List.of(), null), readings);
        }

        @Override
        public void put(Branding branding, Expected expected) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void putLogo(@Nullable LogoImage logo, Expected expected) {
            throw new UnsupportedOperationException();
        }
    }

    private @Nullable String nameAfter(Duration time) {
        nanos.addAndGet(time.toNanos());
        return present.now().productName();
    }

    @Test
    void isReadOnceInAWhileAndAtOnceAfterAChange() {
        assertThat(nameAfter(Duration.ZERO)).isEqualTo("first");
        store.name = "second";
        assertThat(nameAfter(Duration.ofSeconds(5))).isEqualTo("first");
        assertThat(store.readings).isOne();
        assertThat(nameAfter(Duration.ofMillis(1))).isEqualTo("second");
        store.name = "third";
        present.refresh();
        assertThat(nameAfter(Duration.ZERO)).isEqualTo("third");
    }

    @Test
    void staysWhileTheDatabaseIsAwayWhichIsNotAskedByEveryCaller() {
        assertThat(nameAfter(Duration.ZERO)).isEqualTo("first");
        store.name = null;
        assertThat(nameAfter(Duration.ofMinutes(1))).isEqualTo("first");
        assertThat(nameAfter(Duration.ofSeconds(1))).isEqualTo("first");
        assertThat(store.readings).isEqualTo(2);
    }

    /** Callers without a login could take all threads of the node. */
    @Test
    void othersDoNotWaitForASlowReading() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch answered = new CountDownLatch(1);
        assertThat(nameAfter(Duration.ZERO)).isEqualTo("first");
        store.name = "second";
        store.meanwhile = () -> {
            begun.countDown();
            try {
                assertThat(answered.await(1, TimeUnit.MINUTES)).isTrue();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        };
        nanos.addAndGet(Duration.ofMinutes(1).toNanos());
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Branding> reader = threads.submit(present::now);
            assertThat(begun.await(1, TimeUnit.MINUTES)).isTrue();
            Future<Branding> other = threads.submit(present::now);
            try {
                assertThat(other.get(10, TimeUnit.SECONDS).productName()).isEqualTo("first");
            } finally {
                answered.countDown();
            }
            assertThat(reader.get().productName()).isEqualTo("second");
        }
    }

    @Test
    void readingThatTookLongerThanThePeriodIsNotRepeatedAtOnce() {
        store.meanwhile = () -> nanos.addAndGet(Duration.ofSeconds(10).toNanos());
        assertThat(nameAfter(Duration.ZERO)).isEqualTo("first");
        assertThat(nameAfter(Duration.ofSeconds(1))).isEqualTo("first");
        assertThat(store.readings).isOne();
    }

    @Test
    void isThePortalsOwnBeforeAnyWasRead() {
        store.name = null;
        assertThat(present.now()).isEqualTo(Branding.NONE);
    }
}
