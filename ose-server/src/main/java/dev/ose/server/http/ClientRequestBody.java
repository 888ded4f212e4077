package dev.ose.server.http;

import dev.ose.server.transfer.BodySource;
import io.undertow.server.AbstractServerConnection;
import io.undertow.server.HttpServerExchange;
import io.undertow.server.protocol.http.HttpContinue;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.xnio.channels.StreamSourceChannel;

/** The body of one request, read from its connection. */
final class ClientRequestBody implements BodySource {

    private final UndertowClientExchange owner;
    private final HttpServerExchange exchange;
    private final long declaredBytes;
    private @Nullable StreamSourceChannel channel;
    private @Nullable Runnable listener;
    private @Nullable IOException failure;
    private HttpContinue.@Nullable ContinueResponseSender continuing;
    private boolean continueDue;
    private boolean resumed;
    private boolean isFiring;
    private boolean finished;
    private long receivedBytes;

    ClientRequestBody(UndertowClientExchange owner, HttpServerExchange exchange, long declaredBytes) {
        this.owner = owner;
        this.exchange = exchange;
        this.declaredBytes = declaredBytes;
        this.finished = exchange.isRequestComplete();
        this.continueDue = !finished && HttpContinue.requiresContinueResponse(exchange);
    }

    @Override
    public int read(ByteBuffer destination) throws IOException {
        if (failure != null) {
            throw new IOException("the request's body was cut", failure);
        }
        if (finished) {
            return -1;
        }
        if (!isContinueSent()) {
            return 0;
        }
        try {
            return counted(channel().read(destination));
        } catch (IOException e) {
            failure = e;
            resumed = false;
            exchange.setPersistent(false);
            throw e;
        }
    }

    private int counted(int bytes) throws IOException {
        if (bytes > 0) {
            receivedBytes += bytes;
        } else if (bytes < 0) {
            finished = true;
            if (declaredBytes > receivedBytes) {
                throw new IOException("the client stopped after " + receivedBytes + " of " + declaredBytes + " bytes");
            }
        }
        return bytes;
    }

    private boolean isContinueSent() throws IOException {
        if (continueDue) {
            continueDue = false;
            continuing = HttpContinue.createResponseSender(exchange);
        }
        if (continuing == null) {
            return true;
        }
        boolean sent = continuing.send();
        if (sent) {
            continuing = null;
        }
        return sent;
    }

    private StreamSourceChannel channel() {
        if (channel == null) {
            channel = exchange.getRequestChannel();
            channel.getReadSetter().set(readable -> fire());
        }
        return channel;
    }

    @Override
    public void onReadable(Runnable listener) {
        this.listener = listener;
    }

    @Override
    public void resumeReads() {
        resumed = true;
        if (isFiring) {
            return;
        }
        if (isReadableWithoutTheSocket()) {
            owner.executeOnIoThread(this::fire);
        } else {
            channel().resumeReads();
        }
    }

    @Override
    public void suspendReads() {
        resumed = false;
        if (channel != null && !finished) {
            channel.suspendReads();
        }
    }

    @Override
    public void abort() {
        owner.abort();
    }

    /**
     * The selector does not signal the end, a failure or an outstanding 100 Continue, nor bytes that arrived with the
     * head.
     */
    private boolean isReadableWithoutTheSocket() {
        return finished
                || failure != null
                || continueDue
                || receivedBytes == declaredBytes
                || ((AbstractServerConnection) exchange.getConnection()).getExtraBytes() != null;
    }

    private void fire() {
        if (!resumed || listener == null) {
            suspendReads();
            return;
        }
        isFiring = true;
        owner.guard(listener);
        isFiring = false;
        if (!resumed || failure != null || continueDue || owner.isOver()) {
            return;
        }
        if (finished) {
            // A decoding reader may have output left although no further input arrives.
            owner.executeOnIoThread(this::fire);
        } else {
            // The parser suspends reads with the last byte; only resuming signals bytes in memory.
            channel().resumeReads();
        }
    }

    /** Makes every further read fail and calls the reader. */
    void fail(IOException reason) {
        if (failure != null || finished) {
            return;
        }
        failure = reason;
        Runnable reader = listener;
        if (resumed && reader != null) {
            resumed = false;
            owner.executeOnIoThread(reader);
        }
    }

    /** The same at the end of the exchange. A successful exchange has no reader, so no exception is created. */
    void end() {
        if (failure == null && !finished) {
            fail(new IOException("the exchange is over"));
        }
    }

    boolean isWaiting() {
        return resumed && !finished && failure == null;
    }

    long receivedBytes() {
        return receivedBytes;
    }

    boolean isContinueDue() {
        return continueDue;
    }

    /** Bytes that may still arrive: 0 at the end of the body, {@link Long#MAX_VALUE} if unknown. */
    long outstandingBytes() {
        if (finished || exchange.isRequestComplete()) {
            return 0;
        }
        return declaredBytes < 0 ? Long.MAX_VALUE : declaredBytes - receivedBytes;
    }

    /** Detaches the channel from the reader, for the code that discards the rest. */
    StreamSourceChannel takeOver() {
        resumed = false;
        return channel();
    }
}
