package dev.ose.server.platform.transport;

import dev.ose.s3.sigv4.HeaderField;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.transfer.BodySource;
import dev.ose.server.transfer.BytesSource;
import dev.ose.server.transfer.FlowGate;
import dev.ose.server.transfer.PlatformCall;
import dev.ose.server.transfer.PlatformListener;
import dev.ose.server.transfer.PlatformRequest;
import dev.ose.server.transfer.PlatformRequestBody;
import dev.ose.server.transfer.Pump;
import dev.ose.server.transfer.PumpListener;
import dev.ose.server.transfer.xnio.ChannelBuffer;
import dev.ose.server.transfer.xnio.ChannelSink;
import dev.ose.server.transfer.xnio.ChannelSource;
import io.undertow.client.ClientCallback;
import io.undertow.client.ClientExchange;
import io.undertow.client.ClientRequest;
import io.undertow.client.ClientResponse;
import io.undertow.util.Headers;
import io.undertow.util.HttpString;
import io.undertow.util.Protocols;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.xnio.ChannelExceptionHandler;
import org.xnio.ChannelListeners;
import org.xnio.channels.StreamSinkChannel;

/**
 * One request to a platform, from the search for a connection to the last byte of the answer. Confined to its I/O
 * thread. A connection returns to its pool only after both bodies were transferred completely; otherwise it is closed,
 * so that no remaining byte is taken for the next answer.
 */
final class UpstreamCall implements PlatformCall, ConnectionCallback {

    private static final Object OWN_ACCOUNT = "OSE";
    private static final int FIRST_FINAL_STATUS = 200;

    private final UpstreamTransport transport;
    private final ConnectionPool pool;
    private final PlatformRequest request;
    private final PlatformListener listener;
    private final StallTimer wait = new StallTimer();

    private State state = State.CONNECTING;
    private boolean requestSent;
    private boolean retried;
    private @Nullable ClientExchange awaitingConsent;
    private @Nullable PooledConnection connection;
    private @Nullable Pump pump;
    private @Nullable ResponseSource responseBody;

    private enum State {
        CONNECTING,
        SENDING,
        ANSWERING,
        ENDED
    }

    UpstreamCall(UpstreamTransport transport, ConnectionPool pool, PlatformRequest request, PlatformListener listener) {
        this.transport = transport;
        this.pool = pool;
        this.request = request;
        this.listener = listener;
    }

    void start() {
        pool.take(this, share(), false);
    }

    /** The share of the request: its tenant, or one for OSE's own requests. */
    private Object share() {
        TenantId tenant = request.tenant();
        return tenant == null ? OWN_ACCOUNT : tenant;
    }

    @Override
    public void connected(PooledConnection taken) {
        if (state == State.ENDED) {
            taken.close();
            return;
        }
        ClientRequest head;
        try {
            head = signedHead();
        } catch (RuntimeException bug) {
            // Nothing was sent, so the connection can be reused.
            taken.release();
            failed(new Failure.Internal(bug));
            return;
        }
        connection = taken;
        state = State.SENDING;
        transport.watch().add(this);
        taken.connection().sendRequest(head, new Sending(taken));
    }

    @Override
    public void failed(Failure failure) {
        if (state != State.ENDED) {
            state = State.ENDED;
            listener.failed(failure);
        }
    }

    @Override
    public void abort() {
        if (state != State.ENDED) {
            end();
            closeConnection();
        }
    }

    private ClientRequest signedHead() {
        List<HeaderField> headers = transport.signer().sign(request);
        RequestHeadGuard.check(request.method(), request.path(), request.query(), headers);
        ClientRequest head = new ClientRequest()
                .setMethod(new HttpString(request.method()))
                .setProtocol(Protocols.HTTP_1_1)
                .setPath(request.query().isEmpty() ? request.path() : request.path() + '?' + request.query());
        for (HeaderField header : headers) {
            head.getRequestHeaders().add(new HttpString(header.name()), header.value());
        }
        switch (request.body()) {
            case PlatformRequestBody.None _ -> {
                if (request.method().equals("PUT") || request.method().equals("POST")) {
                    head.getRequestHeaders().put(Headers.CONTENT_LENGTH, 0);
                }
            }
            case PlatformRequestBody.InMemory(byte[] bytes) ->
                head.getRequestHeaders().put(Headers.CONTENT_LENGTH, bytes.length);
            case PlatformRequestBody.Streamed streamed -> {
                if (asksConsent()) {
                    head.getRequestHeaders().put(Headers.EXPECT, "100-continue");
                }
                if (streamed.lengthBytes() < 0) {
                    head.getRequestHeaders().put(Headers.TRANSFER_ENCODING, "chunked");
                } else {
                    head.getRequestHeaders().put(Headers.CONTENT_LENGTH, streamed.lengthBytes());
                }
            }
        }
        return head;
    }

