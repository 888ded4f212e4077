package dev.ose.server.platform.probe;

import dev.ose.adapter.PlatformInfo;
import dev.ose.server.platform.Platform;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.jobs.Job;
import dev.ose.server.runtime.jobs.JobPlan;
import dev.ose.server.runtime.jobs.Jobs;
import java.time.Duration;
import java.util.Optional;

/**
 * Probes one platform when it is due, on one node at a time, and applies the stored result on this node, whichever node
 * probed. Runs on a thread of its own.
 */
public final class CapabilityKeeper implements AutoCloseable {

    private static final Duration ROUND = Duration.ofSeconds(5);

    private final AttachedPlatforms platforms;
    private final Platform platform;
    private final ProbeStore store;
    private final CapabilityProbe probe;
    private final boolean unasked;
    private final Job job;

    private CapabilityKeeper(
            Jobs jobs,
            AttachedPlatforms platforms,
            Platform platform,
            ProbeStore store,
            CapabilityProbe probe,
            boolean unasked) {
        this.platforms = platforms;
        this.platform = platform;
        this.store = store;
        this.probe = probe;
        this.unasked = unasked;
        this.job = jobs.periodic(JobPlan.every(platform.jobName("capability-keeper"), ROUND), _ -> keep());
    }

    /**
     * Applies the stored result and starts the job. Blocks on the database for one row; starts without it if the
     * database is unavailable.
     *
     * @param unasked whether to probe without a request of an administrator
     */
    public static CapabilityKeeper start(
            Jobs jobs,
            AttachedPlatforms platforms,
            Platform platform,
            ProbeStore store,
            CapabilityProbe probe,
            boolean unasked) {
        CapabilityKeeper keeper = new CapabilityKeeper(jobs, platforms, platform, store, probe, unasked);
        try {
            keeper.learn();
        } catch (FailureException away) {
            // The first run retries; until then the declared capabilities apply.
            keeper.job.failed(away);
        }
        keeper.job.start();
        return keeper;
    }

    /** If this fails, a claimed probe becomes due again after its lease. */
    private void keep() {
        learn();
        ProbedPlatform now = ProbedPlatform.of(platforms.info(platform.id()));
        Optional<ProbeRecord> due = store.claim(platform.id(), now, CapabilityCheck.REVISION, unasked);
        if (due.isPresent()) {
            ProbeResult found = probe.run(platform, due.get().mark(), job::isStopping);
            store.finish(platform.id(), now, found.orElse(due.get().about(now)));
            learn();
        }
    }

    private void learn() {
        PlatformInfo info = platforms.info(platform.id());
        ProbeResult known = store.open(platform.id()).about(ProbedPlatform.of(info));
        platforms.learn(platform.id(), known.correct(info.capabilities()));
    }

    /** Stops; a running probe first removes its buckets and user. Blocks for at most ten seconds. */
    @Override
    public void close() {
        job.close();
    }
}
