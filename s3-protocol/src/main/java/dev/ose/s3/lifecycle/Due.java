package dev.ose.s3.lifecycle;

import java.time.Instant;

/** The time from which a removal is due, and the id of the rule. */
public record Due(Instant at, String ruleId) {

    /** Whether it is to go by now. */
    public boolean isPast(Instant now) {
        return !at.isAfter(now);
    }
}
