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
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.xnio.channels.StreamSourceChannel;

/**
 * Reads a request's body from a virtual thread. It waits by a listener on the I/O thread and not by the channel's own
 * blocking call, which would open a selector for every thread that ever waits.
 */
final class BodyReader {

    private static final long STALL_SECONDS = 60;
    private static final int DRAIN_BYTES = 256 * 1024;
    private static final long DRAIN_MILLIS = 1000;

    private final HttpServerExchange exchange;
    private final ByteBufferPool pool;
    private @Nullable StreamSourceChannel channel;
    private boolean isAtEnd;

    BodyReader(HttpServerExchange exchange, ByteBufferPool pool) {
        this.exchange = exchange;
        this.pool = pool;
    }

    /** Takes pieces of a body; the buffer is reused when it returns. */
    @FunctionalInterface
    interface Sink {

        void take(ByteBuffer piece) throws IOException;
    }

    /** Feeds the sink until it has got exactly this many bytes; {@code IncompleteBody} if the client sends fewer. */
    void readExactly(long lengthBytes, Sink sink) throws IOException {
        long left = lengthBytes;
        try (PooledByteBuffer pooled = pool.allocate()) {
            ByteBuffer buffer = pooled.getBuffer();
            while (left > 0) {
                buffer.clear().limit((int) Math.min(buffer.capacity(), left));
                int count = read(buffer, STALL_SECONDS * 1000);
                if (count < 0) {
                    throw new S3ErrorException(S3Error.of(S3ErrorCode.INCOMPLETE_BODY));
                }
                left -= count;
                sink.take(buffer.flip());
            }
        }
    }

    /** Feeds the sink until the client has sent all. */
    void readToEnd(Sink sink) throws IOException {
        try (PooledByteBuffer pooled = pool.allocate()) {
            ByteBuffer buffer = pooled.getBuffer();
            while (read(buffer.clear(), STALL_SECONDS * 1000) >= 0) {
                sink.take(buffer.flip());
            }
        }
    }

    /** Whether there is no byte left to read. */
    boolean isAtEnd() {
        return isAtEnd || exchange.isRequestComplete();
    }

    /**
     * Takes in some of what the client is still sending, so that it gets to read the answer, but not for long.
     */
    void drain() {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(DRAIN_MILLIS);
        int left = DRAIN_BYTES;
        try (PooledByteBuffer pooled = pool.allocate()) {
            long millis = DRAIN_MILLIS;
            while (left > 0 && millis > 0 && !isAtEnd() && mayRead()) {
                int count = read(pooled.getBuffer().clear(), millis);
                left -= Math.max(count, 0);
                millis = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
            }
        } catch (S3ErrorException e) {
            // The connection is closed after this in any case.
        }
    }

    /** The first read tells a client that asked to go on, which after the answer would be a lie. */
    private boolean mayRead() {
        return channel != null || !HttpContinue.requiresContinueResponse(exchange);
    }

    private int read(ByteBuffer buffer, long millis) {
        if (isAtEnd) {
            return -1;
        }
        StreamSourceChannel source = channel();
        if (source == null) {
            isAtEnd = true;
            return -1;
        }
        try {
            int count = source.read(buffer);
            while (count == 0) {
                awaitReadable(source, millis);
                count = source.read(buffer);
            }
            isAtEnd = count < 0;
            return count;
        } catch (IOException e) {
            // The client closed the connection, or its side of it and still waits for what we say.
            throw new S3ErrorException(S3Error.of(S3ErrorCode.INCOMPLETE_BODY));
        }
    }

    private @Nullable StreamSourceChannel channel() {
        if (channel == null) {
            channel = exchange.getRequestChannel();
        }
        return channel;
    }

    private static void awaitReadable(StreamSourceChannel source, long millis) throws IOException {
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

    /** Waiting that an interrupt ends as an I/O failure. */
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
