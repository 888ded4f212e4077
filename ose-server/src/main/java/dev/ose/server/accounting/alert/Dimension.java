package dev.ose.server.accounting.alert;

import dev.ose.server.accounting.quota.Quota;
import org.jspecify.annotations.Nullable;

/** What a quota limits. */
public enum Dimension {
    BYTES,
    OBJECTS,
    BUCKETS,
    /** One of a later version, whose nodes write to the same database. */
    UNKNOWN;

    /** The limit of a quota; null for none. */
    @Nullable
    Long limit(Quota quota) {
        return switch (this) {
            case BYTES -> quota.maxBytes();
            case OBJECTS -> quota.maxObjects();
            case BUCKETS -> quota.maxBuckets();
            case UNKNOWN -> null;
        };
    }
}
