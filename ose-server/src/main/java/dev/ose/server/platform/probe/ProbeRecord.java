package dev.ose.server.platform.probe;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The stored state of a platform's probes.
 *
 * @param mark identifies the resources of probes on the platform, so that the next one finds those of an interrupted
 *     one
 * @param requestedAt time of a requested probe that has not begun; null if there is none
 * @param running whether a node is probing
 * @param finishedAt when the last one ended; null before the first
 * @param subject the platform as the last one found it; null before the first
 */
public record ProbeRecord(
        UUID mark,
        @Nullable Instant requestedAt,
        boolean running,
        @Nullable Instant finishedAt,
        @Nullable ProbedPlatform subject,
        ProbeResult findings) {

    /** The result, if it is about the platform in this state. */
    ProbeResult about(ProbedPlatform now) {
        return now.equals(subject) ? findings : ProbeResult.NONE;
    }
}
