package dev.ose.server.accounting.alert;

import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.jobs.ExclusiveWork;
import dev.ose.server.runtime.jobs.Job;
import dev.ose.server.runtime.jobs.JobPlan;
import dev.ose.server.runtime.jobs.Jobs;
import dev.ose.server.tenant.TenantId;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates the quotas of all tenants every half minute, on one node of the cluster at a time, and counts the open
 * alerts on each node.
 */
public final class QuotaAlertKeeper implements AutoCloseable {

    private static final Duration INTERVAL = Duration.ofSeconds(30);
    private static final int TENANTS_AT_ONCE = 500;

    private final QuotaAlertStore store;
    private final LongAdder raised = new LongAdder();
    private final LongAdder cleared = new LongAdder();
    private final AtomicLong open = new AtomicLong();
    private final Job evaluation;
    private final Job count;

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

    /** Evaluates soon instead of after the rest of the interval. Does not block. */
    public void wake() {
        evaluation.wake();
    }

    private void evaluate(Job job) {
        @Nullable TenantId last = null;
        List<TenantId> page = store.tenants(null, TENANTS_AT_ONCE);
        while (!page.isEmpty() && !job.isStopping()) {
            for (TenantId tenant : page) {
                if (job.isStopping()) {
                    return;
                }
                evaluate(job, tenant);
                last = tenant;
            }
            page = store.tenants(last, TENANTS_AT_ONCE);
        }
    }

    private void evaluate(Job job, TenantId tenant) {
        try {
            QuotaAlertStore.Changes changes = store.evaluate(tenant);
            raised.add(changes.raised());
            cleared.add(changes.cleared());
            if (changes.raised() + changes.cleared() > 0) {
                count.wake();
            }
        } catch (FailureException unavailable) {
            // The database: the next round begins anew.
            throw unavailable;
        } catch (RuntimeException bug) {
            // It must not hide the alerts of the other tenants.
            job.failed(bug);
        }
    }

    /** Stops both jobs, and waits for their runs for at most ten seconds each. */
    @Override
    public void close() {
        evaluation.close();
        count.close();
    }
}