    /**
     * Whether to send Expect: 100-continue. An unsigned upload is usually refused, before the client sends the body.
     * Signed uploads save the round trip.
     */
    private boolean asksConsent() {
        return request.key() == null
                && request.body() instanceof PlatformRequestBody.Streamed streamed
                && streamed.lengthBytes() != 0;
    }

    private void awaitConsent(ClientExchange exchange, PooledConnection taken) {
        awaitingConsent = exchange;
        wait.begin();
        exchange.setContinueHandler(_ -> consented(taken));
        // Undertow withholds the head until the body is written, unless flushed.
        StreamSinkChannel channel = exchange.getRequestChannel();
        ChannelExceptionHandler<StreamSinkChannel> broke = (_, _) -> connectionBroke(taken);
        try {
            if (!channel.flush()) {
                channel.getWriteSetter().set(ChannelListeners.flushingChannelListener(null, broke));
                channel.resumeWrites();
            }
        } catch (IOException e) {
            broke.handleException(channel, e);
        }
    }

    private void consented(PooledConnection taken) {
        ClientExchange exchange = awaitingConsent;
        if (exchange != null && state == State.SENDING) {
            awaitingConsent = null;
            wait.end();
            sendBody(exchange, taken);
        }
    }

    private void sendBody(ClientExchange exchange, PooledConnection taken) {
        switch (request.body()) {
            case PlatformRequestBody.None _ -> requestSent();
            case PlatformRequestBody.InMemory(byte[] bytes) -> {
                if (bytes.length == 0) {
                    requestSent();
                } else {
                    pump(new BytesSource(bytes), FlowGate.open(), exchange, taken);
                }
            }
            case PlatformRequestBody.Streamed streamed -> {
                if (streamed.lengthBytes() == 0) {
                    requestSent();
                } else {
                    pump(streamed.source(), streamed.gate(), exchange, taken);
                }
            }
        }
    }

    private void pump(BodySource source, FlowGate gate, ClientExchange exchange, PooledConnection taken) {
        StreamSinkChannel channel = exchange.getRequestChannel();
        taken.sends(channel);
        WaitingSink sink = new WaitingSink(new ChannelSink(channel, taken::close), wait);
        pump = new Pump(
                source, sink, gate, () -> ChannelBuffer.from(transport.buffers().transfers()), new Pumping());
        pump.start();
    }

    private void requestSent() {
        requestSent = true;
        if (connection != null) {
            connection.sent();
        }
        if (state == State.SENDING) {
            wait.begin();
        }
    }

    /** Ends the call; the caller releases or closes the connection. */
    private void end() {
        state = State.ENDED;
        wait.end();
        transport.watch().remove(this);
        if (pump != null) {
            pump.cancel();
        }
    }

    private void closeConnection() {
        if (connection != null) {
            connection.close();
        }
    }

    private void fail(Failure failure) {
        end();
        closeConnection();
        listener.failed(failure);
    }

    /** The failure if the connection was lost before the answer. */
    private Failure lost() {
        return request.isSafe()
                ? new Failure.PlatformUnreachable(request.platform().name())
                : new Failure.OutcomeUnknown(request.operation());
    }

    /**
     * Whether the platform may just have closed the idle connection. A write that may have been performed is never
     * repeated: the second answer would be about another state than the client's request met.
     */
    private boolean mayRetry(PooledConnection broken) {
        return broken.isReused() && !retried && request.isSafe();
    }

    private void connectionBroke(PooledConnection broken) {
        if (state != State.SENDING || broken != connection) {
            return;
        }
        if (mayRetry(broken)) {
            // Once, on a new connection, with a new signature.
            retried = true;
            requestSent = false;
            wait.end();
            transport.watch().remove(this);
            state = State.CONNECTING;
            broken.close();
            pool.take(this, share(), true);
        } else {
            fail(lost());
        }
    }

