package dev.ose.adapter.embedded.http;

import dev.ose.adapter.embedded.store.Store;
import dev.ose.adapter.embedded.store.StoredBucket;
import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.error.S3ErrorException;
import dev.ose.s3.operation.BucketOperation;
import dev.ose.s3.operation.BucketSubresource;
import dev.ose.s3.operation.ObjectOperation;
import dev.ose.s3.operation.ObjectSubresource;
import dev.ose.s3.operation.S3Operation;
import dev.ose.s3.operation.ServiceOperation;
import java.io.IOException;
import java.util.Set;

/** Performs operations. Unsupported ones fail with {@code NotImplemented} and their name. */
final class S3Service {

    /**
     * Errors that reveal whether something exists; answered only to callers who may perform the operation if it does.
     */
    private static final Set<S3ErrorCode> DISCLOSING =
            Set.of(S3ErrorCode.NO_SUCH_VERSION, S3ErrorCode.METHOD_NOT_ALLOWED, S3ErrorCode.NO_SUCH_UPLOAD);

    private final AccessCalls access;
    private final BucketCalls buckets;
    private final ListingCalls listings;
    private final ObjectReads reads;
    private final ObjectWrites writes;
    private final Copies copies;
    private final Attributes attributes;
    private final UploadCalls uploads;
    private final LockCalls locks;
    private final LifecycleCalls lifecycles;
    private final EncryptionCalls encryption;

    S3Service(Store store, String region) {
        this.lifecycles = new LifecycleCalls(
                store.lifecycle().configurations(), store.lifecycle().rules());
        this.reads = new ObjectReads(store, lifecycles);
        this.access = new AccessCalls(store, reads);
        this.buckets = new BucketCalls(store, reads, region);
        this.listings = new ListingCalls(store);
        this.writes = new ObjectWrites(store, lifecycles);
        this.copies = new Copies(store, reads, lifecycles);
        this.attributes = new Attributes(store, reads);
        this.uploads = new UploadCalls(store, lifecycles);
        this.locks = new LockCalls(store, reads);
        this.encryption = new EncryptionCalls(store.buckets());
    }

    EmbeddedReply perform(EmbeddedCall call, S3Operation operation) throws IOException {
        return switch (operation) {
            case ServiceOperation.ListBuckets list -> buckets.list(call, list);
            case ServiceOperation.FindBuckets _, ServiceOperation.WriteGetObjectResponse _ ->
                throw notImplemented(operation);
            case BucketOperation onBucket -> performOnBucket(call, onBucket);
            case ObjectOperation onObject -> performDiscreetly(call, onObject);
        };
    }

    private EmbeddedReply performOnBucket(EmbeddedCall call, BucketOperation operation) throws IOException {
        return switch (operation) {
            case BucketOperation.CreateBucket create -> buckets.create(call, create);
            case BucketOperation.DeleteBucket delete -> buckets.delete(call, delete);
            case BucketOperation.HeadBucket head -> buckets.head(call, head);
            case BucketOperation.ListObjects list -> listings.objects(call, list);
            case BucketOperation.ListObjectsV2 list -> listings.objectsV2(call, list);
            case BucketOperation.ListObjectVersions list -> listings.versions(call, list);
            case BucketOperation.ListMultipartUploads list -> listings.uploads(call, list);
            case BucketOperation.DeleteObjects delete -> writes.deleteAll(call, delete);
            case BucketSubresource subresource ->
                AccessCalls.areAbout(subresource.action())
                        ? access.setting(call, subresource)
                        : setting(call, subresource);
            case BucketOperation.CreateSession _, BucketOperation.PostObject _, BucketOperation.BucketPreflight _ ->
                throw notImplemented(operation);
        };
    }

    private EmbeddedReply setting(EmbeddedCall call, BucketSubresource subresource) throws IOException {
        StoredBucket bucket = call.bucket(subresource.bucket());
        return switch (subresource.action()) {
            case GET_OBJECT_LOCK_CONFIGURATION -> locks.configuration(bucket);
            case PUT_OBJECT_LOCK_CONFIGURATION -> locks.configure(call, bucket);
            case GET_BUCKET_LIFECYCLE_CONFIGURATION -> lifecycles.get(bucket);
            case PUT_BUCKET_LIFECYCLE_CONFIGURATION -> lifecycles.put(call, bucket);
            case DELETE_BUCKET_LIFECYCLE -> lifecycles.delete(bucket);
            case GET_BUCKET_ENCRYPTION -> encryption.get(bucket);
            case PUT_BUCKET_ENCRYPTION -> encryption.put(call, bucket);
            case DELETE_BUCKET_ENCRYPTION -> encryption.delete(bucket);
            default -> buckets.setting(call, subresource);
        };
    }

