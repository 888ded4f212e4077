package dev.ose.server.s3.object;

import dev.ose.s3.operation.ObjectOperation;
import dev.ose.server.accounting.quota.QuotaTarget;
import dev.ose.server.accounting.quota.StorageAmount;
import dev.ose.server.accounting.upload.NotedPart;
import dev.ose.server.accounting.upload.Upload;
import dev.ose.server.accounting.upload.UploadChange;
import dev.ose.server.accounting.upload.UploadWrite;
import dev.ose.server.ledger.WriteOutcome;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.s3.relay.OperationContext;
import dev.ose.server.s3.relay.Relay;
import dev.ose.server.transfer.FlowGate;
import dev.ose.server.transfer.PlatformResponse;
import java.util.Map;

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
                new QuotaTarget.OfPart(upload(), operation.partNumber()),
                StorageAmount.ofPart(body.objectBytes()),
                () -> body.whenReady(context, () -> send(body)));
    }

    private void send(ObjectBody body) {
        context.send(body.request(context, FlowGate.open()), response -> answered(body, response), this::failed);
    }

    /** Notes before if the outcome is unknown. */
    private void failed(Failure why) {
        Runnable answer = () -> context.fail(why);
        if (why instanceof Failure.OutcomeUnknown) {
            note(UploadChange.unsure(upload()), answer);
        } else {
            answer.run();
        }
    }

    private void answered(ObjectBody body, PlatformResponse response) {
        Runnable answer = () -> Relay.headOrError(context, response);
        int status = response.status();
        if (WriteOutcome.isUnknown(status)) {
            note(UploadChange.unsure(upload()), answer);
        } else if (!Relay.isError(status)) {
            note(UploadChange.stored(upload(), Map.of(operation.partNumber(), noted(body))), answer);
        } else if (status == UploadWrite.GONE) {
            note(UploadChange.ended(upload()), answer);
        } else {
            answer.run();
        }
    }

    private Upload upload() {
        return UploadNotes.upload(context, operation.uploadId());
    }

    private void note(UploadChange change, Runnable next) {
        context.await(context.services().objects().uploads().note(change), noted -> next.run());
    }

    private NotedPart noted(ObjectBody body) {
        return CompletionClaims.areOverlooked(context)
                ? new NotedPart(body.objectBytes(), body.checksum(context))
                : NotedPart.ofSize(body.objectBytes());
    }
}
