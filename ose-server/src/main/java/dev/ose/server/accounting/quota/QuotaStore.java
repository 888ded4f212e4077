package dev.ose.server.accounting.quota;

import dev.ose.server.tenant.TenantId;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Stores quotas. Every method blocks on the database; a change reaches all nodes within a second. */
public interface QuotaStore {

    /** The holder's quota; empty if it has none. */
    Optional<Quota> find(QuotaHolder holder);

    /** Sets or replaces the quota of the holder, which must exist. The quota must not be {@link Quota#NONE}. */
    void put(QuotaHolder holder, Quota quota);

    /** Deletes the holder's quota; returns false if it had none. */
    boolean remove(QuotaHolder holder);

    /**
     * The quotas of a tenant, its users and its buckets, ordered by id.
     *
     * @param after only those with a greater id; 0 from the start
     * @param limit maximum number, up to 10,000
     */
    List<Named> list(TenantId tenant, long after, int limit);

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
