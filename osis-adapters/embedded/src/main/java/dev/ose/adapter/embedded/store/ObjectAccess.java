package dev.ose.adapter.embedded.store;

import dev.ose.adapter.embedded.access.Acl;
import org.jspecify.annotations.Nullable;

/**
 * Whose an object is and whom its ACL lets in. Neither counts while ACLs are off in the bucket: then all of it is the
 * bucket owner's.
 *
 * @param owner null for the owner of the bucket, whoever that is
 */
public record ObjectAccess(@Nullable StoreOwner owner, Acl acl) {

    /** The bucket owner's alone. */
    public static final ObjectAccess OF_BUCKET = new ObjectAccess(null, Acl.PRIVATE);

    /** Whose it is, as long as its bucket is like this. */
    StoreOwner owner(StoredBucket bucket) {
        return owner == null || !bucket.access().hasAcls() ? bucket.owner() : owner;
    }

    /** The same owner with another ACL. */
    public ObjectAccess withAcl(Acl other) {
        return new ObjectAccess(owner, other);
    }
}
