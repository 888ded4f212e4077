package dev.ose.adapter.embedded.http;

import dev.ose.adapter.embedded.store.DatabaseException;
import dev.ose.adapter.embedded.store.Deletion;
import dev.ose.adapter.embedded.store.NewContent;
import dev.ose.adapter.embedded.store.ObjectDescription;
import dev.ose.adapter.embedded.store.ObjectVersion;
import dev.ose.adapter.embedded.store.Store;
import dev.ose.adapter.embedded.store.StoredBucket;
import dev.ose.adapter.embedded.store.WriteConditions;
import dev.ose.s3.ConditionalHeaders;
import dev.ose.s3.ETag;
import dev.ose.s3.ObjectKey;
import dev.ose.s3.VersionId;
import dev.ose.s3.document.DeleteRequest;
import dev.ose.s3.document.DeletedObject;
import dev.ose.s3.document.FailedDelete;
import dev.ose.s3.document.ResultDocument;
import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.error.S3ErrorException;
import dev.ose.s3.operation.BucketOperation;
import dev.ose.s3.operation.ObjectOperation;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** PUT and DELETE of objects. */
final class ObjectWrites {

    /** Each key of a batch holds a lock until its transaction ends, and locks are few. */
    private static final int DELETE_BATCH = 200;

    private final Store store;
    private final NewAccess newAccess;
    private final LifecycleCalls lifecycles;

    ObjectWrites(Store store, LifecycleCalls lifecycles) {
        this.store = store;
        this.lifecycles = lifecycles;
        this.newAccess = new NewAccess(store.accounts());
    }

    EmbeddedReply put(EmbeddedCall call, ObjectOperation.PutObject put) throws IOException {
        ObjectHeaders.refuseUnoffered(call.request());
        StoredBucket bucket = call.bucket(put.bucket());
        ObjectDescription description = ObjectHeaders.describe(
                        call.request(), bucket, store.clock().instant())
                .withAccess(newAccess.ofObject(call, bucket));
        LockHeaders.requireDigest(call.request(), bucket, description.lock(), "Put Object");
        refuseEarly(call, bucket, put);
        try (EmbeddedCall.Received received = call.receive(store.files(), null, description.isEncrypted())) {
            NewContent content = new NewContent(
                    received.file().publish(),
                    received.result().etag(),
                    received.result().checksum());
            ObjectVersion version = keep(
                    received,
                    () -> store.contents().objects().put(bucket, put.key(), content, description, call.conditions()));
            EmbeddedReply reply = EmbeddedReply.of(200)
                    .with("ETag", version.content().etag().quoted())
                    .with("x-amz-version-id", ObjectReplies.writtenVersionId(version.versionId()));
            EncryptionHeaders.addTo(reply, description.isEncrypted());
            return ObjectReplies.checksum(
                    lifecycles.addTo(reply, bucket, version), version.content().checksum());
        }
    }

    /** A change that inserts a row for a file. */
    @FunctionalInterface
    interface Change<T> {

        T make();
    }

    /** Runs the change, and keeps the file unless the change certainly failed. */
    static <T> T keep(EmbeddedCall.Received received, Change<T> change) {
        try {
            T result = change.make();
            received.file().keep();
            return result;
        } catch (DatabaseException e) {
            if (e.kind() == DatabaseException.Kind.OUTCOME_UNKNOWN) {
                received.file().keep();
            }
            throw e;
        }
    }

    /**
     * Refuses a write that would fail at present before its body is sent; the conditions are checked again under the
     * lock.
     */
    private void refuseEarly(EmbeddedCall call, StoredBucket bucket, ObjectOperation.PutObject put) {
        ConditionalHeaders conditions = call.conditions();
        if (conditions.ifMatch() == null && conditions.ifNoneMatch() == null) {
            return;
        }
        ObjectVersion current =
                store.contents().objects().find(bucket, put.key(), null).orElse(null);
        WriteConditions.require(
                conditions,
                put.key(),
                current == null || current.isDeleteMarker()
                        ? null
                        : current.content().etag());
    }

    EmbeddedReply delete(EmbeddedCall call, ObjectOperation.DeleteObject delete) {
        delete.scope().requireNamed();
        StoredBucket bucket = call.bucket(delete.bucket());
        Deletion.Terms terms = new Deletion.Terms(call.conditions(), delete.bypassGovernance());
        Deletion.Result result = store.contents()
                .objects()
                .delete(bucket, List.of(new Deletion(delete.key(), delete.versionId())), terms)
                .getFirst();
        if (result.isProtected()) {
            throw LockHeaders.isProtected();
        }
        VersionId marker = result.markerId();
        VersionId shown = result.versionId() == null ? marker : result.versionId();
        return EmbeddedReply.of(204)
                .with("x-amz-version-id", shown == null ? null : shown.value())
                .with("x-amz-delete-marker", marker == null ? null : "true");
    }

    EmbeddedReply deleteAll(EmbeddedCall call, BucketOperation.DeleteObjects operation) throws IOException {
        StoredBucket bucket = call.bucket(operation.bucket());
        DeleteRequest request = DeleteRequest.read(call.readDocument(true));
        request.scope().requireNamed();
        boolean bypass = operation.bypassGovernance();
        Results results = new Results(new ArrayList<>(), new ArrayList<>());
        List<Deletion> batch = new ArrayList<>();
        for (DeleteRequest.Entry entry : request.entries()) {
            try {
                add(call, operation, entry, batch, results);
            } catch (S3ErrorException e) {
                results.refuse(entry.key(), entry.versionId(), e.error());
            }
        }
        for (int start = 0; start < batch.size(); start += DELETE_BATCH) {
            List<Deletion> some = batch.subList(start, Math.min(batch.size(), start + DELETE_BATCH));
            store.contents()
                    .objects()
                    .delete(bucket, some, new Deletion.Terms(ConditionalHeaders.NONE, bypass))
                    .forEach(results::add);
        }
        return EmbeddedReply.document(
                new ResultDocument.Deleted(request.isQuiet() ? List.of() : results.deleted, results.failed).toBytes());
    }

    /** Adds an entry to the batch, or deletes it at once if it has conditions of its own. */
    private void add(
            EmbeddedCall call,
            BucketOperation.DeleteObjects operation,
            DeleteRequest.Entry entry,
            List<Deletion> batch,
            Results results) {
        if (!call.admission().permitsDelete(operation, entry.key(), entry.versionId())) {
            throw new S3ErrorException(S3Error.of(S3ErrorCode.ACCESS_DENIED));
        }
        Deletion deletion = new Deletion(entry.key(), entry.versionId());
        ETag tag = entry.ifMatch();
        if (tag == null) {
            batch.add(deletion);
            return;
        }
        ConditionalHeaders ifMatch = new ConditionalHeaders(tag.toString(), null, null, null);
        Deletion.Terms terms = new Deletion.Terms(ifMatch, operation.bypassGovernance());
        store.contents()
                .objects()
                .delete(call.bucket(operation.bucket()), List.of(deletion), terms)
                .forEach(results::add);
    }

    /** The results of a request's entries. */
    private record Results(List<DeletedObject> deleted, List<FailedDelete> failed) {

        void add(Deletion.Result result) {
            if (result.isProtected()) {
                refuse(result.key(), result.versionId(), LockHeaders.protectedVersion());
            } else {
                deleted.add(new DeletedObject(
                        result.key(), result.versionId(), result.markerId() != null, result.markerId()));
            }
        }

        void refuse(ObjectKey key, @Nullable VersionId version, S3Error error) {
            failed.add(new FailedDelete(key, version, error.code().code(), error.message()));
        }
    }
}
