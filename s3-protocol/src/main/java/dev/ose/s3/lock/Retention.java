package dev.ose.s3.lock;

import java.time.Instant;

/** Keeps a version until a moment. */
public record Retention(RetentionMode mode, Instant until) {

    /** Whether it still keeps the version. */
    public boolean isInForce(Instant now) {
        return until.isAfter(now);
    }

    /**
     * Whether another retention keeps a version at least as strictly and as long. COMPLIANCE is not taken for an
     * extension of GOVERNANCE: S3 wants the bypass for a change of the mode.
     */
    boolean isExtendedBy(Retention other) {
        return other.mode == mode && !other.until.isBefore(until);
    }
}
