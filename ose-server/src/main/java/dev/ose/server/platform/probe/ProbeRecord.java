package dev.ose.server.platform.probe;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What is kept of a platform's probes.
 *
 * @param mark names what a probe makes on the platform, so that the next one finds what a killed one left
 * @param requestedAt when somebody asked for a probe that has not begun; null if nobody waits
 * @param running whether a node is at it
 * @param finishedAt when the last one ended; null before the first
 * @param subject what the last one was about; null before the first
 */
public record ProbeRecord(
        UUID mark,
        @Nullable Instant requestedAt,
        boolean running,
        @Nullable Instant finishedAt,
        @Nullable ProbedPlatform subject,
        ProbeResult findings) {

    /** What is known of this platform as it is now. */
    ProbeResult about(ProbedPlatform now) {
        return now.equals(subject) ? findings : ProbeResult.NONE;
    }
}
