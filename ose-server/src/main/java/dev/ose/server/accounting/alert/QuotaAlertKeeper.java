package dev.ose.server.accounting.alert;

import dev.ose.server.runtime.jobs.ExclusiveWork;
import dev.ose.server.runtime.jobs.Job;
import dev.ose.server.runtime.jobs.JobPlan;
import dev.ose.server.runtime.jobs.Jobs;
import dev.ose.server.tenant.TenantId;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * Evaluates all quotas every half minute, on one node of the cluster, in pages, and counts the open alerts on each
 * node. A page or a tenant that fails is reported and hides no alert of others.
 */
public final class QuotaAlertKeeper implements AutoCloseable {

    private static final Duration INTERVAL = Duration.ofSeconds(30);
    private static final int MAX_PAGE = 500;

    /** A page that fails is tried again in parts of this share. */
    private static final int PART = 8;

    /** How many quotas of a tenant one transaction evaluates. */
    private static final int AT_ONCE = 50;

    /**
     * About how many alerts of a tenant a round raises and clears; the rest waits for the next round, so that a tenant
     * that changes the thresholds of many quotas again and again does not fill the audit log of the provider.
     */
    private static final int MAX_OF_TENANT = 1_000;

    private final QuotaAlertStore store;
    private final LongAdder raised = new LongAdder();
    private final LongAdder cleared = new LongAdder();
    private final AtomicLong open = new AtomicLong();
    private final Job evaluation;
    private final Job count;
    private volatile boolean isWoken;

    private QuotaAlertKeeper(Jobs jobs, QuotaAlertStore store, ExclusiveWork exclusive) {
        this.store = store;
        this.evaluation =
                jobs.periodic(JobPlan.every("quota-alerts", INTERVAL).alone(exclusive, "quota alerts"), this::evaluate);
        this.count = jobs.periodic(JobPlan.every("quota-alert-count", INTERVAL), _ -> open.set(store.countOpen()));
        jobs.metrics().show("ose.quota.alerts.open", "", open::get);
        jobs.metrics().count("ose.quota.alerts.raised", raised::sum);
        jobs.metrics().count("ose.quota.alerts.cleared", cleared::sum);
    }

    /** Starts both jobs. Does not block. */
    public static QuotaAlertKeeper start(Jobs jobs, QuotaAlertStore store, ExclusiveWork exclusive) {
        QuotaAlertKeeper keeper = new QuotaAlertKeeper(jobs, store, exclusive);
        keeper.evaluation.start();
        keeper.count.start();
        return keeper;
    }

    /** Evaluates soon, even if a round has just ended. Does not block. */
    public void wake() {
        isWoken = true;
        evaluation.wake();
    }

    private void evaluate(Job job) {
        // A little less than the interval: the next run of the node that began must not miss its turn.
        Duration period = isWoken ? Duration.ZERO : INTERVAL.minusSeconds(2);
        isWoken = false;
        if (store.beginRound(period)) {
            new Round(job).run();
        }
    }

    /** One evaluation of all quotas. */
    private final class Round {

        private final Job job;
        private final Map<TenantId, Integer> changes = new HashMap<>();
        private long last;
        private int size = MAX_PAGE;

        Round(Job job) {
            this.job = job;
        }

        /** Ends with an exception if the quotas cannot be listed, as while the database is away. */
        void run() {
            List<Long> page = store.quotas(last, size);
            while (!page.isEmpty() && !job.isStopping()) {
                if (evaluated(page)) {
                    last = page.getLast();
                    size = Math.min(MAX_PAGE, size * 2);
                } else if (page.size() > 1) {
                    size = Math.max(1, page.size() / PART);
                } else {
                    last = page.getLast();
                }
                page = store.quotas(last, size);
            }
        }

        /** Returns false if the page as a whole failed. */
        private boolean evaluated(List<Long> page) {
            try {
                store.due(page).forEach(this::evaluate);
                return true;
            } catch (RuntimeException e) {
                // The quotas of one tenant may be too many for a statement.
                job.failed(e);
                return false;
            }
        }

        private void evaluate(TenantId tenant, Set<Long> quotas) {
            List<Long> all = List.copyOf(quotas);
            try {
                for (int from = 0; from < all.size(); from += AT_ONCE) {
                    if (job.isStopping() || changes.getOrDefault(tenant, 0) >= MAX_OF_TENANT) {
                        return;
                    }
                    note(tenant, store.evaluate(tenant, all.subList(from, Math.min(all.size(), from + AT_ONCE))));
                }
            } catch (RuntimeException e) {
                job.failed(e);
            }
        }

        private void note(TenantId tenant, QuotaAlertStore.Changes made) {
            if (made.all() > 0) {
                changes.merge(tenant, made.all(), Integer::sum);
                raised.add(made.raised());
                cleared.add(made.cleared());
                count.wake();
            }
        }
    }

    /** Stops both jobs, and waits for their runs for at most ten seconds each. */
    @Override
    public void close() {
        evaluation.close();
        count.close();
    }
}
