package dev.ose.server.s3.document;

import dev.ose.server.s3.relay.OperationContext;
import dev.ose.server.s3.relay.PlatformRequests;

/** An operation that reads a document of the platform: a listing, a property. Owners have ids of OSE. */
public final class PassThroughRead {

    private final OperationContext context;

    public PassThroughRead(OperationContext context) {
        this.context = context;
    }

    public void perform() {
        context.send(
                PlatformRequests.withoutBody(context), response -> IdentityRewriter.relayOrError(context, response));
    }
}
