package dev.ose.server.s3.object;

import dev.ose.s3.PartNumber;
import dev.ose.s3.UploadId;
import dev.ose.s3.operation.ObjectOperation;
import dev.ose.server.accounting.upload.NotedPart;
import dev.ose.server.accounting.upload.Upload;
import dev.ose.server.accounting.upload.UploadChange;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.s3.relay.OperationContext;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Records of multipart uploads, written before the requests are answered. */
final class UploadNotes {

    /** The platform does not have the upload, or no longer. */
    static final int GONE = 404;

    /** From this status on, the outcome is unknown. */
    private static final int FAILED = 500;

    private UploadNotes() {}

    /** Whether a platform that answers so may have done something, or may do it yet. */
    static boolean isUnknown(int status) {
        return status >= FAILED;
    }

    /** The upload that the operation is about. */
    static Upload upload(OperationContext context, UploadId id) {
        if (context.operation() instanceof ObjectOperation onObject) {
            return new Upload(context.bucket().id(), onObject.key(), id);
        }
        throw new IllegalStateException(context.operation().name() + " is about no upload");
    }

    /** Notes a part, and goes on. */
    static void stored(OperationContext context, UploadId id, PartNumber part, NotedPart noted, Runnable next) {
        note(context, UploadChange.stored(upload(context, id), Map.of(part, noted)), next);
    }

    /** Notes that the upload is there; complete once that is noted. */
    static CompletableFuture<Void> begun(OperationContext context, UploadId id) {
        return context.services().uploads().note(UploadChange.begun(upload(context, id)));
    }

    /** Answers a request that failed, and notes before if its outcome is unknown. */
    static void failed(OperationContext context, UploadId id, Failure why) {
        unsure(context, id, why instanceof Failure.OutcomeUnknown, () -> context.fail(why));
    }

    /** Notes that the outcome of a request is unknown, if so, and goes on. */
    static void unsure(OperationContext context, UploadId id, boolean isUnsure, Runnable next) {
        if (isUnsure) {
            note(context, UploadChange.unsure(upload(context, id)), next);
        } else {
            next.run();
        }
    }

    /** Notes that the upload is over, if it is, and goes on. */
    static void ended(OperationContext context, UploadId id, boolean isOver, Runnable next) {
        if (isOver) {
            note(context, UploadChange.ended(upload(context, id)), next);
        } else {
            next.run();
        }
    }

    private static void note(OperationContext context, UploadChange change, Runnable next) {
        context.await(context.services().uploads().note(change), noted -> next.run());
    }
}
