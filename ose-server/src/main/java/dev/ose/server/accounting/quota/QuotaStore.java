package dev.ose.server.accounting.quota;

import dev.ose.server.runtime.revision.Expected;
import dev.ose.server.runtime.revision.Revised;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Stores quotas. Every method blocks on the database; a change reaches all nodes within a second. */
public interface QuotaStore {

    /** The holder's quota; empty if it has none. */
    Optional<Quota> find(QuotaHolder holder);

    /** The holder's quota with its revision; {@link Quota#NONE} if it has none. */
    Revised<Quota> revised(QuotaHolder holder);

    /**
     * Sets or replaces the quota of the holder, which must exist. The quota must not be {@link Quota#NONE}.
     *
     * @throws dev.ose.server.runtime.failure.FailureException {@code Outdated}
     */
    void put(QuotaHolder holder, Quota quota, Expected expected);

    /** Sets or replaces the quota in any state. */
    default void put(QuotaHolder holder, Quota quota) {
        put(holder, quota, new Expected.Anything());
    }

    /**
     * Deletes the holder's quota; returns false if it had none.
     *
     * @throws dev.ose.server.runtime.failure.FailureException {@code Outdated}
     */
    boolean remove(QuotaHolder holder, Expected expected);

    /** Deletes the quota in any state. */
    default boolean remove(QuotaHolder holder) {
        return remove(holder, new Expected.Anything());
    }

    /** The number of the holder's buckets, including those being created; 1 for a bucket. */
    long countBuckets(QuotaHolder holder);

    /**
     * A quota with the name of its holder.
     *
     * @param user name of the user; null if the holder is no user
     * @param bucket name of the bucket; null if the holder is no bucket
     */
    record Named(long id, @Nullable String user, @Nullable String bucket, Quota quota) {}
}
