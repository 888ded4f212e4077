package dev.ose.server.s3.object;

import dev.ose.server.s3.relay.OperationContext;
import dev.ose.server.s3.relay.PlatformRequests;
import dev.ose.server.s3.relay.Relay;
import dev.ose.server.transfer.PlatformRequest;

/**
 * <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetObject.html">GetObject</a> and <a
 * href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_HeadObject.html">HeadObject</a>, with ranges and conditions
 * evaluated by the platform. No row is read: the platform is authoritative.
 */
public final class ReadObject {

    private final OperationContext context;

    public ReadObject(OperationContext context) {
        this.context = context;
    }

    public void perform() {
        PlatformRequest request = PlatformRequests.withoutBody(context);
        context.send(
                request, response -> Relay.stream(context, response, () -> LargeRead.body(context, request, response)));
    }
}
