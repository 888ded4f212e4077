package dev.ose.server.http;

import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.error.S3ErrorDocument;
import dev.ose.server.http.framing.ErrorResponses;
import dev.ose.server.transfer.BodySink;
import dev.ose.server.transfer.BodySource;
import io.undertow.server.ExchangeCompletionListener;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.HeaderMap;
import io.undertow.util.HeaderValues;
import io.undertow.util.Headers;
import io.undertow.util.StatusCodes;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BiConsumer;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.xnio.IoUtils;

/**
 * The exchange of one request over Undertow. Its states: handled, answered (head and body flushed), over (the rest of
 * the request discarded, or the connection closed). If this package has answered in the handler's place, further calls
 * of the handler are ignored.
 */
final class UndertowClientExchange extends SlowClientReaper.Watched
        implements ClientExchange, Runnable, ExchangeCompletionListener {

    /** The node is busy or stopping: both end soon, or another node answers. */
    private static final long RETRY_AFTER_SECONDS = 1;

    private static final Logger LOG = LoggerFactory.getLogger(UndertowClientExchange.class);

    private final HttpServerExchange exchange;
    private final ClientWorker worker;
    private final ClientRequestHandler handler;
    private final boolean isBesidePages;
    private final SlowClientReaper reaper;
    private final ClientRequestBody requestBody;
    private final long requestLength;
    private @Nullable ResponseBody responseBody;
    private final List<Runnable> endListeners = new ArrayList<>(2);
    private boolean counted;
    private boolean handlerDismissed;
    private boolean over;
    private boolean isEndReported;

    /** @param isBesidePages see {@link ClientWorker#mountBesidePages} */
    UndertowClientExchange(
            HttpServerExchange exchange, ClientWorker worker, ClientRequestHandler handler, boolean isBesidePages) {
        this.exchange = exchange;
        this.worker = worker;
        this.handler = handler;
        this.isBesidePages = isBesidePages;
        this.reaper = worker.reaper(exchange.getIoThread());
        this.requestLength = lengthOf(exchange);
        this.requestBody = new ClientRequestBody(this, exchange, requestLength);
    }

    private static long lengthOf(HttpServerExchange exchange) {
        HeaderMap headers = exchange.getRequestHeaders();
        String declared = headers.getFirst(Headers.CONTENT_LENGTH);
        if (declared != null) {
            return Long.parseLong(declared);
        }
        return headers.contains(Headers.TRANSFER_ENCODING) ? -1 : 0;
    }

    @Override
    public void run() {
        exchange.addExchangeCompleteListener(this);
        reaper.watch(this);
        counted = worker.drainGate().enter();
        if (counted) {
            guard(() -> handler.handle(this));
        } else {
            answerInstead(S3Error.of(S3ErrorCode.SERVICE_UNAVAILABLE));
        }
    }

    /** Runs a handler's code: an exception is a bug and answered as InternalError. */
    void guard(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException | StackOverflowError e) {
            onBug(e);
        }
    }

    private void onBug(Throwable bug) {
        LOG.error("a request met a bug: {} {}", method(), rawPath(), bug);
        answerInstead(S3Error.of(S3ErrorCode.INTERNAL_ERROR));
    }

    @Override
    public String method() {
        return exchange.getRequestMethod().toString();
    }

    @Override
    public String rawPath() {
        return exchange.getRequestURI();
    }

    @Override
    public String rawQuery() {
        return exchange.getQueryString();
    }

    @Override
    public String scheme() {
        return exchange.getRequestScheme();
    }

    @Override
    public InetSocketAddress peer() {
        return exchange.getSourceAddress();
    }

    @Override
    public String protocol() {
        return exchange.getProtocol().toString();
    }

    @Override
    public @Nullable SSLSession tlsSession() {
        return exchange.getConnection().getSslSession();
    }

    @Override
    public List<String> requestHeaders(String lowerCaseName) {
        HeaderValues values = exchange.getRequestHeaders().get(lowerCaseName);
        return values == null ? List.of() : values;
    }

    @Override
    public void forEachRequestHeader(BiConsumer<String, String> action) {
        HeaderMap headers = exchange.getRequestHeaders();
        for (long at = headers.fastIterate(); at != -1; at = headers.fiNext(at)) {
            HeaderValues values = headers.fiCurrent(at);
            String name = values.getHeaderName().toString().toLowerCase(Locale.ROOT);
            for (int i = 0; i < values.size(); i++) {
                action.accept(name, values.get(i));
            }
        }
    }

    @Override
    public long requestLength() {
        return requestLength;
    }

    @Override
    public BodySource requestBody() {
        return requestBody;
    }

    @Override
    public void setResponseHeader(String name, String value) {
        ResponseHeaderValidator.requireSafe(name, value);
        if (!isAnswerable()) {
            return;
        }
        exchange.getResponseHeaders().put(ResponseHeaderValidator.nameOf(name), value);
    }

    @Override
    public void respond(int status, byte[] body) {
        if (isAnswerable()) {
            start(status, body.length).sendWhole(ByteBuffer.wrap(body));
        }
    }

    @Override
    public BodySink respondStreaming(int status, long lengthBytes) {
        return isAnswerable() ? start(status, lengthBytes) : new ClosedSink();
    }

    @Override
    public void respondEmpty(int status) {
        if (!isAnswerable()) {
            return;
        }
        boolean mayStateLength = "HEAD".equals(method()) || status == 304;
        start(status, mayStateLength ? -1 : 0).sendWhole(ByteBuffer.allocate(0));
    }

    /**
     * Whether the handler may answer: false if the exchange has ended, {@link IllegalStateException} if it has answered
     * already.
     */
    private boolean isAnswerable() {
        if (handlerDismissed || over) {
            return false;
        }
        if (responseBody != null) {
            throw new IllegalStateException("answered twice");
        }
        return true;
    }

    private ResponseBody start(int status, long lengthBytes) {
        exchange.setStatusCode(status);
        if (lengthBytes >= 0) {
            exchange.getResponseHeaders().put(Headers.CONTENT_LENGTH, lengthBytes);
        }
        if (isBesidePages) {
            // Set here because every answer passes, including those in the handler's place.
            exchange.getResponseHeaders()
                    .put(Headers.CONTENT_SECURITY_POLICY, "sandbox")
                    .put(Headers.X_CONTENT_TYPE_OPTIONS, "nosniff");
        }
        if (worker.isWindingDown() || !RequestBodyDrainer.isSmall(requestBody)) {
            exchange.setPersistent(false);
        }
        responseBody = new ResponseBody(this, exchange.getResponseChannel());
        return responseBody;
    }

    /** Answers in the handler's place; if the handler's answer has begun, closes the connection. */
    private void answerInstead(S3Error error) {
        if (handlerDismissed || over) {
            return;
        }
        handlerDismissed = true;
        if (responseBody != null) {
            cut();
            return;
        }
        HeaderMap headers = exchange.getResponseHeaders();
        String requestId = headers.getFirst(ResponseHeaderValidator.REQUEST_ID);
        String id = requestId == null ? ErrorResponses.newRequestId() : requestId;
        headers.clear();
        headers.put(ResponseHeaderValidator.REQUEST_ID, id).put(ResponseHeaderValidator.HOST_ID, id);
        headers.put(Headers.CONTENT_TYPE, S3ErrorDocument.CONTENT_TYPE);
        if (error.status() == StatusCodes.SERVICE_UNAVAILABLE) {
            headers.put(Headers.RETRY_AFTER, RETRY_AFTER_SECONDS);
        }
        exchange.setPersistent(false);
        byte[] body = ErrorResponses.document(error, rawPath(), id);
        requestBody.fail(new IOException("the request was answered already: " + error.code()));
        start(error.status(), body.length).sendWhole(ByteBuffer.wrap(body));
    }

    /** The answer has been written to the socket: discard the rest of the request. */
    void onAnswered() {
        if (!over && !exchange.isRequestComplete()) {
            boolean kept = exchange.isPersistent();
            if (!kept) {
                reportEnd();
            }
            new RequestBodyDrainer(this, exchange.getIoThread(), worker, kept).dispose(requestBody.takeOver());
        }
    }

    @Override
    public void abort() {
        if (!handlerDismissed) {
            cut();
        }
    }

    @Override
    void cut() {
        IoUtils.safeClose(exchange.getConnection());
        end();
    }

    @Override
    public void exchangeEvent(HttpServerExchange ended, NextListener nextListener) {
        try {
            end();
        } finally {
            nextListener.proceed();
        }
    }

    private void end() {
        if (!over) {
            over = true;
            reaper.forget(this);
            if (counted) {
                worker.drainGate().leave();
            }
            requestBody.end();
            if (responseBody != null) {
                responseBody.onOver();
            }
            reportEnd();
        }
    }

    private void reportEnd() {
        if (!isEndReported) {
            isEndReported = true;
            endListeners.forEach(this::guard);
        }
    }

    @Override
    public void onEnd(Runnable listener) {
        if (isEndReported) {
            executeOnIoThread(listener);
        } else {
            endListeners.add(listener);
        }
    }

    boolean isOver() {
        return over;
    }

    @Override
    public boolean isResponseStarted() {
        return responseBody != null;
    }

    @Override
    public long requestBytesReceived() {
        return requestBody.receivedBytes();
    }

    @Override
    public long responseBytesSent() {
        return responseBody == null ? 0 : responseBody.sentBytes();
    }

    /** An I/O thread that has ended accepts no tasks: its connections are closed, and the node is stopping. */
    @Override
    public void executeOnIoThread(Runnable task) {
        try {
            exchange.getIoThread().execute(() -> guard(task));
        } catch (RejectedExecutionException stopped) {
            LOG.debug("a request was under way when its listener stopped: {} {}", method(), rawPath());
        }
    }

    @Override
    public void executeBlocking(Object share, Runnable task, Runnable dropped) {
        worker.blockingTasks()
                .execute(
                        share,
                        () -> {
                            try {
                                task.run();
                            } catch (RuntimeException | StackOverflowError e) {
                                executeOnIoThread(() -> onBug(e));
                            }
                        },
                        () -> executeOnIoThread(() -> {
                            dropped.run();
                            answerInstead(S3Error.of(S3ErrorCode.SLOW_DOWN));
                        }));
    }

    @Override
    boolean isWaitingForClient() {
        ResponseBody response = responseBody;
        return requestBody.isWaiting() || (response != null && response.isWaiting());
    }

    @Override
    long clientBytes() {
        return requestBytesReceived() + responseBytesSent();
    }

    @Override
    void onTooSlow() {
        if (responseBody == null) {
            answerInstead(S3Error.of(S3ErrorCode.REQUEST_TIMEOUT));
        } else {
            cut();
        }
    }

    @Override
    void onOverstayed() {
        cut();
    }
}
