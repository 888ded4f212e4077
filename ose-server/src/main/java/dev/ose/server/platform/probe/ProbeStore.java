package dev.ose.server.platform.probe;

import dev.ose.server.platform.PlatformId;
import java.util.Optional;

/** Stores the results of probes for all nodes. Every method blocks on the database. */
public interface ProbeStore {

    /** The record of the platform; created if missing. */
    ProbeRecord open(PlatformId platform);

    /** Requests a probe of the platform, whatever its record. */
    ProbeRecord request(PlatformId platform);

    /**
     * Claims a due probe: a requested one, or, if nodes probe by themselves, one of a platform that was never probed in
     * its present state, or by an older revision of checks, or without success some time ago. After ten minutes another
     * node may claim it.
     *
     * @param now the present state of the platform
     * @param checksVersion the version of the set of checks
     * @param unasked whether nodes probe by themselves
     * @return the record; empty if no probe is due, or one is running
     */
    Optional<ProbeRecord> claim(PlatformId platform, ProbedPlatform now, int checksVersion, boolean unasked);

    /** Ends a claimed probe and stores its result. */
    void finish(PlatformId platform, ProbedPlatform subject, ProbeResult findings);
}
