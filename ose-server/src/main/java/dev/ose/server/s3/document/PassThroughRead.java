package dev.ose.server.s3.document;

import dev.ose.server.s3.relay.PlatformRequests;

/** An operation that reads a document of the platform: a listing, a property. Owners have ids of OSE. */
public final class PassThroughRead {

    private PassThroughRead() {}

    public static Response perform(DocumentRequest request) {
        return request.send(() -> PlatformRequests.withoutBody(request.context()))
                .relay();
    }
}
