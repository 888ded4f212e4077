package dev.ose.control;

import java.time.Duration;

/**
 * Limits of a connection in time and size.
 *
 * @param requestTime for the caller to send its command, and to read each line of the answer
 * @param silence between events while the keeper works
 * @param requestBytes of a command's line; an imported file is the largest part of any
 * @param eventBytes of an event's line; a thread dump is the largest part of any
 * @param commands that may run at once
 */
record ControlLimits(Duration requestTime, Duration silence, int requestBytes, int eventBytes, int commands) {

    static ControlLimits standard() {
        return new ControlLimits(Duration.ofSeconds(10), Duration.ofMinutes(3), 4 << 20, 32 << 20, 32);
    }
}
