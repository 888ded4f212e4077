package dev.ose.s3.lock;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The lock of one version. Retention and legal hold are independent: either alone protects it.
 *
 * @param retention null if there is none
 * @param legalHold null if it was never set or cleared
 */
public record ObjectLock(
        @Nullable Retention retention, @Nullable Boolean legalHold) {

    /** No retention, no hold. */
    public static final ObjectLock NONE = new ObjectLock(null, null);

    /** Whether there is neither. */
    public boolean isNone() {
        return retention == null && legalHold == null;
    }

    /**
     * Whether the version must stay.
     *
     * @param bypassGovernance whether the request ends a retention in GOVERNANCE, and its sender may
     */
    public boolean protects(Instant now, boolean bypassGovernance) {
        return Boolean.TRUE.equals(legalHold) || isRetained(now, bypassGovernance);
    }

    /** Whether the retention may be replaced, null taking it away: a shorter or looser one counts as its end. */
    public boolean permits(@Nullable Retention replacement, Instant now, boolean bypassGovernance) {
        if (retention != null && replacement != null && retention.isExtendedBy(replacement)) {
            return true;
        }
        return !isRetained(now, bypassGovernance);
    }

    /** The same hold with another retention. */
    public ObjectLock withRetention(@Nullable Retention other) {
        return new ObjectLock(other, legalHold);
    }

    /** The same retention with another hold. */
    public ObjectLock withLegalHold(boolean isOn) {
        return new ObjectLock(retention, isOn);
    }

    private boolean isRetained(Instant now, boolean bypassGovernance) {
        return retention != null
                && retention.isInForce(now)
                && !(bypassGovernance && retention.mode() == RetentionMode.GOVERNANCE);
    }
}
