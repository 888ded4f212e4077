package dev.ose.server.bucket;

import java.util.Set;

/** Keeps whom buckets are shared with. */
public interface GrantStore {

    /**
     * Puts these in the place of all that the source allowed before, on every node within a second. Does nothing if the bucket
     * is gone. Blocks on the database.
     *
     * @param grantees nobody of the bucket's own tenant
     */
    void replace(BucketId bucket, GrantSource source, Set<Grantee> grantees);
}
