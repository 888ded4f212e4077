package dev.ose.s3.lock;

import java.util.Arrays;
import java.util.Optional;

/** The strictness of a retention. */
public enum RetentionMode {
    /** Users with the permission {@code s3:BypassGovernanceRetention} may end it. */
    GOVERNANCE,
    /** No user may end or shorten it. */
    COMPLIANCE;

    /** The mode that a document or header spells so; case counts. */
    public static Optional<RetentionMode> find(String name) {
        return Arrays.stream(values()).filter(mode -> mode.name().equals(name)).findFirst();
    }
}
