package dev.ose.adapter.embedded.http;

import dev.ose.adapter.embedded.access.Acl;
import dev.ose.adapter.embedded.access.BucketAccess;
import dev.ose.adapter.embedded.store.EmbeddedAccountStore;
import dev.ose.adapter.embedded.store.ObjectAccess;
import dev.ose.adapter.embedded.store.StoreOwner;
import dev.ose.adapter.embedded.store.StoredBucket;
import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.error.S3ErrorException;
import dev.ose.s3.permission.AclHeaders;
import dev.ose.s3.permission.ObjectOwnership;
import java.util.Optional;

/** Owner and ACL of new buckets and objects, from the request that creates them. Blocks on PostgreSQL. */
final class NewAccess {

    private static final String GIVEN_TO_BUCKET_OWNER = "bucket-owner-full-control";

    private final AclReader acls;

    NewAccess(EmbeddedAccountStore accounts) {
        this.acls = new AclReader(accounts);
    }

    /** The access settings of a new bucket; empty if the request states none. */
    Optional<BucketAccess> ofBucket(EmbeddedCall call) {
        WireRequest request = call.request();
        Optional<ObjectOwnership> ownership = Optional.ofNullable(request.get(ObjectOwnership.HEADER))
                .map(text -> ObjectOwnership.find(text)
                        .orElseThrow(() -> new S3ErrorException(S3Error.invalidArgument(
                                "Invalid x-amz-object-ownership header", ObjectOwnership.HEADER, text))));
        Optional<Acl> acl =
                acls.inHeaders(request, new AclReader.Subject(call.caller().owner(), null));
        if (ownership.isEmpty() && acl.isEmpty()) {
            return Optional.empty();
        }
        BucketAccess access = new BucketAccess(
                ownership.orElse(BucketAccess.DEFAULT.ownership()),
                acl.orElse(Acl.PRIVATE),
                BucketAccess.DEFAULT.block());
        if (!access.hasAcls() && !access.acl().isPrivate()) {
            throw new S3ErrorException(S3Error.of(S3ErrorCode.INVALID_BUCKET_ACL_WITH_OBJECT_OWNERSHIP));
        }
        return Optional.of(access);
    }

    /** Owner and ACL of an object that the caller uploads. */
    ObjectAccess ofObject(EmbeddedCall call, StoredBucket bucket) {
        WireRequest request = call.request();
        if (!bucket.settings().access().hasAcls()) {
            // Clients also state the default ACL, which grants nothing to others.
            if (AclHeaders.openFurther(request)) {
                throw new S3ErrorException(S3Error.of(S3ErrorCode.ACCESS_CONTROL_LIST_NOT_SUPPORTED));
            }
            return ObjectAccess.OF_BUCKET;
        }
        boolean isGiven = bucket.settings().access().ownership() == ObjectOwnership.BUCKET_OWNER_PREFERRED
                && GIVEN_TO_BUCKET_OWNER.equals(request.get(AclHeaders.CANNED));
        boolean isBucketOwners = isGiven || bucket.isOf(call.caller());
        StoreOwner owner = isBucketOwners ? bucket.owner() : call.caller().owner();
        Acl acl = acls.inHeaders(request, new AclReader.Subject(owner, bucket.owner()))
                .orElse(Acl.PRIVATE);
        AccessCalls.requireAllowed(bucket, acl);
        return new ObjectAccess(isBucketOwners ? null : owner, acl);
    }
}
