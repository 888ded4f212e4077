package dev.ose.server.s3.document;

import dev.ose.s3.document.DocumentElements;
import dev.ose.s3.operation.RequestMembers;
import dev.ose.server.s3.relay.OperationContext;
import dev.ose.server.s3.relay.PlatformRequests;
import dev.ose.server.transfer.PlatformRequest;

/** An operation with a small body, or none, that changes a property and answers with a small document, or none. */
public final class PassThroughWrite {

    private PassThroughWrite() {}

    public static Response perform(DocumentRequest request) {
        return request.send(() -> of(request.context(), request.body())).relay();
    }

    /** The operation with the client's document. Call on the I/O thread. */
    public static PlatformRequest of(OperationContext context, byte[] body) {
        if (body.length == 0) {
            return PlatformRequests.withoutBody(context);
        }
        String operation = context.operation().name();
        if (RequestMembers.hasDocument(operation)) {
            DocumentElements.require(operation, body);
        }
        return PlatformRequests.withBody(context, body, false);
    }
}
