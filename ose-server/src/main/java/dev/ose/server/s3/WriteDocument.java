package dev.ose.server.s3;

import java.util.function.Consumer;

/** An operation with a small body, or none, that changes a property and answers with a small document, or none. */
final class WriteDocument {

    private final OperationContext context;

    WriteDocument(OperationContext context) {
        this.context = context;
    }

    void perform() {
        perform(document -> {});
    }

    /** The same of a document that is looked at before: {@code check} throws what is to be answered in its place. */
    void perform(Consumer<byte[]> check) {
        RequestXml.read(context, body -> {
            check.accept(body);
            context.send(
                    body.length == 0
                            ? PlatformRequests.withoutBody(context)
                            : PlatformRequests.withBody(context, body, false),
                    response -> DocumentAnswer.relayOrError(context, response));
        });
    }
}
