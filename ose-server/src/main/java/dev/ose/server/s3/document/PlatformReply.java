package dev.ose.server.s3.document;

import dev.ose.server.s3.relay.HeaderPolicy;
import dev.ose.server.s3.relay.PlatformErrors;
import dev.ose.server.s3.relay.Relay;
import dev.ose.server.transfer.PlatformResponse;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;

/** A platform's answer to an operation, read completely. */
public final class PlatformReply {

    private static final int NOT_ALLOWED = 405;
    private static final int NOT_IMPLEMENTED = 501;

    private final DocumentRequest request;
    private final PlatformResponse response;
    private final int status;
    private final Map<String, String> headers = new HashMap<>();
    private final byte[] body;

    /** Call on the I/O thread. */
    PlatformReply(DocumentRequest request, PlatformResponse response, byte[] body) {
        this.request = request;
        this.response = response;
        this.status = response.status();
        this.body = body;
        response.forEachHeader(headers::putIfAbsent);
    }

    public int status() {
        return status;
    }

    /** The first value of a header. */
    public Optional<String> header(String lowerCaseName) {
        return Optional.ofNullable(headers.get(lowerCaseName));
    }

    /** Calls the action with the lower-case name and the first value of each header. */
    public void forEachHeader(BiConsumer<String, String> action) {
        headers.forEach(action);
    }

    /** Whether the platform refuses, or failed. */
    public boolean isError() {
        return Relay.isError(status);
    }

    /** Whether the platform does not know the operation. */
    public boolean isUnsupported() {
        return status == NOT_IMPLEMENTED || status == NOT_ALLOWED;
    }

    /** The document, be it a refusal. */
    public byte[] body() {
        return body;
    }

    /** A document without which the operation cannot go on; a refusal is answered in its place. */
    public byte[] bodyOrRefuse() {
        if (isError()) {
            throw refusal();
        }
        return body;
    }

    /** Ends the operation with the platform's refusal. */
    public RuntimeException refusal() {
        return new PlatformRefusal(error());
    }

    /** Answers with the platform's refusal in our own words. */
    public Response error() {
        return context -> Relay.error(context, response, body);
    }

    /** The same of a refusal behind a status of success, which the platform had sent before it knew. */
    public Response lateError() {
        return context -> {
            HeaderPolicy.toClient(response, context.exchange());
            PlatformErrors.answer(context, status, body);
        };
    }

    /**
     * Answers with the platform's document, in which owners get our ids, or with its refusal. May ask the database for
     * the owners.
     */
    public Response relay() {
        if (isError()) {
            return error();
        }
        return relay(translated());
    }

    /** Answers with status and headers alone, or with the refusal. */
    public Response headOrError() {
        return isError() ? error() : relay(new byte[0]);
    }

    /** The document, in which owners get our ids. May ask the database for them. */
    byte[] translated() {
        return IdentityRewriter.isNeeded(body)
                ? request.database(() -> IdentityRewriter.translate(request.context(), body))
                : body;
    }

    /** Answers with the status and the headers of the platform and this document, in which owners have our ids. */
    public Response relay(byte[] document) {
        return context -> {
            HeaderPolicy.toClient(response, context.exchange());
            if (document.length == 0) {
                context.answer().empty(status);
            } else {
                context.answer().document(status, document);
            }
        };
    }
}
