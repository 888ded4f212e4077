package dev.ose.server.s3;

import dev.ose.s3.operation.ObjectOperation;
import dev.ose.server.object.Intent;
import dev.ose.server.object.WriteOutcome;
import dev.ose.server.transfer.PlatformResponse;

/** <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_DeleteObject.html">DeleteObject</a>. */
final class DeleteObject {

    private final OperationContext context;
    private final ObjectOperation.DeleteObject operation;

    DeleteObject(OperationContext context, ObjectOperation.DeleteObject operation) {
        this.context = context;
        this.operation = operation;
    }

    void perform() {
        TrackedWrite.send(context, operation.key(), PlatformRequests.withoutBody(context), this::answered);
    }

    private void answered(Intent intent, PlatformResponse response) {
        TrackedWrite.complete(context, intent, outcome(response.status()), () -> Relay.headOrError(context, response));
    }

    private WriteOutcome outcome(int status) {
        if (Relay.isError(status)) {
            return WriteOutcome.ofError(status);
        }
        // Which version is the newest once a named one is gone, only the platform can tell.
        return operation.versionId() == null ? new WriteOutcome.Deleted() : new WriteOutcome.Changed();
    }
}
