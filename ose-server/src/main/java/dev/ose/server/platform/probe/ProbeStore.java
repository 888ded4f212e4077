package dev.ose.server.platform.probe;

import dev.ose.server.platform.PlatformId;
import java.util.Optional;

/** Keeps what was found on platforms, for all nodes. Every method blocks on the database. */
public interface ProbeStore {

    /** What is kept of the platform's probes; made if there is nothing yet. */
    ProbeRecord open(PlatformId platform);

    /** Has a node probe the platform soon, whatever is known of it. */
    ProbeRecord request(PlatformId platform);

    /**
     * Takes a probe that is due: one that was asked for, or, where nodes probe by themselves, one of a platform that
     * was never probed as it is now, or by an older set of trials, or, some time ago, in vain. The node that takes it
     * has ten minutes; then another node may.
     *
     * @param now the platform as it is
     * @param trials the set of trials that would be made
     * @param unasked whether nodes probe by themselves
     * @return what is kept; empty if none is due, or a node is at it
     */
    Optional<ProbeRecord> claim(PlatformId platform, ProbedPlatform now, int trials, boolean unasked);

    /** Ends the probe that was taken, with what is known from now on. */
    void finish(PlatformId platform, ProbedPlatform subject, ProbeResult findings);
}
