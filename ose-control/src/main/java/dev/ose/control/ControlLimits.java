package dev.ose.control;

import java.time.Duration;

/**
 * How long and large a conversation may be.
 *
 * @param requestTime how long a caller may take to say its command, and to take each line of the answer
 * @param silence how long the keeper may say nothing while it works
 * @param requestBytes of a command's line; an imported file is the largest part of any
 * @param eventBytes of an event's line; a thread dump is the largest part of any
 * @param commands that run at once
 */
record ControlLimits(Duration requestTime, Duration silence, int requestBytes, int eventBytes, int commands) {

    static ControlLimits standard() {
        return new ControlLimits(Duration.ofSeconds(10), Duration.ofMinutes(3), 4 << 20, 32 << 20, 32);
    }
}
