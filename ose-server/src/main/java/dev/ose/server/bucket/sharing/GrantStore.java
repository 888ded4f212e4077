package dev.ose.server.bucket.sharing;

import dev.ose.s3.BucketName;
import dev.ose.s3.policy.ClientConditions;
import dev.ose.server.bucket.BucketId;
import java.util.Set;

/** Keeps whom buckets are shared with. */
public interface GrantStore {

    /**
     * Says that the platform is about to be asked to share the bucket otherwise. Whoever asked before and is not heard of for
     * two minutes is thought dead.
     *
     * @throws dev.ose.server.runtime.failure.FailureException {@code BucketBusy} while another change is under way
     */
    SharingChange begin(BucketId bucket, BucketName name);

    /**
     * Ends a change that the platform has made, and does as {@link #replace} does.
     *
     * @return false, having changed nothing, if it took so long that another may have begun: nobody knows which of the two the
     *     platform made last
     */
    boolean complete(SharingChange change, GrantSource source, Set<Grantee> grantees);

    /**
     * Ends a change that the platform has made: it keeps this policy in the place of one that nobody could read. Does as {@link
     * #complete} does for the policy, and the tenants go that the ACL named, whose grants are kept in policies.
     *
     * @return as {@link #complete} does
     */
    boolean completeWholePolicy(SharingChange change, Set<Grantee> grantees);

    /** Keeps others waiting for two minutes from now on; false if it took so long that another may have begun. */
    boolean renew(SharingChange change);

    /**
     * Puts this in the place of what the bucket's policy asks of clients, on every node within a second. Blocks on the database.
     *
     * @return as {@link #complete} does
     */
    boolean recordConditions(SharingChange change, ClientConditions conditions);

    /** Whether the ACL names whole tenants. Blocks on the database. */
    boolean isSharedWithTenantsByAcl(BucketId bucket);

    /** Ends a change that the platform did not make, or not surely. */
    void cancel(SharingChange change);

    /** The same; if the database is away, the change expires by itself after two minutes. */
    void cancelOrExpire(SharingChange change);

    /**
     * Puts these in the place of all that the source allowed before, on every node within a second. Does nothing if the bucket
     * is gone. Blocks on the database.
     *
     * @param grantees nobody of the bucket's own tenant
     */
    void replace(BucketId bucket, GrantSource source, Set<Grantee> grantees);
}
