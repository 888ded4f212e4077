package dev.ose.server.s3;

/** An operation with a small body, or none, that changes a property and answers with a small document, or none. */
final class WriteDocument {

    private final OperationContext context;

    WriteDocument(OperationContext context) {
        this.context = context;
    }

    void perform() {
        RequestXml.read(
                context,
                body -> context.send(
                        body.length == 0
                                ? PlatformRequests.withoutBody(context)
                                : PlatformRequests.withBody(context, body, false),
                        response -> DocumentAnswer.relayOrError(context, response)));
    }
}
