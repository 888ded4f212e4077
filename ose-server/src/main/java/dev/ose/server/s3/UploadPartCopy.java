package dev.ose.server.s3;

import dev.ose.s3.operation.ObjectOperation;
import dev.ose.s3.sigv4.PayloadHash;
import dev.ose.server.transfer.RequestBody;
import java.util.List;

/** <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_UploadPartCopy.html">UploadPartCopy</a>. */
final class UploadPartCopy {

    private final OperationContext context;
    private final ObjectOperation.UploadPartCopy operation;

    UploadPartCopy(OperationContext context, ObjectOperation.UploadPartCopy operation) {
        this.context = context;
        this.operation = operation;
    }

    void perform() {
        context.send(
                PlatformRequests.request(
                        context,
                        CopyHeaders.ofPart(context, operation.source()),
                        RequestBody.NONE,
                        PayloadHash.EMPTY_SHA256,
                        true),
                response -> DocumentAnswer.relayResult(context, response, List.of()));
    }
}
