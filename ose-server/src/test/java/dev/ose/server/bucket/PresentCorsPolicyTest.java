package dev.ose.server.bucket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.jobs.RecordedJobs;
import dev.ose.server.runtime.revision.Expected;
import dev.ose.server.runtime.revision.Revised;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** The policy while the database is unavailable. */
class PresentCorsPolicyTest {

    private static final Duration LIMIT = Duration.ofMinutes(15);
    private static final CorsPolicy OPEN = new CorsPolicy(CorsPolicy.Mode.ANY_ORIGIN, Set.of());

    private final AtomicLong nanos = new AtomicLong(-7);
    private volatile boolean isAway;

    private final CorsPolicyStore store = new CorsPolicyStore() {
        @Override
        public Revised<CorsPolicy> get() {
            if (isAway) {
                throw new FailureException(new Failure.MetadataUnavailable());
            }
            return new Revised<>(OPEN, 1);
        }

        @Override
        public void put(CorsPolicy policy, Expected expected) {
            throw new UnsupportedOperationException();
        }
    };

    private PresentCorsPolicy start() {
        return PresentCorsPolicy.start(RecordedJobs.jobs(), store, LIMIT, nanos::get);
    }

    @Test
    void policyThatCannotBeReadAnyMoreEndsAtTheLimitAndReturnsWithTheDatabase() {
        try (PresentCorsPolicy policy = start()) {
            isAway = true;
            assertThat(policy.now()).isEqualTo(OPEN);

            nanos.addAndGet(LIMIT.toNanos());
            assertThat(policy.now()).isEqualTo(OPEN);
            nanos.incrementAndGet();
            assertThat(policy.now()).isEqualTo(CorsPolicy.BUCKET_RULES);

            isAway = false;
            await().atMost(Duration.ofMinutes(1)).until(() -> policy.now().equals(OPEN));
        }
    }

    @Test
    void policyThatWasNeverReadIsThatOfBuckets() {
        isAway = true;

        try (PresentCorsPolicy policy = start()) {
            assertThat(policy.now()).isEqualTo(CorsPolicy.BUCKET_RULES);
        }
    }
}
