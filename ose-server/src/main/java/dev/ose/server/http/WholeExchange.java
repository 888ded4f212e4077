package dev.ose.server.http;

import dev.ose.s3.AddressRange;
import dev.ose.server.runtime.fairness.FairBudget;
import io.undertow.connector.PooledByteBuffer;
import io.undertow.io.IoCallback;
import io.undertow.io.Sender;
import io.undertow.server.Connectors;
import io.undertow.server.HttpServerExchange;
import io.undertow.server.protocol.http.HttpContinue;
import io.undertow.util.Headers;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.xnio.IoUtils;
import org.xnio.channels.StreamSourceChannel;

/**
 * One request to a blocking server: reads the body, runs the server, sends the answer. Confined to its I/O thread,
 * except during {@link #serve}.
 */
final class WholeExchange extends SlowClientReaper.Watched {

    private final HttpServerExchange exchange;
    private final WholeMessages front;
    private final ClientWorker worker;
    private final SlowClientReaper reaper;
    private final FairBudget.Lease memory;
    private final FairBudget.Lease answerMemory;
    private final ByteArrayOutputStream body = new ByteArrayOutputStream(0);
    private volatile @Nullable HeldAnswer answer;
    private long received;

    /** The request channel while the exchange waits for the client; else null. */
    private @Nullable StreamSourceChannel waitsFor;

    WholeExchange(HttpServerExchange exchange, WholeMessages front) {
        this.exchange = exchange;
        this.front = front;
        this.worker = front.worker();
        this.reaper = worker.reaper(exchange.getIoThread());
        Object client = AddressRange.networkOf(exchange.getSourceAddress().getAddress());
        this.memory = worker.documentMemory().lease(client);
        this.answerMemory = worker.answerMemory().lease(client);
    }

    // ---------------------------------------------------------------------------------------------------- the request

    void begin() {
        exchange.addExchangeCompleteListener((ended, next) -> {
            onIoThread(this::end);
            next.proceed();
        });
        reaper.watch(this);
        if (exchange.isRequestComplete()) {
            handOver();
            return;
        }
        StreamSourceChannel source = exchange.getRequestChannel();
        source.getReadSetter().set(this::read);
        setDeadline(worker.nanoTime() + front.limits().bodyTime().toNanos());
        if (!front.limits().mayBringBody().test(exchange)) {
            refuse(source, WholeMessages.Fault.NO_LOGIN);
        } else if (declaredBytes() > front.limits().bodyBytes()) {
            refuse(source, WholeMessages.Fault.TOO_LARGE);
        } else if (HttpContinue.requiresContinueResponse(exchange)) {
            HttpContinue.sendContinueResponse(exchange, then(_ -> read(source)));
        } else {
            read(source);
        }
    }

    /** Continues after a write to the client. */
    private IoCallback then(Consumer<Sender> next) {
        return new IoCallback() {
            @Override
            public void onComplete(HttpServerExchange same, Sender sender) {
                next.accept(sender);
            }

            @Override
            public void onException(HttpServerExchange same, Sender sender, IOException e) {
                cut();
            }
        };
    }

    /** -1 if the body is chunked; the framing gate has validated the length. */
    private long declaredBytes() {
        String declared = exchange.getRequestHeaders().getFirst(Headers.CONTENT_LENGTH);
        return declared == null ? -1 : Long.parseLong(declared);
    }

    private void read(StreamSourceChannel source) {
        waitsFor = null;
        try (PooledByteBuffer pooled = worker.bufferPool().allocate()) {
            ByteBuffer buffer = pooled.getBuffer();
            int bytes = source.read(buffer.clear());
            while (bytes > 0 && keep(source, buffer.flip())) {
                bytes = source.read(buffer.clear());
            }
            if (bytes < 0) {
                handOver();
            } else if (bytes == 0) {
                waitsFor = source;
                source.resumeReads();
            }
        } catch (IOException e) {
            // The connection is closed, or the end of the body is ambiguous: no further byte may be used.
            cut();
        }
    }

