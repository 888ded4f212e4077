package dev.ose.server.s3;

import dev.ose.server.transfer.Gate;

/**
 * <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_UploadPart.html">UploadPart</a>: shows no object yet, so
 * no row changes.
 */
final class UploadPart {

    private final OperationContext context;

    UploadPart(OperationContext context) {
        this.context = context;
    }

    void perform() {
        ObjectBody body = ObjectBody.announced(context);
        body.whenReady(
                context,
                () -> context.send(
                        body.request(context, Gate.open()), response -> Relay.headOrError(context, response)));
    }
}
