package dev.ose.server.accounting.quota;

import dev.ose.server.tenant.TenantId;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Keeps quotas. Every method blocks on the database; nodes hear of a change within a second. */
public interface QuotaStore {

    /** The holder's quota; empty if it has none. */
    Optional<Quota> find(QuotaHolder holder);

    /** Gives the holder, which must exist, this quota, which must not be none, in place of any other. */
    void put(QuotaHolder holder, Quota quota);

    /** Takes the holder's quota away; false if it had none. */
    boolean remove(QuotaHolder holder);

    /**
     * The quotas of a tenant, its users and its buckets, in the order of their ids.
     *
     * @param after only those behind this id; 0 from the start
     * @param limit at most this many, up to 10,000
     */
    List<Named> list(TenantId tenant, long after, int limit);

    /** How many buckets the holder has, those that are just being made among them; 1 for a bucket. */
    long countBuckets(QuotaHolder holder);

    /**
     * A quota with the name of its holder.
     *
     * @param user name of the user; null if it is no user's
     * @param bucket name of the bucket; null if it is no bucket's
     */
    record Named(long id, @Nullable String user, @Nullable String bucket, Quota quota) {}
}
