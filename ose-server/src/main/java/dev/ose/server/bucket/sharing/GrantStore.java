package dev.ose.server.bucket.sharing;

import dev.ose.s3.BucketName;
import dev.ose.s3.policy.ClientConditions;
import dev.ose.server.bucket.BucketId;
import java.util.Set;

/** Stores the grantees of shared buckets. */
public interface GrantStore {

    /**
     * Records that the platform is about to change the sharing of the bucket. An earlier change without a sign of life
     * for two minutes counts as dead.
     *
     * @throws dev.ose.server.runtime.failure.FailureException {@code BucketBusy} while another change is under way
     */
    SharingChange begin(BucketId bucket, BucketName name);

    /**
     * Ends a change that the platform has made, and replaces the grantees as {@link #replace}.
     *
     * @return false, having changed nothing, if it took so long that another change may have begun: it is unknown which
     *     of the two the platform made last
     */
    boolean complete(SharingChange change, GrantSource source, Set<Grantee> grantees);

    /**
     * Ends a change in which the platform replaced an unreadable policy. Records the policy's grantees as {@link
     * #complete}, and deletes tenant grants of the ACL, because these are stored in the policy.
     *
     * @return as {@link #complete}
     */
    boolean completeWholePolicy(SharingChange change, Set<Grantee> grantees);

    /** Extends the change for two minutes from now on; returns false if it took so long that another may have begun. */
    boolean renew(SharingChange change);

    /**
     * Replaces the client conditions of the bucket's policy, on every node within a second. Blocks on the database.
     *
     * @return as {@link #complete}
     */
    boolean recordConditions(SharingChange change, ClientConditions conditions);

    /** Whether the ACL grants access to whole tenants. Blocks on the database. */
    boolean isSharedWithTenantsByAcl(BucketId bucket);

    /** Ends a change that the platform did not make, or not certainly. */
    void cancel(SharingChange change);

    /** As {@link #cancel}; if the database is unavailable, the change expires after two minutes. */
    void cancelOrExpire(SharingChange change);

    /**
     * Replaces the grantees of the source, on every node within a second. Does nothing if the bucket does not exist.
     * Blocks on the database.
     *
     * @param grantees without those of the bucket's own tenant
     */
    void replace(BucketId bucket, GrantSource source, Set<Grantee> grantees);
}
