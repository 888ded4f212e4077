package dev.ose.server.s3;

import dev.ose.s3.PartNumber;
import dev.ose.s3.UploadId;
import dev.ose.s3.operation.ObjectOperation;
import dev.ose.server.upload.Upload;

/** What the requests of a multipart upload note in the books, before they are answered. */
final class UploadNotes {

    /** The platform does not know the upload, or any more. */
    static final int GONE = 404;

    private UploadNotes() {}

    /** The upload that the operation is about. */
    static Upload upload(OperationContext context, UploadId id) {
        if (context.operation() instanceof ObjectOperation onObject) {
            return new Upload(context.bucket().id(), onObject.key(), id);
        }
        throw new IllegalStateException(context.operation().name() + " is about no upload");
    }

    /** Notes a part, and goes on. */
    static void stored(OperationContext context, UploadId id, PartNumber part, long sizeBytes, Runnable next) {
        context.await(context.services().uploads().stored(upload(context, id), part, sizeBytes), noted -> next.run());
    }

    /** Notes that the upload is over, if it is, and goes on. */
    static void ended(OperationContext context, UploadId id, boolean isOver, Runnable next) {
        if (isOver) {
            context.await(context.services().uploads().ended(upload(context, id)), noted -> next.run());
        } else {
            next.run();
        }
    }
}
