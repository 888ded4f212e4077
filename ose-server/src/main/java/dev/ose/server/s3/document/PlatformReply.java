package dev.ose.server.s3.document;

import dev.ose.server.s3.relay.HeaderPolicy;
import dev.ose.server.s3.relay.Relay;
import dev.ose.server.transfer.PlatformResponse;

/** The head of what a platform answers to an operation. Its body is read once, or not at all. */
public final class PlatformReply {

    private final DocumentRequest request;
    private final PlatformResponse response;
    private final int status;

    /** Call on the I/O thread. */
    PlatformReply(DocumentRequest request, PlatformResponse response) {
        this.request = request;
        this.response = response;
        this.status = response.status();
    }

    public int status() {
        return status;
    }

    /** Whether the platform refuses, or failed. */
    public boolean isError() {
        return Relay.isError(status);
    }

    /** Reads the body whole, as far as there is memory for it. */
    public byte[] document() {
        return request.await(
                read -> Relay.document(request.context(), response, read::complete, request.failing(read)));
    }

    /** The same of a document without which the operation cannot go on; a refusal is answered in its place. */
    public byte[] documentOrRefuse() {
        if (isError()) {
            throw new PlatformRefusal(error());
        }
        return document();
    }

    /** Reads what a write came to, whatever memory is left: it has happened. */
    public byte[] outcome() {
        return request.await(read -> Relay.outcome(request.context(), response, read::complete, request.failing(read)));
    }

    /** Ends the operation with a refusal that has been read. */
    public RuntimeException refusal(byte[] body) {
        return new PlatformRefusal(error(body));
    }

    /** Answers with the platform's document, in which owners get our ids, or with its refusal. */
    public Response relayOrError() {
        return context -> IdentityRewriter.relayOrError(context, response);
    }

    /** The translated refusal of the platform, whose body has not been read. */
    public Response error() {
        return context -> Relay.error(context, response);
    }

    /** The same if its body has been read. */
    public Response error(byte[] body) {
        return context -> Relay.error(context, status, body);
    }

    /** Answers with the status and the headers of the platform and this document, in which owners get our ids. */
    public Response relay(byte[] body) {
        return context -> IdentityRewriter.relay(context, response, body);
    }

    /** The same of a document in which owners have our ids already. */
    public Response relayAsIs(byte[] body) {
        return context -> {
            HeaderPolicy.toClient(response, context.exchange());
            context.answer().document(status, body);
        };
    }
}
