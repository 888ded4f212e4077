package dev.ose.server.s3;

/**
 * <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetObject.html">GetObject</a> and
 * <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_HeadObject.html">HeadObject</a>, with ranges and
 * conditions as the platform decides them. No row is read: what an object is, only the platform says.
 */
final class ReadObject {

    private final OperationContext context;

    ReadObject(OperationContext context) {
        this.context = context;
    }

    void perform() {
        context.send(PlatformRequests.withoutBody(context), response -> Relay.stream(context, response));
    }
}
