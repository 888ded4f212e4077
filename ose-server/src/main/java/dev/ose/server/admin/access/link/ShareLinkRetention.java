package dev.ose.server.admin.access.link;

import dev.ose.server.runtime.jobs.ExclusiveWork;
import dev.ose.server.runtime.jobs.Job;
import dev.ose.server.runtime.jobs.JobPlan;
import dev.ose.server.runtime.jobs.Jobs;
import java.time.Duration;

/**
 * Deletes links a month after they ended: until then their users see what became of them. Runs once an hour, on one
 * node of the cluster at a time.
 */
public final class ShareLinkRetention {

    /** How long a link is kept after its end. */
    static final Duration KEPT = Duration.ofDays(30);

    private static final Duration INTERVAL = Duration.ofHours(1);

    private ShareLinkRetention() {}

    /** Starts the job. Does not block. */
    public static Job start(Jobs jobs, ShareLinkStore store, ExclusiveWork exclusive) {
        JobPlan plan = JobPlan.every("share-link-retention", INTERVAL).alone(exclusive, "share link retention");
        return jobs.periodic(plan, _ -> store.forget(KEPT)).start();
    }
}
