package dev.ose.adapter.embedded.http;

import dev.ose.adapter.embedded.store.DatabaseException;
import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.error.S3ErrorDocument;
import dev.ose.s3.error.S3ErrorException;
import dev.ose.s3.operation.HeaderLookup;
import dev.ose.s3.operation.Parsed;
import dev.ose.s3.operation.QueryParameters;
import dev.ose.s3.operation.RawTarget;
import dev.ose.s3.operation.S3Addressing;
import dev.ose.s3.operation.S3Operation;
import dev.ose.s3.operation.S3OperationParser;
import io.undertow.connector.ByteBufferPool;
import io.undertow.server.HttpHandler;
import io.undertow.server.HttpServerExchange;
import java.io.IOException;
import java.util.HexFormat;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One request from its head to its last byte: guard, parse, authenticate, authorise, perform, render. The I/O thread
 * only guards and dispatches; the rest blocks on virtual threads. {@link WorkPlaces} bounds those that work; those that
 * wait for a place or a client are bounded by more than the number of the node's connections.
 */
final class EmbeddedS3Pipeline implements HttpHandler {

    private static final System.Logger LOG = System.getLogger(EmbeddedS3Pipeline.class.getName());

    private final EmbeddedAuthenticator authenticator;
    private final AccessRules rules;
    private final S3Service service;
    private final Executor threads;
    private final ByteBufferPool buffers;
    private final Limits limits;
    private final AtomicInteger present = new AtomicInteger();

    EmbeddedS3Pipeline(
            EmbeddedAuthenticator authenticator,
            AccessRules rules,
            S3Service service,
            Limits limits,
            Executor threads,
            ByteBufferPool buffers) {
        this.authenticator = authenticator;
        this.rules = rules;
        this.service = service;
        this.threads = threads;
        this.buffers = buffers;
        this.limits = limits;
    }

    /**
     * The bounds of its requests.
     *
     * @param working the places of those that work
     * @param present how many there may be, those that wait included
     */
    record Limits(WorkPlaces working, int present) {}

    @Override
    public void handleRequest(HttpServerExchange exchange) {
        if (present.incrementAndGet() > limits.present()) {
            present.decrementAndGet();
            exchange.setPersistent(false);
            exchange.setStatusCode(S3ErrorCode.SLOW_DOWN.status()).endExchange();
            return;
        }
        exchange.dispatch(threads, () -> {
            try {
                serve(exchange);
            } finally {
                present.decrementAndGet();
            }
        });
    }

    private void serve(HttpServerExchange exchange) {
        BodyReader body = new BodyReader(exchange, buffers);
        ReplyWriter writer = new ReplyWriter(exchange, buffers);
        String id = HexFormat.of()
                .withUpperCase()
                .toHexDigits(ThreadLocalRandom.current().nextLong());
        try {
            EmbeddedReply reply = answer(exchange, body, writer, id)
                    .with("x-amz-request-id", id)
                    .with("x-amz-id-2", id);
            boolean isUnread = !body.isAtEnd();
            if (isUnread) {
                writer.closeAfterwards();
            }
            writer.send(reply);
            if (isUnread) {
                body.drain();
            }
        } catch (IOException e) {
            // The client has closed the connection, or a file differs from its row: the answer must not look complete.
            cut(exchange);
        } catch (RuntimeException e) {
            report(id, e);
            cut(exchange);
        } finally {
            exchange.endExchange();
        }
    }

    private EmbeddedReply answer(HttpServerExchange exchange, BodyReader body, ReplyWriter writer, String id) {
        try {
            return perform(exchange, body, writer);
        } catch (S3ErrorException e) {
            return error(exchange, e.error(), id);
        } catch (DeleteMarkerException e) {
            return error(exchange, e.error(), id)
                    .with("x-amz-delete-marker", "true")
                    .with("x-amz-version-id", e.versionId().value())
                    .with("Allow", e.error().code() == S3ErrorCode.METHOD_NOT_ALLOWED ? "DELETE" : null);
        } catch (DatabaseException e) {
            return error(exchange, S3Error.of(codeOf(e, id)), id);
        } catch (IOException | RuntimeException e) {
            report(id, e);
            return error(exchange, S3Error.of(S3ErrorCode.INTERNAL_ERROR), id);
        }
    }

    private static S3ErrorCode codeOf(DatabaseException e, String id) {
        return switch (e.kind()) {
            case UNAVAILABLE -> S3ErrorCode.SERVICE_UNAVAILABLE;
            case OUTCOME_UNKNOWN -> S3ErrorCode.INTERNAL_ERROR;
            case BUG -> {
                report(id, e);
                yield S3ErrorCode.INTERNAL_ERROR;
            }
        };
    }

    private EmbeddedReply perform(HttpServerExchange exchange, BodyReader body, ReplyWriter writer) throws IOException {
        var refusal = WireGuard.refuse(exchange);
        if (refusal.isPresent()) {
            writer.closeAfterwards();
            throw new S3ErrorException(refusal.get());
        }
        RawTarget target = RawTarget.parse(WireRequest.rawTarget(exchange)).orElseThrow();
        WireRequest request = new WireRequest(exchange, target);
        S3Operation operation = operation(request.method(), target, request).orElseThrow();
        try (WorkPlaces.Place place = limits.working().take()) {
            body.waitOutside(place);
            var authenticated = authenticator.authenticate(request);
            Admission admission = rules.admit(request, authenticated.caller(), operation, EmbeddedAccessTrace.NONE);
            return service.perform(new EmbeddedCall(request, authenticated, admission, body), operation);
        }
    }

    /** The operation of a request. */
    static Parsed<S3Operation> operation(String method, RawTarget target, HeaderLookup headers) {
        return S3Addressing.root()
                .resolve(target.path(), headers.get("host"))
                .flatMap(resource -> QueryParameters.parse(target.query())
                        .flatMap(query -> S3OperationParser.parse(method, resource, query, headers)));
    }

    private static EmbeddedReply error(HttpServerExchange exchange, S3Error error, String id) {
        byte[] document = new S3ErrorDocument(error, exchange.getRequestURI(), id, id).toBytes();
        EmbeddedReply reply = EmbeddedReply.document(document).withStatus(error.status());
        if (error.code() == S3ErrorCode.INVALID_RANGE && error.details().containsKey("ActualObjectSize")) {
            reply.with("Content-Range", "bytes */" + error.details().get("ActualObjectSize"));
        }
        return reply;
    }

    private static void cut(HttpServerExchange exchange) {
        try {
            exchange.getConnection().close();
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "connection already broken", e);
        }
    }

    private static void report(String id, Exception bug) {
        LOG.log(System.Logger.Level.ERROR, "S3 request " + id + " met a fault of the embedded platform", bug);
    }
}
