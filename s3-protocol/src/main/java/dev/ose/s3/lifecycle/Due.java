package dev.ose.s3.lifecycle;

import java.time.Instant;

/** The moment from which something is to go, and the id of the rule that says so. */
public record Due(Instant at, String ruleId) {

    /** Whether it is to go by now. */
    public boolean isPast(Instant now) {
        return !at.isAfter(now);
    }
}