    private boolean keep(StreamSourceChannel source, ByteBuffer bytes) {
        int more = bytes.remaining();
        received += more;
        if (received > front.limits().bodyBytes()) {
            refuse(source, WholeMessages.Fault.TOO_LARGE);
            return false;
        }
        if (!memory.take(more)) {
            refuse(source, WholeMessages.Fault.BUSY);
            return false;
        }
        byte[] copy = new byte[more];
        bytes.get(copy);
        body.write(copy, 0, more);
        return true;
    }

    private void refuse(StreamSourceChannel source, WholeMessages.Fault fault) {
        waitsFor = null;
        source.suspendReads();
        exchange.setPersistent(false);
        ByteBuffer document = begin(fault);
        RequestBodyDrainer rest = new RequestBodyDrainer(this, exchange.getIoThread(), worker, false);
        exchange.getResponseSender().send(document, then(sender -> sender.close(then(_ -> rest.dispose(source)))));
    }

    private ByteBuffer begin(WholeMessages.Fault fault) {
        return front.refusals().begin(exchange, fault, Math.max(received, declaredBytes()));
    }

    // ----------------------------------------------------------------------------------------------------- the server

    private void handOver() {
        waitsFor = null;
        clearDeadline();
        if (!answerMemory.take(HeldAnswer.FIRST_BYTES)) {
            exchange.getResponseSender().send(begin(WholeMessages.Fault.BUSY));
            return;
        }
        if (body.size() > 0) {
            Connectors.ungetRequestBytes(exchange, new HeldBytes(body.toByteArray()));
            Connectors.resetRequestChannel(exchange);
        }
        Connectors.executeRootHandler(ready -> front.threads().dispatch(ready, this::serve), exchange);
    }

    /** Runs on a thread that may block. */
    private void serve(HttpServerExchange same) throws Exception {
        exchange.addResponseWrapper((factory, wrapped) -> {
            HeldAnswer held = new HeldAnswer(factory.create(), answerMemory);
            answer = held;
            return held;
        });
        try {
            front.server().handleRequest(exchange);
        } finally {
            HeldAnswer held = answer;
            if (held != null) {
                held.release();
            }
        }
        if (!exchange.isDispatched()) {
            // Undertow would end the exchange after the handler; dispatching continues it on the I/O thread.
            exchange.dispatch(this::onIoThread, left -> {});
        }
    }

    // -------------------------------------------------------------------------------------------------------- the end

    private void end() {
        reaper.forget(this);
        giveBack();
    }

    @Override
    void cut() {
        IoUtils.safeClose(exchange.getConnection());
        exchange.endExchange();
    }

    /**
     * An I/O thread that has ended accepts no tasks: its connections are closed, and its counters are no longer used.
     */
    private void onIoThread(Runnable task) {
        if (exchange.isInIoThread()) {
            task.run();
            return;
        }
        try {
            exchange.getIoThread().execute(task);
        } catch (RejectedExecutionException stopping) {
            giveBack();
        }
    }

    private void giveBack() {
        memory.close();
        answerMemory.close();
    }

    @Override
    boolean isWaitingForClient() {
        HeldAnswer held = answer;
        return waitsFor != null || (held != null && held.isWaiting());
    }

    @Override
    long clientBytes() {
        HeldAnswer held = answer;
        return received + (held == null ? 0 : held.sentBytes());
    }

    @Override
    void onTooSlow() {
        StreamSourceChannel source = waitsFor;
        if (source != null) {
            refuse(source, WholeMessages.Fault.TOO_SLOW);
        } else {
            cut();
        }
    }

    @Override
    void onOverstayed() {
        onTooSlow();
    }

    /** The body as the server's input. */
    private static final class HeldBytes implements PooledByteBuffer {

        private @Nullable ByteBuffer bytes;

        HeldBytes(byte[] whole) {
            this.bytes = ByteBuffer.wrap(whole);
        }

        @Override
        public ByteBuffer getBuffer() {
            if (bytes == null) {
                throw new IllegalStateException("the body was read");
            }
            return bytes;
        }

        @Override
        public void close() {
            bytes = null;
        }

        @Override
        public boolean isOpen() {
            return bytes != null;
        }
    }
}
