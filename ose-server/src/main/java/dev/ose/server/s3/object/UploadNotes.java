package dev.ose.server.s3.object;

import dev.ose.s3.UploadId;
import dev.ose.s3.operation.ObjectOperation;
import dev.ose.server.accounting.upload.Upload;
import dev.ose.server.accounting.upload.UploadWrite;
import dev.ose.server.s3.relay.OperationContext;

/** The records of the upload that an operation is about. */
final class UploadNotes {

    private UploadNotes() {}

    /** The upload that the operation is about. */
    static Upload upload(OperationContext context, UploadId id) {
        if (context.operation() instanceof ObjectOperation onObject) {
            return new Upload(context.bucket().id(), onObject.key(), id);
        }
        throw new IllegalStateException(context.operation().name() + " is about no upload");
    }

    /** Takes notes about it on a thread that may wait. */
    static UploadWrite of(OperationContext context, UploadId id) {
        return new UploadWrite(context.services().objects().uploads(), upload(context, id));
    }
}