    private void answered(ClientExchange exchange, PooledConnection taken) {
        if (state != State.SENDING) {
            return;
        }
        state = State.ANSWERING;
        wait.end();
        if (pump != null && !requestSent) {
            pump.cancel();
        }
        ClientResponse response = exchange.getResponse();
        if (response.getResponseCode() < FIRST_FINAL_STATUS) {
            // Undertow's client only knows 100 and takes any other interim answer for the final one, and the final one
            // for the answer to the connection's next request.
            fail(lost());
            return;
        }
        if (hasLengthWithoutBody(response)) {
            // Undertow's client would wait for that many bytes: end the call here, and close the connection.
            end();
            closeConnection();
            listener.responded(UpstreamResponse.withoutBody(response));
            return;
        }
        ResponseSource body =
                new ResponseSource(new ChannelSource(exchange.getResponseChannel(), taken::close), wait, this);
        responseBody = body;
        listener.responded(UpstreamResponse.of(response, bodyLength(response), body));
    }

    /** Whether the answer has no body, but states its length. */
    private static boolean hasLengthWithoutBody(ClientResponse response) {
        int status = response.getResponseCode();
        String length = response.getResponseHeaders().getFirst(Headers.CONTENT_LENGTH);
        return (status == 204 || status == 304) && length != null && !length.equals("0");
    }

    private long bodyLength(ClientResponse response) {
        int status = response.getResponseCode();
        if (request.method().equals("HEAD") || status == 204 || status == 304) {
            return 0;
        }
        String declared = response.getResponseHeaders().getFirst(Headers.CONTENT_LENGTH);
        return declared == null ? -1 : Long.parseLong(declared);
    }

    /** The answer was read to its end. */
    void responseEnded() {
        if (state == State.ANSWERING) {
            end();
            if (requestSent && connection != null) {
                connection.release();
            } else {
                closeConnection();
            }
        }
    }

    /** The answer failed while it was read; its reader has been notified. */
    void responseBroke() {
        if (state == State.ANSWERING) {
            end();
            closeConnection();
        }
    }

    /** Called periodically: ends the call if the platform exceeds a time limit. */
    void checkTime(long nowNanos) {
        UpstreamSettings settings = transport.settings();
        switch (state) {
            case SENDING -> {
                if (awaitingConsent != null && connection != null) {
                    // A platform that ignores Expect waits for the body.
                    if (wait.isLongerThan(settings.timeouts().consent().toNanos(), nowNanos)) {
                        consented(connection);
                    }
                    return;
                }
                long limit = !requestSent
                        ? settings.timeouts().stall().toNanos()
                        : (request.patient()
                                        ? settings.timeouts().patientHead()
                                        : settings.timeouts().head())
                                .toNanos();
                if (wait.isLongerThan(limit, nowNanos)) {
                    fail(lost());
                }
            }
            case ANSWERING -> {
                if (responseBody != null
                        && wait.isLongerThan(settings.timeouts().stall().toNanos(), nowNanos)) {
                    end();
                    closeConnection();
                    responseBody.breakOff(new IOException("the platform stopped sending"));
                }
            }
            case CONNECTING, ENDED -> {}
        }
    }

    /** Undertow's callbacks: the head is being sent, then the answer. */
    private final class Sending implements ClientCallback<ClientExchange> {

        private final PooledConnection taken;

        Sending(PooledConnection taken) {
            this.taken = taken;
        }

        @Override
        public void completed(ClientExchange exchange) {
            exchange.setResponseListener(new ClientCallback<>() {
                @Override
                public void completed(ClientExchange answered) {
                    answered(answered, taken);
                }

                @Override
                public void failed(IOException cause) {
                    connectionBroke(taken);
                }
            });
            if (state == State.SENDING && asksConsent()) {
                awaitConsent(exchange, taken);
            } else if (state == State.SENDING) {
                sendBody(exchange, taken);
            }
        }

        @Override
        public void failed(IOException cause) {
            connectionBroke(taken);
        }
    }

    private final class Pumping implements PumpListener {

        @Override
        public void finished(long bytes) {
            requestSent();
        }

        @Override
        public void sourceFailed(IOException cause) {
            end();
            closeConnection();
            listener.bodyFailed(cause);
        }

        @Override
        public void sinkFailed(IOException cause) {
            // A platform that refuses a body often answers and closes: its answer may still arrive, and if not, the
            // response listener is notified of the same failure.
            wait.begin();
        }
    }
}
