package dev.ose.server.accounting.alert;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.jobs.ExclusiveWork;
import dev.ose.server.runtime.jobs.OperatorEvent;
import dev.ose.server.runtime.jobs.RecordedJobs;
import dev.ose.server.tenant.TenantId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Rounds over pages of quotas, some of which fail. */
@Timeout(60)
class QuotaAlertKeeperTest {

    private final RecordedJobs jobs = new RecordedJobs();
    private final Quotas quotas = new Quotas();

    @Test
    void quotaThatFailsIsReportedAndHidesNoOther() {
        quotas.add(1, 1_200);
        quotas.unreadable.add(700L);

        round();

        assertThat(quotas.evaluated).hasSize(1_199).doesNotContain(700L).doesNotHaveDuplicates();
        assertThat(jobs.events()).anySatisfy(event -> assertThat(event)
                .isInstanceOfSatisfying(OperatorEvent.JobFailing.class, it -> assertThat(it.job())
                        .isEqualTo("quota-alerts")));
        // A page of 500 is divided, the others are whole.
        assertThat(quotas.pages).hasSizeLessThan(60);
    }

    @Test
    void tenantThatFailsIsReportedAndHidesNoOther() {
        quotas.add(1, 100);
        quotas.add(2, 100);
        quotas.refused.add(tenant(1));

        round();

        assertThat(quotas.evaluated).hasSize(100);
        assertThat(jobs.events()).isNotEmpty();
    }

    @Test
    void tenantWithManyAlertsLeavesSomeForTheNextRound() {
        quotas.add(1, 1_200);
        quotas.add(2, 10);
        quotas.alertsEach = 10;

        round();

        assertThat(quotas.evaluated).hasSize(100 + 10);
        assertThat(quotas.largest).isEqualTo(50);
    }

    @Test
    void nodeWhoseTurnItIsNotEvaluatesNothing() {
        quotas.add(1, 10);
        quotas.isTurn = false;

        round();

        assertThat(quotas.pages).isEmpty();
        assertThat(quotas.evaluated).isEmpty();
    }

    /** From the start of a keeper to the end of its first round. */
    private void round() {
        try (QuotaAlertKeeper _ = QuotaAlertKeeper.start(jobs.make(), quotas, new Alone())) {
            await().until(() -> Alone.ROUNDS.get() > 0);
        }
    }

    private static TenantId tenant(int number) {
        return new TenantId(new UUID(0, number));
    }

    /** The lock of a node that is alone. */
    private static final class Alone implements ExclusiveWork {

        static final AtomicInteger ROUNDS = new AtomicInteger();

        Alone() {
            ROUNDS.set(0);
        }

        @Override
        public <T> T alone(String name, Supplier<T> work) {
            try {
                return work.get();
            } finally {
                ROUNDS.incrementAndGet();
            }
        }
    }

    /** Quotas in memory. */
    private static final class Quotas implements QuotaAlertStore {

        final List<Long> evaluated = new CopyOnWriteArrayList<>();
        final List<Integer> pages = new CopyOnWriteArrayList<>();
        final Set<Long> unreadable = new TreeSet<>();
        final List<TenantId> refused = new ArrayList<>();
        volatile int alertsEach;
        volatile int largest;
        volatile boolean isTurn = true;
        private final Map<Long, TenantId> holders = new HashMap<>();

        void add(int tenant, int count) {
            int first = holders.size() + 1;
            LongStream.range(first, first + count).forEach(id -> holders.put(id, tenant(tenant)));
        }

        @Override
        public boolean beginRound(Duration period) {
            return isTurn;
        }

        @Override
        public List<Long> quotas(long after, int limit) {
            return holders.keySet().stream()
                    .filter(id -> id > after)
                    .sorted()
                    .limit(limit)
                    .toList();
        }

        @Override
        public Map<TenantId, Set<Long>> due(List<Long> page) {
            pages.add(page.size());
            if (page.stream().anyMatch(unreadable::contains)) {
                // As after a statement that took too long.
                throw new FailureException(new Failure.MetadataUnavailable());
            }
            Map<TenantId, Set<Long>> due = new HashMap<>();
            page.forEach(id -> due.computeIfAbsent(requireNonNull(holders.get(id)), _ -> new TreeSet<>())
                    .add(id));
            return due;
        }

        @Override
        public Changes evaluate(TenantId tenant, Collection<Long> ids) {
            if (refused.contains(tenant)) {
                throw new IllegalStateException("refused");
            }
            evaluated.addAll(ids);
            largest = Math.max(largest, ids.size());
            return new Changes(ids.size() * alertsEach, 0);
        }

        @Override
        public long countOpen() {
            return 0;
        }
    }
}
