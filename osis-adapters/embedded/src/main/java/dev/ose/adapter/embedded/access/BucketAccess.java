package dev.ose.adapter.embedded.access;

import dev.ose.s3.document.PublicAccessBlock;
import dev.ose.s3.permission.ObjectOwnership;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a bucket that control access, except its policy.
 *
 * @param ownership null if its ownership controls were deleted: then objects belong to their uploaders
 * @param acl in effect only if ACLs are enabled
 * @param block null if none was set
 */
public record BucketAccess(
        @Nullable ObjectOwnership ownership,
        Acl acl,
        @Nullable PublicAccessBlock block) {

    /**
     * The default of a new bucket: ACLs are disabled, as at AWS since April 2023, but without a public access block.
     */
    public static final BucketAccess DEFAULT =
            new BucketAccess(ObjectOwnership.BUCKET_OWNER_ENFORCED, Acl.PRIVATE, null);

    /** Whether ACLs of the bucket and its objects are enabled. */
    public boolean hasAcls() {
        return ownership != ObjectOwnership.BUCKET_OWNER_ENFORCED;
    }

    /** The public access block in effect. */
    public PublicAccessBlock blocked() {
        return block == null ? PublicAccessBlock.NONE : block;
    }
}
