package dev.ose.server.s3.relay;

import dev.ose.s3.document.Accept;
import dev.ose.s3.document.FoundBucketsDocument;
import dev.ose.s3.document.JsonAnswer;
import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorDocument;
import dev.ose.server.http.ClientExchange;
import dev.ose.server.runtime.failure.Failure;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** Writes the answer to one request: the two request ids, documents, and failures. Confined to the I/O thread. */
public final class S3Answer {

    private static final byte[] NOTHING = {};

    private static final int UNAUTHORIZED = 401;

    /** Browsers know no dialog for the first scheme, and have none for the second. */
    private static final String CHALLENGE = "OSE-Session realm=\"OSE S3\", Bearer realm=\"OSE S3\"";

    /** Takes tens of microseconds. */
    private static final int REWRITTEN_HERE_BYTES = 4 * 1024;

    private final ClientExchange exchange;
    private final RequestId id;
    private final Executor aside;
    private int status;
    private @Nullable String failure;
    private @Nullable String errorCode;
    private boolean isForRefusedStranger;
    private @Nullable Gate gate;
    private FoundBucketsDocument.@Nullable Bucket listed;

    /** Holds an answer back until it may be sent. */
    @FunctionalInterface
    public interface Gate {

        /**
         * Takes the answer that there is; to be called on the I/O thread.
         *
         * @param failure null if there is none
         * @param answer sends it, on the I/O thread
         */
        void hold(int status, @Nullable String failure, Runnable answer);
    }

    /** @param aside runs a step on a thread for longer work, and answers its exception */
    public S3Answer(ClientExchange exchange, RequestId id, Executor aside) {
        this.exchange = exchange;
        this.id = id;
        this.aside = aside;
        exchange.setResponseHeader("x-amz-request-id", id.value());
        exchange.setResponseHeader("x-amz-id-2", id.hostId());
    }

    public RequestId id() {
        return id;
    }

    /** The answered status; 0 if none. */
    public int status() {
        return status;
    }

    /** Name of the answered failure; null if none. */
    @Nullable
    public String failureName() {
        return failure;
    }

    /** Code of the answered S3 error; null if none. */
    @Nullable
    public String errorCode() {
        return errorCode;
    }

    /** Records a failure that is answered in another service's format. */
    public void noteFailure(String code) {
        failure = code;
    }

    /** Records a status that is answered elsewhere. */
    public void noteStatus(int answered) {
        status = answered;
    }

    /** Has a list of objects in JSON tell the facts of their bucket, too. */
    public void describe(FoundBucketsDocument.Bucket bucket) {
        listed = bucket;
    }

    /** Has a gate hold the answer back; what it answers instead is not held back again. */
    public void holdBack(Gate until) {
        gate = until;
    }

    private void send(Runnable response) {
        Gate before = gate;
        if (before == null) {
            response.run();
        } else {
            gate = null;
            before.hold(status, failure, response);
        }
    }

    /** Whether the client prefers JSON. */
    public boolean isJson() {
        return Accept.prefersJson(exchange.requestHeaders("accept"));
    }

    /**
     * Answers with a document in XML, or in JSON if the client prefers it and the document has that form. Long
     * documents are converted on another thread.
     */
    public void document(int answered, byte[] xml) {
        status = answered;
        if (!isJson() || !JsonAnswer.hasForm(xml)) {
            document(answered, S3ErrorDocument.CONTENT_TYPE, xml);
        } else if (xml.length <= REWRITTEN_HERE_BYTES) {
            document(answered, xml, JsonAnswer.of(xml, listed));
        } else {
            FoundBucketsDocument.@Nullable Bucket facts = listed;
            aside.execute(() -> {
                Optional<byte[]> json = JsonAnswer.of(xml, facts);
                exchange.executeOnIoThread(() -> document(answered, xml, json));
            });
        }
    }

    private void document(int answered, byte[] xml, Optional<byte[]> json) {
        if (json.isPresent()) {
            document(answered, JsonAnswer.CONTENT_TYPE, json.get());
        } else {
            document(answered, S3ErrorDocument.CONTENT_TYPE, xml);
        }
    }

    /** Answers with a document. */
    public void document(int answered, String contentType, byte[] content) {
        status = answered;
        send(() -> {
            exchange.setResponseHeader("Content-Type", contentType);
            exchange.respond(answered, content);
        });
    }

    /** Answers without a body. */
    public void empty(int answered) {
        status = answered;
        send(() -> {
            if (answered == 204 || answered == 304 || isHead()) {
                exchange.respondEmpty(answered);
            } else {
                exchange.respond(answered, NOTHING);
            }
        });
    }

    /**
     * Until authorisation, hides whether the named resource exists: faults of the request and unsupported features are
     * answered as AccessDenied, because only requests for existing resources are parsed that far.
     */
    public void hideFaults() {
        isForRefusedStranger = true;
    }

    /** Ends {@link #hideFaults}: the platform has authorised the request. */
    public void showFaults() {
        isForRefusedStranger = false;
    }

    private Failure disclosed(Failure why) {
        boolean isFault = why instanceof Failure.OfRequest
                || why instanceof Failure.NotOffered
                || why instanceof Failure.QuotaExceeded;
        return isForRefusedStranger && isFault ? new Failure.NotAllowed("anonymous access") : why;
    }

    /** Answers with a failure, or closes the connection if an answer has begun. */
    public void fail(Failure why) {
        failure = why.getClass().getSimpleName();
        if (exchange.isResponseStarted()) {
            exchange.abort();
            return;
        }
        if (why instanceof Failure.Busy busy) {
            exchange.setResponseHeader(
                    "Retry-After", Long.toString(Math.max(1, busy.retryAfter().toSeconds())));
        }
        S3Error error = S3ErrorXml.error(disclosed(why));
        error(error.status(), error);
    }

    /** Answers with an error in S3's form under the given status. */
    public void error(int answered, S3Error error) {
        errorCode = error.code().code();
        if (failure == null) {
            failure = errorCode;
        }
        if (answered == UNAUTHORIZED) {
            exchange.setResponseHeader("WWW-Authenticate", CHALLENGE);
        }
        if (isHead()) {
            empty(answered);
        } else {
            document(answered, new S3ErrorDocument(error, exchange.rawPath(), id.value(), id.hostId()).toBytes());
        }
    }

    private boolean isHead() {
        return exchange.method().equals("HEAD");
    }
}
