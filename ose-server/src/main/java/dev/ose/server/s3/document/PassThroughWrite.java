package dev.ose.server.s3.document;

import dev.ose.s3.document.LifecycleElements;
import dev.ose.server.s3.relay.OperationContext;
import dev.ose.server.s3.relay.PlatformRequests;
import dev.ose.server.transfer.PlatformRequest;

/** An operation with a small body, or none, that changes a property and answers with a small document, or none. */
public final class PassThroughWrite {

    private PassThroughWrite() {}

    public static Response perform(DocumentRequest request) {
        return request.send(() -> of(request.context(), request.body())).relayOrError();
    }

    /** The same for rules of lifecycles on a platform that drops the less usual elements. */
    public static Response performUsualLifecycle(DocumentRequest request) {
        LifecycleElements.requireUsual(request.body());
        return perform(request);
    }

    /** The operation with the client's document. Call on the I/O thread. */
    public static PlatformRequest of(OperationContext context, byte[] body) {
        return body.length == 0
                ? PlatformRequests.withoutBody(context)
                : PlatformRequests.withBody(context, body, false);
    }
}
