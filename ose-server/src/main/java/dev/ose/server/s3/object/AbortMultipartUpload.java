package dev.ose.server.s3.object;

import dev.ose.s3.operation.ObjectOperation;
import dev.ose.server.s3.relay.OperationContext;
import dev.ose.server.s3.relay.PlatformRequests;
import dev.ose.server.s3.relay.Relay;
import dev.ose.server.transfer.PlatformResponse;

/**
 * <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_AbortMultipartUpload.html">AbortMultipartUpload</a>: the
 * parts are no longer counted after the platform has deleted them.
 */
public final class AbortMultipartUpload {

    private final OperationContext context;
    private final ObjectOperation.AbortMultipartUpload operation;

    public AbortMultipartUpload(OperationContext context, ObjectOperation.AbortMultipartUpload operation) {
        this.context = context;
        this.operation = operation;
    }

    public void perform() {
        context.send(
                PlatformRequests.withoutBody(context),
                this::answered,
                why -> UploadNotes.failed(context, operation.uploadId(), why));
    }

    private void answered(PlatformResponse response) {
        int status = response.status();
        Runnable answer = () -> Relay.headOrError(context, response);
        if (UploadNotes.isUnknown(status)) {
            UploadNotes.unsure(context, operation.uploadId(), true, answer);
        } else {
            UploadNotes.ended(
                    context, operation.uploadId(), !Relay.isError(status) || status == UploadNotes.GONE, answer);
        }
    }
}
