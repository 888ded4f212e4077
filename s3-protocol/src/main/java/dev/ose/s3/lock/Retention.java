package dev.ose.s3.lock;

import java.time.Instant;

/** Keeps a version until a moment. */
public record Retention(RetentionMode mode, Instant until) {

    /** Whether it still keeps the version. */
    public boolean isInForce(Instant now) {
        return until.isAfter(now);
    }

    /**
     * Whether another retention is at least as strict and as long. COMPLIANCE is not an extension of GOVERNANCE: S3
     * requires the bypass for a change of the mode.
     */
    boolean isExtendedBy(Retention other) {
        return other.mode == mode && !other.until.isBefore(until);
    }
}
