package dev.ose.adapter.embedded.http;

import dev.ose.adapter.embedded.store.BucketLock;
import dev.ose.adapter.embedded.store.Locks;
import dev.ose.adapter.embedded.store.ObjectVersion;
import dev.ose.adapter.embedded.store.Store;
import dev.ose.adapter.embedded.store.StoredBucket;
import dev.ose.s3.document.LegalHoldDocument;
import dev.ose.s3.document.ObjectLockConfiguration;
import dev.ose.s3.document.RetentionDocument;
import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.error.S3ErrorException;
import dev.ose.s3.lock.ObjectLock;
import dev.ose.s3.lock.Retention;
import dev.ose.s3.operation.ObjectOperation;
import dev.ose.s3.operation.ObjectSubresource;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Object Lock: the setting of a bucket, retentions and legal holds. */
final class LockCalls {

    private final Store store;
    private final ObjectReads reads;

    LockCalls(Store store, ObjectReads reads) {
        this.store = store;
        this.reads = reads;
    }

    EmbeddedReply configuration(StoredBucket bucket) {
        BucketLock lock = bucket.settings().lock();
        if (lock == null) {
            throw new S3ErrorException(S3Error.of(S3ErrorCode.OBJECT_LOCK_CONFIGURATION_NOT_FOUND_ERROR)
                    .with("BucketName", bucket.name().value()));
        }
        return EmbeddedReply.document(new ObjectLockConfiguration(lock.defaultRetention()).toBytes());
    }

    EmbeddedReply configure(EmbeddedCall call, StoredBucket bucket) throws IOException {
        ObjectLockConfiguration wanted = ObjectLockConfiguration.read(call.readDocument(false));
        if (!store.contents().locks().configure(bucket, wanted.defaultRetention())) {
            throw new S3ErrorException(S3Error.of(
                    S3ErrorCode.INVALID_BUCKET_STATE,
                    "Versioning must be 'Enabled' on the bucket to apply a Object Lock configuration"));
        }
        return EmbeddedReply.of(200);
    }

    EmbeddedReply retention(EmbeddedCall call, ObjectSubresource get) {
        Retention retention = lock(call, get).retention();
        if (retention == null) {
            throw none();
        }
        return EmbeddedReply.document(new RetentionDocument(retention).toBytes());
    }

    EmbeddedReply legalHold(EmbeddedCall call, ObjectSubresource get) {
        Boolean hold = lock(call, get).legalHold();
        if (hold == null) {
            throw none();
        }
        return EmbeddedReply.document(new LegalHoldDocument(hold).toBytes());
    }

    EmbeddedReply retain(EmbeddedCall call, ObjectOperation.PutObjectRetention put) throws IOException {
        StoredBucket bucket = lockable(call.bucket(put.bucket()));
        Retention wanted = RetentionDocument.read(call.readDocument(false)).retention();
        requireFuture(wanted);
        ObjectVersion version = reads.requireObject(call, bucket, put.key(), put.versionId());
        return reply(put, store.contents().locks().retain(bucket, version, wanted, put.bypassGovernance()));
    }

    EmbeddedReply hold(EmbeddedCall call, ObjectSubresource put) throws IOException {
        StoredBucket bucket = lockable(call.bucket(put.bucket()));
        boolean isOn = LegalHoldDocument.read(call.readDocument(false)).isOn();
        ObjectVersion version = reads.requireObject(call, bucket, put.key(), put.versionId());
        return reply(put, store.contents().locks().hold(bucket, version, isOn));
    }

    private ObjectLock lock(EmbeddedCall call, ObjectSubresource get) {
        StoredBucket bucket = lockable(call.bucket(get.bucket()));
        return reads.requireObject(call, bucket, get.key(), get.versionId())
                .description()
                .lock();
    }

    private static EmbeddedReply reply(ObjectOperation operation, Locks.Change change) {
        return switch (change) {
            case DONE -> EmbeddedReply.of(200);
            case REFUSED -> throw LockHeaders.isProtected();
            case GONE -> throw new S3ErrorException(S3Error.noSuchKey(operation.key()));
        };
    }

    private void requireFuture(@Nullable Retention retention) {
        if (retention != null && !retention.isInForce(store.clock().instant())) {
            throw LockHeaders.invalid("The retain until date must be in the future!");
        }
    }

    private static StoredBucket lockable(StoredBucket bucket) {
        if (bucket.settings().lock() == null) {
            throw LockHeaders.missingConfiguration();
        }
        return bucket;
    }

    private static S3ErrorException none() {
        return new S3ErrorException(S3Error.of(S3ErrorCode.NO_SUCH_OBJECT_LOCK_CONFIGURATION));
    }
}
