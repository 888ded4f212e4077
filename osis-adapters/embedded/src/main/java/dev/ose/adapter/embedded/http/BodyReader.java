package dev.ose.adapter.embedded.http;

import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.error.S3ErrorException;
import io.undertow.connector.ByteBufferPool;
import io.undertow.connector.PooledByteBuffer;
import io.undertow.server.HttpServerExchange;
import io.undertow.server.protocol.http.HttpContinue;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.xnio.channels.StreamSourceChannel;

/**
 * Reads a request's body from a virtual thread. Waits with a listener on the I/O thread: the channel's own blocking
 * call would open a selector per waiting thread.
 */
final class BodyReader {

    private static final long STALL_SECONDS = 60;
    private static final int DRAIN_BYTES = 256 * 1024;
    private static final long DRAIN_MILLIS = 1000;

    private final HttpServerExchange exchange;
    private final ByteBufferPool pool;
    private @Nullable StreamSourceChannel channel;
    private WorkPlaces.@Nullable Place place;
    private boolean isAtEnd;

    BodyReader(HttpServerExchange exchange, ByteBufferPool pool) {
        this.exchange = exchange;
        this.pool = pool;
    }

    /** Receives pieces of a body; the buffer is reused after the call. */
    @FunctionalInterface
    interface Sink {

        void take(ByteBuffer piece) throws IOException;
    }

    /** Releases this place during each wait for the client. */
    void waitOutside(WorkPlaces.Place place) {
        this.place = place;
    }

    /** Passes exactly this many bytes to the sink; {@code IncompleteBody} if the client sends fewer. */
    void readExactly(long lengthBytes, Sink sink) throws IOException {
        if (feed(lengthBytes, sink) < lengthBytes) {
            throw new S3ErrorException(S3Error.of(S3ErrorCode.INCOMPLETE_BODY));
        }
    }

    /** Passes the rest of the body to the sink. */
    void readToEnd(Sink sink) throws IOException {
        feed(Long.MAX_VALUE, sink);
    }

    /** Passes at most this many bytes to the sink; returns their number. */
    private long feed(long mostBytes, Sink sink) throws IOException {
        long fed = 0;
        while (fed < mostBytes && !isAtEnd) {
            fed += feedArrived(mostBytes - fed, sink);
            if (fed < mostBytes && !isAtEnd) {
                awaitReadable(STALL_SECONDS * 1000);
            }
        }
        return fed;
    }

    /** The same without waiting: a wait must not hold a buffer, because there are fewer buffers than clients. */
    private long feedArrived(long mostBytes, Sink sink) throws IOException {
        try (PooledByteBuffer pooled = pool.allocate()) {
            ByteBuffer buffer = pooled.getBuffer();
            long fed = 0;
            while (fed < mostBytes) {
                buffer.clear().limit((int) Math.min(buffer.capacity(), mostBytes - fed));
                int count = readArrived(buffer);
                if (count <= 0) {
                    return fed;
                }
                fed += count;
                sink.take(buffer.flip());
            }
            return fed;
        }
    }

    /** Whether there is no byte left to read. */
    boolean isAtEnd() {
        return isAtEnd || exchange.isRequestComplete();
    }

    /** Reads the rest of the body for a limited time, so that a client that is still sending receives the answer. */
    void drain() {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(DRAIN_MILLIS);
        long left = DRAIN_BYTES;
        try {
            long millis = DRAIN_MILLIS;
            while (left > 0 && millis > 0 && !isAtEnd() && mayRead()) {
                left -= feedArrived(left, piece -> {});
                if (left > 0 && !isAtEnd()) {
                    awaitReadable(millis);
                }
                millis = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
            }
        } catch (S3ErrorException | IOException e) {
            // The connection is closed after this in any case.
        }
    }

    /** The first read sends 100 Continue, which is wrong after the answer. */
    private boolean mayRead() {
        return channel != null || !HttpContinue.requiresContinueResponse(exchange);
    }

    /** Reads available bytes: 0 if there are none yet, -1 at the end. */
    private int readArrived(ByteBuffer buffer) {
        StreamSourceChannel source = isAtEnd ? null : channel();
        if (source == null) {
            isAtEnd = true;
            return -1;
        }
        try {
            int count = source.read(buffer);
            isAtEnd = count < 0;
            return count;
        } catch (IOException e) {
            // The client closed the connection, or its sending side and waits for the answer.
            throw new S3ErrorException(S3Error.of(S3ErrorCode.INCOMPLETE_BODY));
        }
    }

    private @Nullable StreamSourceChannel channel() {
        if (channel == null) {
            channel = exchange.getRequestChannel();
        }
        return channel;
    }

    private void awaitReadable(long millis) throws IOException {
        WorkPlaces.Place left = place;
        try {
            if (left == null) {
                awaitReadableHere(millis);
            } else {
                left.leaveFor(() -> awaitReadableHere(millis));
            }
        } catch (InterruptedIOException e) {
            // The service is stopping.
            throw new S3ErrorException(S3Error.of(S3ErrorCode.INCOMPLETE_BODY));
        }
    }

    private void awaitReadableHere(long millis) throws IOException {
        StreamSourceChannel source = Objects.requireNonNull(channel());
        CountDownLatch readable = new CountDownLatch(1);
        source.getReadSetter().set(ready -> {
            ready.suspendReads();
            readable.countDown();
        });
        source.resumeReads();
        if (!Waiting.await(readable, millis)) {
            throw new S3ErrorException(S3Error.of(S3ErrorCode.REQUEST_TIMEOUT));
        }
    }

    /** Waits; an interrupt becomes an I/O failure. */
    static final class Waiting {

        private Waiting() {}

        static boolean await(CountDownLatch latch, long millis) throws InterruptedIOException {
            try {
                return latch.await(millis, TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException("interrupted");
            }
        }
    }
}
