package dev.ose.server.s3;

/** An operation that reads a document of the platform: a listing, a property. Owners are told by our ids. */
final class ReadDocument {

    private final OperationContext context;

    ReadDocument(OperationContext context) {
        this.context = context;
    }

    void perform() {
        context.send(PlatformRequests.withoutBody(context), response -> DocumentAnswer.relayOrError(context, response));
    }
}
