package dev.ose.server.s3;

import dev.ose.s3.ByteRange;
import dev.ose.s3.operation.ObjectOperation;
import dev.ose.s3.sigv4.PayloadHash;
import dev.ose.server.quota.Amount;
import dev.ose.server.quota.Target;
import dev.ose.server.transfer.RequestBody;
import java.util.List;
import java.util.OptionalLong;

/**
 * <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_UploadPartCopy.html">UploadPartCopy</a>. The answer does not
 * tell the size of the part, so the platform is asked for it where the request does not say it.
 */
final class UploadPartCopy {

    private final OperationContext context;
    private final ObjectOperation.UploadPartCopy operation;

    UploadPartCopy(OperationContext context, ObjectOperation.UploadPartCopy operation) {
        this.context = context;
        this.operation = operation;
    }

    void perform() {
        ByteRange range = operation.range();
        if (range != null) {
            reserve(OptionalLong.of(range.lengthBytes()));
        } else {
            SourceHead.findSize(context, operation.source(), this::reserve);
        }
    }

    private void reserve(OptionalLong sizeBytes) {
        context.reserve(
                new Target.OfPart(UploadNotes.upload(context, operation.uploadId()), operation.partNumber()),
                Amount.ofPart(sizeBytes.orElse(0)),
                () -> send(sizeBytes));
    }

    private void send(OptionalLong sizeBytes) {
        context.send(
                PlatformRequests.request(
                        context,
                        CopyHeaders.ofPart(context, operation.source()),
                        RequestBody.NONE,
                        PayloadHash.EMPTY_SHA256,
                        true),
                response -> StoredResult.read(context, response, result -> answered(sizeBytes, result)));
    }

    private void answered(OptionalLong sizeBytes, StoredResult result) {
        Runnable answer = () -> result.relay(List.of());
        if (result.isStored() && sizeBytes.isPresent()) {
            UploadNotes.stored(context, operation.uploadId(), operation.partNumber(), sizeBytes.getAsLong(), answer);
        } else {
            answer.run();
        }
    }
}
