package dev.ose.server.s3.object;

import dev.ose.s3.operation.ObjectOperation;
import dev.ose.server.accounting.quota.QuotaTarget;
import dev.ose.server.accounting.quota.StorageAmount;
import dev.ose.server.accounting.upload.NotedPart;
import dev.ose.server.s3.relay.OperationContext;
import dev.ose.server.s3.relay.Relay;
import dev.ose.server.transfer.FlowGate;
import dev.ose.server.transfer.PlatformResponse;

/**
 * <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_UploadPart.html">UploadPart</a>: shows no object yet, so
 * no row of an object changes; what the part takes, and its checksum where the platform forgets it, are noted before
 * the client hears of it.
 */
public final class UploadPart {

    private final OperationContext context;
    private final ObjectOperation.UploadPart operation;

    public UploadPart(OperationContext context, ObjectOperation.UploadPart operation) {
        this.context = context;
        this.operation = operation;
    }

    public void perform() {
        ObjectBody body = ObjectBody.announced(context);
        context.reserve(
                new QuotaTarget.OfPart(UploadNotes.upload(context, operation.uploadId()), operation.partNumber()),
                StorageAmount.ofPart(body.objectBytes()),
                () -> body.whenReady(context, () -> send(body)));
    }

    private void send(ObjectBody body) {
        context.send(
                body.request(context, FlowGate.open()),
                response -> answered(body, response),
                why -> UploadNotes.failed(context, operation.uploadId(), why));
    }

    private void answered(ObjectBody body, PlatformResponse response) {
        Runnable answer = () -> Relay.headOrError(context, response);
        int status = response.status();
        if (UploadNotes.isUnknown(status)) {
            UploadNotes.unsure(context, operation.uploadId(), true, answer);
        } else if (Relay.isError(status)) {
            UploadNotes.ended(context, operation.uploadId(), status == UploadNotes.GONE, answer);
        } else {
            UploadNotes.stored(context, operation.uploadId(), operation.partNumber(), noted(body), answer);
        }
    }

    private NotedPart noted(ObjectBody body) {
        return CompletionClaims.areOverlooked(context)
                ? new NotedPart(body.objectBytes(), body.checksum(context))
                : NotedPart.ofSize(body.objectBytes());
    }
}