    private EmbeddedReply property(EmbeddedCall call, ObjectSubresource subresource) throws IOException {
        return switch (subresource.action()) {
            case GET_OBJECT_LEGAL_HOLD -> locks.legalHold(call, subresource);
            case PUT_OBJECT_LEGAL_HOLD -> locks.hold(call, subresource);
            case GET_OBJECT_RETENTION -> locks.retention(call, subresource);
            case GET_OBJECT_ACL -> access.objectAcl(call, subresource);
            case PUT_OBJECT_ACL -> access.setObjectAcl(call, subresource);
            case GET_OBJECT_TAGGING, PUT_OBJECT_TAGGING, DELETE_OBJECT_TAGGING ->
                buckets.objectSetting(call, subresource);
            case UPDATE_OBJECT_ENCRYPTION -> throw notImplemented(subresource);
        };
    }

    /** A caller without permission to list gets AccessDenied instead of NoSuchKey, as on S3. */
    private EmbeddedReply performDiscreetly(EmbeddedCall call, ObjectOperation operation) throws IOException {
        try {
            EmbeddedReply reply = performOnObject(call, operation);
            if (!call.admission().conditions().areSettled()) {
                throw new IllegalStateException(
                        operation.name() + " was performed on a condition that was not looked at");
            }
            return reply;
        } catch (S3ErrorException e) {
            throw discreet(call, e, e.error());
        } catch (DeleteMarkerException e) {
            throw discreet(call, e, e.error());
        }
    }

    private static RuntimeException discreet(EmbeddedCall call, RuntimeException failure, S3Error error) {
        return isHidden(call.admission(), error.code())
                ? new S3ErrorException(S3Error.of(S3ErrorCode.ACCESS_DENIED))
                : failure;
    }

    /** Whether the caller gets AccessDenied instead of the error. */
    static boolean isHidden(Admission admission, S3ErrorCode code) {
        boolean isDisclosing = code == S3ErrorCode.NO_SUCH_KEY
                || (DISCLOSING.contains(code) && !admission.conditions().areSettled());
        return isDisclosing && !admission.mayList();
    }

    private EmbeddedReply performOnObject(EmbeddedCall call, ObjectOperation operation) throws IOException {
        return switch (operation) {
            case ObjectOperation.GetObject get -> reads.get(call, get);
            case ObjectOperation.HeadObject head -> reads.head(call, head);
            case ObjectOperation.PutObject put -> writes.put(call, put);
            case ObjectOperation.CopyObject copy -> copies.copyObject(call, copy);
            case ObjectOperation.DeleteObject delete -> writes.delete(call, delete);
            case ObjectOperation.GetObjectAttributes get -> attributes.get(call, get);
            case ObjectOperation.CreateMultipartUpload create -> uploads.create(call, create);
            case ObjectOperation.UploadPart put -> uploads.putPart(call, put);
            case ObjectOperation.UploadPartCopy copy -> copies.copyPart(call, copy);
            case ObjectOperation.CompleteMultipartUpload complete -> uploads.complete(call, complete);
            case ObjectOperation.AbortMultipartUpload abort -> uploads.abort(call, abort);
            case ObjectOperation.ListParts list -> uploads.listParts(call, list);
            case ObjectSubresource subresource -> property(call, subresource);
            case ObjectOperation.PutObjectRetention put -> locks.retain(call, put);
            case ObjectOperation.RestoreObject _,
                    ObjectOperation.SelectObjectContent _,
                    ObjectOperation.GetObjectTorrent _,
                    ObjectOperation.RenameObject _,
                    ObjectOperation.ObjectPreflight _ -> throw notImplemented(operation);
        };
    }

    static S3ErrorException notImplemented(S3Operation operation) {
        return new S3ErrorException(
                S3Error.of(S3ErrorCode.NOT_IMPLEMENTED, operation.name() + " is not implemented on this platform."));
    }
}
