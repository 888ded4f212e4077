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
        TrackedWrite.begin(
                context,
                operation.key(),
                intent -> context.send(
                        PlatformRequests.withoutBody(context),
                        response -> answered(intent, response),
                        failure -> TrackedWrite.failed(context, intent, failure)));
    }

    private void answered(Intent intent, PlatformResponse response) {
        TrackedWrite.complete(context, intent, outcome(response.status()), () -> Relay.headOrError(context, response));
    }

    private WriteOutcome outcome(int status) {
        if (status >= 500) {
            return new WriteOutcome.Unknown();
        }
        if (Relay.isError(status)) {
            return new WriteOutcome.Refused();
        }
        // Which version is the newest once a named one is gone, only the platform can tell.
        return operation.versionId() == null ? new WriteOutcome.Deleted() : new WriteOutcome.Unknown();
    }
}
