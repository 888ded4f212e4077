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
 * Has one platform probed when that is due, by one node at a time, and has requests on this node decided by what is
 * known, whichever node found it. Runs on a thread of its own, beside the data path.
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
        this.job = jobs.periodic(JobPlan.every("capability-keeper", ROUND), _ -> keep());
    }

    /**
     * Learns what is known and starts keeping. Blocks on the database for one row, and does without it where that is
     * away.
     *
     * @param unasked whether to probe also if nobody asks for it
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
            // The first round asks again; until then the adapter's word counts.
            keeper.job.failed(away);
        }
        keeper.job.start();
        return keeper;
    }

    /** If this fails a probe that was taken is due again when its time is up. */
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

    /** Stops; a probe under way first removes what it made. Blocks for at most ten seconds. */
    @Override
    public void close() {
        job.close();
    }
}
