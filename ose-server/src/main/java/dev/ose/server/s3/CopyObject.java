package dev.ose.server.s3;

import dev.ose.s3.operation.ObjectOperation;
import dev.ose.s3.sigv4.PayloadHash;
import dev.ose.server.object.Intent;
import dev.ose.server.object.WriteOutcome;
import dev.ose.server.transfer.PlatformResponse;
import dev.ose.server.transfer.RequestBody;
import java.util.List;

/**
 * <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_CopyObject.html">CopyObject</a>, done by the platform
 * itself. Its answer does not tell the size, so the key is verified afterwards. A failure may hide in an answer with
 * status 200.
 */
final class CopyObject {

    private final OperationContext context;
    private final ObjectOperation.CopyObject operation;

    CopyObject(OperationContext context, ObjectOperation.CopyObject operation) {
        this.context = context;
        this.operation = operation;
    }

    void perform() {
        TrackedWrite.begin(
                context,
                operation.key(),
                intent -> context.send(
                        PlatformRequests.request(
                                context,
                                CopyHeaders.of(context, operation.source()),
                                RequestBody.NONE,
                                PayloadHash.EMPTY_SHA256,
                                true),
                        response -> answered(intent, response),
                        failure -> TrackedWrite.failed(context, intent, failure)));
    }

    private void answered(Intent intent, PlatformResponse response) {
        boolean refused = Relay.isError(response.status()) && response.status() < 500;
        WriteOutcome outcome = refused ? new WriteOutcome.Refused() : new WriteOutcome.Unknown();
        TrackedWrite.complete(context, intent, outcome, () -> DocumentAnswer.relayResult(context, response, List.of()));
    }
}
