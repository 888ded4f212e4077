package dev.ose.server.s3.relay;

import dev.ose.s3.document.DefaultSubresourceResponse;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.operation.BucketSubresource;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.transfer.BodySink;
import dev.ose.server.transfer.BodySource;
import dev.ose.server.transfer.FlowGate;
import dev.ose.server.transfer.PlatformResponse;
import dev.ose.server.transfer.Pump;
import dev.ose.server.transfer.PumpListener;
import dev.ose.server.transfer.SmallBody;
import java.io.IOException;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Passes a platform's answer to the client: as a stream, as a small document, or as a translated error. */
public final class Relay {

    /** Maximum size of an answer in memory: a listing of 1,000 long keys, escaped. */
    private static final int MAX_DOCUMENT_BYTES = 16 * 1024 * 1024;

    private Relay() {}

    /** Streams the answer; translates an error of the platform. */
    public static void stream(OperationContext context, PlatformResponse response) {
        stream(context, response, response::body);
    }

    /** The same, with a body that takes the place of the answer's own if there is one. */
    public static void stream(OperationContext context, PlatformResponse response, Supplier<BodySource> content) {
        if (isError(response.status())) {
            error(context, response);
            return;
        }
        LoggedRequest.sizeOf(response).ifPresent(context::noteObjectSize);
        HeaderPolicy.toClient(response, context.exchange());
        if (response.status() == 304 || response.status() == 204 || isHead(context)) {
            head(context, response);
            return;
        }
        BodySource body = content.get();
        BodySink sink = context.stream(response.status(), response.bodyLength());
        context.exchange().onEnd(body::abort);
        new Pump(body, sink, FlowGate.open(), context.services().requests().buffers(), new PumpListener() {
                    @Override
                    public void finished(long bytes) {}

                    @Override
                    public void sourceFailed(IOException cause) {
                        // Closes the connection, so that the client does not take the body for complete.
                        sink.abort();
                    }

                    @Override
                    public void sinkFailed(IOException cause) {
                        body.abort();
                    }
                })
                .start();
    }

    /** Answers with status and headers only, or with the translated refusal. */
    public static void headOrError(OperationContext context, PlatformResponse response) {
        if (isError(response.status())) {
            error(context, response);
        } else {
            head(context, response);
        }
    }

    /** Answers with status and headers only, and discards the platform's body. */
    static void head(OperationContext context, PlatformResponse response) {
        HeaderPolicy.toClient(response, context.exchange());
        if (isHead(context)) {
            response.headers("content-length")
                    .forEach(length -> context.exchange().setResponseHeader("Content-Length", length));
        }
        int status = response.status();
        document(context, response, nothing -> context.answer().empty(status));
    }

    /** Answers with the translated refusal. */
    public static void error(OperationContext context, PlatformResponse response) {
        document(context, response, body -> error(context, response, body));
    }

    /** Puts the platform's refusal, whose body has been read, in our own words. */
    public static void error(OperationContext context, PlatformResponse response, byte[] body) {
        if (context.isAnonymous() && context.operation() instanceof BucketSubresource setting) {
            settingRefusedToStranger(context, setting, response.status(), body);
        } else {
            copyHeaders(context, response);
            PlatformErrors.answer(context, response.status(), body);
        }
    }

    private static void copyHeaders(OperationContext context, PlatformResponse response) {
        response.headers("content-range")
                .forEach(range -> context.exchange().setResponseHeader("Content-Range", range));
        response.headers("x-amz-delete-marker")
                .forEach(marker -> context.exchange().setResponseHeader("x-amz-delete-marker", marker));
        response.headers("x-amz-version-id")
                .forEach(version -> context.exchange().setResponseHeader("x-amz-version-id", version));
        response.headers("allow").forEach(allow -> context.exchange().setResponseHeader("Allow", allow));
    }

    /** Reads the platform's body whole and hands it on, on the I/O thread; answers if it cannot be read. */
    public static void document(OperationContext context, PlatformResponse response, Consumer<byte[]> next) {
        document(context, response, next, context::fail);
    }

    /** Reads the platform's whole body and passes it on, on the I/O thread. */
    public static void document(
            OperationContext context, PlatformResponse response, Consumer<byte[]> next, Consumer<Failure> failed) {
        whole(context, response, true, next, failed);
    }

    /** The same for the outcome of a write, which is read regardless of the memory budget: the write has happened. */
    public static void outcome(
            OperationContext context, PlatformResponse response, Consumer<byte[]> next, Consumer<Failure> failed) {
        whole(context, response, false, next, failed);
    }

    /**
     * Reads the platform's body whole and hands it on, on the I/O thread.
     *
     * @param isCharged whether it must fit into the memory that there is for documents
     */
    public static void whole(
            OperationContext context,
            PlatformResponse response,
            boolean isCharged,
            Consumer<byte[]> next,
            Consumer<Failure> failed) {
        SmallBody.Reader reader = reader(context, response.body(), next, failed);
        if (isCharged) {
            SmallBody.read(
                    response.body(),
                    context.services().requests().buffers(),
                    MAX_DOCUMENT_BYTES,
                    context.memory(),
                    reader);
        } else {
            SmallBody.read(response.body(), context.services().requests().buffers(), MAX_DOCUMENT_BYTES, reader);
        }
    }

    private static SmallBody.Reader reader(
            OperationContext context, BodySource body, Consumer<byte[]> next, Consumer<Failure> failed) {
        Failure unreadable = new Failure.OutcomeUnknown(context.operation().name());
        return new SmallBody.Reader() {
            @Override
            public void read(byte[] bytes) {
                context.guard(() -> next.accept(bytes));
            }

            @Override
            public void tooLarge() {
                body.abort();
                context.guard(() -> failed.accept(unreadable));
            }

            @Override
            public void broke(IOException cause) {
                context.guard(() -> failed.accept(unreadable));
            }

            @Override
            public void noRoom() {
                body.abort();
                context.guard(() -> failed.accept(RequestTrace.NO_ROOM));
            }
        };
    }

    /**
     * A platform may refuse a setting before it authorises the request, because it does not support it (405, 501) or
     * otherwise (Ceph 16.2: 404 for notifications). That would disclose to an unauthorised caller that the bucket
     * exists.
     */
    private static void settingRefusedToStranger(
            OperationContext context, BucketSubresource setting, int status, byte[] body) {
        boolean isUnset = DefaultSubresourceResponse.of(setting.action())
                .flatMap(DefaultSubresourceResponse::error)
                .filter(code -> PlatformErrors.isCode(body, code))
                .isPresent();
        boolean isTrouble = status >= 500 && status != S3ErrorCode.NOT_IMPLEMENTED.status();
        if (isUnset || isTrouble) {
            PlatformErrors.answer(context, status, body);
        } else {
            context.fail(new Failure.NotAllowed("anonymous access"));
        }
    }

    public static boolean isError(int status) {
        return status >= 300 && status != 304;
    }

    private static boolean isHead(OperationContext context) {
        return context.exchange().method().equals("HEAD");
    }
}
