package dev.ose.adapter.embedded.http;

import dev.ose.adapter.embedded.file.FileContent;
import dev.ose.adapter.embedded.file.FileLease;
import io.undertow.connector.ByteBufferPool;
import io.undertow.connector.PooledByteBuffer;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.Headers;
import io.undertow.util.HttpString;
import io.undertow.util.Methods;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.concurrent.CountDownLatch;
import org.xnio.channels.StreamSinkChannel;

/** Sends an answer from a virtual thread; waits as {@link BodyReader} does. */
final class ReplyWriter {

    private static final long STALL_MILLIS = 60_000;
    private static final long STEP_BYTES = 1 << 20;

    private final HttpServerExchange exchange;
    private final ByteBufferPool pool;

    ReplyWriter(HttpServerExchange exchange, ByteBufferPool pool) {
        this.exchange = exchange;
        this.pool = pool;
    }

    /** Sends the answer and flushes it; does not end the exchange. */
    void send(EmbeddedReply reply) throws IOException {
        exchange.setStatusCode(reply.status());
        reply.headers().forEach((name, value) -> exchange.getResponseHeaders().put(new HttpString(name), value));
        boolean isHead = exchange.getRequestMethod().equals(Methods.HEAD);
        switch (reply.body()) {
            case EmbeddedReply.Empty _ -> {
                if (!isHead && reply.status() != 204 && reply.status() != 304) {
                    exchange.setResponseContentLength(0);
                }
            }
            case EmbeddedReply.Document(ByteBuffer bytes) -> {
                if (!isHead) {
                    sendDocument(bytes);
                }
            }
            case EmbeddedReply.Content(FileLease lease, var pieces) -> {
                try (lease) {
                    sendContent(lease, pieces);
                }
            }
        }
    }

    private void sendDocument(ByteBuffer document) throws IOException {
        exchange.setResponseContentLength(document.remaining());
        StreamSinkChannel sink = exchange.getResponseChannel();
        write(document, sink);
        finish(sink);
    }

    private void sendContent(FileLease lease, Iterable<EmbeddedReply.Piece> pieces) throws IOException {
        StreamSinkChannel sink = exchange.getResponseChannel();
        try (PooledByteBuffer pooled = pool.allocate()) {
            for (EmbeddedReply.Piece piece : pieces) {
                try (FileContent content = lease.open(piece.file().id())) {
                    switch (content) {
                        case FileContent.Plain(FileChannel file) -> send(file, piece, pooled.getBuffer(), sink);
                        case FileContent.Encrypted frames -> decrypt(frames, piece, pooled.getBuffer(), sink);
                    }
                }
            }
        }
        finish(sink);
    }

    /**
     * Sends the beginning through a buffer and only the rest from file to socket: while the head of the answer is not
     * out yet, the server's channel would read the file from its start, whatever position it is given (seen with
     * Undertow 2.4.4 on 2026-11-21).
     */
    private static void send(FileChannel file, EmbeddedReply.Piece piece, ByteBuffer buffer, StreamSinkChannel sink)
            throws IOException {
        long position = piece.offsetBytes();
        long end = piece.endBytes();
        if (file.size() < end) {
            throw new IOException(
                    "stored file is shorter than its row says: " + piece.file().id());
        }
        buffer.clear().limit((int) Math.min(buffer.capacity(), end - position));
        while (buffer.hasRemaining()) {
            position += file.read(buffer, position);
        }
        write(buffer.flip(), sink);
        while (position < end) {
            long count = sink.transferFrom(file, position, Math.min(STEP_BYTES, end - position));
            if (count == 0) {
                awaitWritable(sink);
            }
            position += count;
        }
    }

    /** Sends each frame after it has been verified as a whole. */
    private static void decrypt(
            FileContent frames, EmbeddedReply.Piece piece, ByteBuffer buffer, StreamSinkChannel sink)
            throws IOException {
        long position = piece.offsetBytes();
        long end = piece.endBytes();
        while (position < end) {
            buffer.clear().limit((int) Math.min(buffer.capacity(), end - position));
            position += frames.read(buffer, position);
            write(buffer.flip(), sink);
        }
    }

    private static void write(ByteBuffer bytes, StreamSinkChannel sink) throws IOException {
        while (bytes.hasRemaining()) {
            if (sink.write(bytes) == 0) {
                awaitWritable(sink);
            }
        }
    }

    private static void finish(StreamSinkChannel sink) throws IOException {
        sink.shutdownWrites();
        while (!sink.flush()) {
            awaitWritable(sink);
        }
    }

    private static void awaitWritable(StreamSinkChannel sink) throws IOException {
        CountDownLatch writable = new CountDownLatch(1);
        sink.getWriteSetter().set(ready -> {
            ready.suspendWrites();
            writable.countDown();
        });
        sink.resumeWrites();
        if (!BodyReader.Waiting.await(writable, STALL_MILLIS)) {
            throw new IOException("the client does not read");
        }
    }

    /** Announces that the connection closes after this answer. */
    void closeAfterwards() {
        exchange.setPersistent(false);
        exchange.getResponseHeaders().put(Headers.CONNECTION, "close");
    }
}
