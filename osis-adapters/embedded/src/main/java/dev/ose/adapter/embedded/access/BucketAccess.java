package dev.ose.adapter.embedded.access;

import dev.ose.s3.document.PublicAccessBlock;
import dev.ose.s3.permission.ObjectOwnership;
import org.jspecify.annotations.Nullable;

/**
 * What the settings of a bucket, but for its policy, say of access to it.
 *
 * @param ownership null where its ownership controls were deleted, which leaves objects to their uploaders
 * @param acl counts only while ACLs are on
 * @param block null if nobody asked for one
 */
public record BucketAccess(
        @Nullable ObjectOwnership ownership,
        Acl acl,
        @Nullable PublicAccessBlock block) {

    /** That of a new bucket of which nothing was said, as at AWS since April 2023 but for the block: ACLs are off. */
    public static final BucketAccess USUAL = new BucketAccess(ObjectOwnership.BUCKET_OWNER_ENFORCED, Acl.PRIVATE, null);

    /** Whether ACLs of the bucket and its objects count. */
    public boolean hasAcls() {
        return ownership != ObjectOwnership.BUCKET_OWNER_ENFORCED;
    }

    /** What the public is kept from. */
    public PublicAccessBlock blocked() {
        return block == null ? PublicAccessBlock.NONE : block;
    }
}
