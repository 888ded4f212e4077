package dev.ose.adapter.embedded.store;

import dev.ose.adapter.embedded.access.Acl;
import org.jspecify.annotations.Nullable;

/**
 * Owner and ACL of an object. Both are ignored if ACLs are disabled in the bucket: then the object is the bucket
 * owner's.
 *
 * @param owner null for the present owner of the bucket
 */
public record ObjectAccess(@Nullable StoreOwner owner, Acl acl) {

    /** Owned by the bucket's owner, without grants to others. */
    public static final ObjectAccess OF_BUCKET = new ObjectAccess(null, Acl.PRIVATE);

    /** Its owner with these settings of its bucket. */
    StoreOwner owner(StoredBucket bucket) {
        return owner == null || !bucket.settings().access().hasAcls() ? bucket.owner() : owner;
    }

    /** The same owner with another ACL. */
    public ObjectAccess withAcl(Acl other) {
        return new ObjectAccess(owner, other);
    }
}
