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
 * thread. A connection goes back to its pool only when both bodies were transferred whole; in every other case it is
 * closed, so that nothing left over is ever taken for the next answer.
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

    /** What OSE asks on its own account shares with nobody. */
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
            // Nothing was sent, so the connection is as good as before.
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
     * Whether the platform is asked before the client sends the body. An unsigned upload is usually refused; then the
     * client gets the refusal and need not send the body. Holders of keys do not wait that long for each upload.
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
        // Undertow keeps the head until the body comes, unless it is told not to.
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
        pump = new Pump(source, sink, gate, () -> ChannelBuffer.from(transport.buffers()), new Pumping());
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

    /** Ends the call's bookkeeping; the caller decides what becomes of the connection. */
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

    /** What can be said when the connection broke before an answer came. */
    private Failure lost() {
        return request.isSafe()
                ? new Failure.PlatformUnreachable(request.platform().name())
                : new Failure.OutcomeUnknown(request.operation());
    }

    /**
     * Whether the platform may just have closed the connection for being idle. A write that it may have carried out is
     * not for us to repeat: its second answer, or none, would be about another state than the client's request met.
     */
    private boolean mayRetry(PooledConnection broken) {
        return broken.isReused() && !retried && request.isSafe();
    }

    private void connectionBroke(PooledConnection broken) {
        if (state != State.SENDING || broken != connection) {
            return;
        }
        if (mayRetry(broken)) {
            // Once, on a connection of its own, with a fresh signature.
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
            // Undertow's client knows of 100 alone and takes every other interim answer for the last one. The true one
            // would be taken for that to the next request on this connection.
            fail(lost());
            return;
        }
        if (tellsLengthOfNoBody(response)) {
            // Undertow's client would wait for that many bytes: end it here, and the connection with it.
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

    /** Whether it is an answer that never has a body, but says how long it would be. */
    private static boolean tellsLengthOfNoBody(ClientResponse response) {
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

    /** The answer broke off while it was read; its reader knows. */
    void responseBroke() {
        if (state == State.ANSWERING) {
            end();
            closeConnection();
        }
    }

    /** Called now and then: ends the call if the platform keeps it waiting too long. */
    void checkTime(long nowNanos) {
        UpstreamSettings settings = transport.settings();
        switch (state) {
            case SENDING -> {
                if (awaitingConsent != null && connection != null) {
                    // A platform that overlooks the question waits for the body.
                    if (wait.isLongerThan(settings.consentTimeout().toNanos(), nowNanos)) {
                        consented(connection);
                    }
                    return;
                }
                long limit = !requestSent
                        ? settings.stallTimeout().toNanos()
                        : (request.patient() ? settings.patientHeadTimeout() : settings.headTimeout()).toNanos();
                if (wait.isLongerThan(limit, nowNanos)) {
                    fail(lost());
                }
            }
            case ANSWERING -> {
                if (responseBody != null
                        && wait.isLongerThan(settings.stallTimeout().toNanos(), nowNanos)) {
                    end();
                    closeConnection();
                    responseBody.breakOff(new IOException("the platform stopped sending"));
                }
            }
            case CONNECTING, ENDED -> {}
        }
    }

    /** Undertow's word that the head is on its way, then the answer to it. */
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
            // A platform that refuses a body often answers and closes: its answer may still be on the way, and if it
            // is not, the same break is about to be told to the response listener.
            wait.begin();
        }
    }
}
