package dev.ose.server.http;

import io.undertow.connector.PooledByteBuffer;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.xnio.XnioIoThread;
import org.xnio.channels.StreamSourceChannel;

/**
 * Reads and discards the rest of a request that was answered before its end. A small rest is read so that the
 * connection can be kept, a large one for a limited time, so that the client receives the answer: closing a socket with
 * unread bytes resets the connection, which may discard the answer on the client's side.
 */
final class RequestBodyDrainer {

    private static final long SMALL_BYTES = 256 * 1024;
    private static final int READS_PER_EVENT = 16;

    private final SlowClientReaper.Watched owner;
    private final XnioIoThread thread;
    private final ClientWorker worker;
    private long allowedBytes;

    /** @param thread the I/O thread of the owner's connection */
    RequestBodyDrainer(
            SlowClientReaper.Watched owner, XnioIoThread thread, ClientWorker worker, boolean connectionIsKept) {
        this.owner = owner;
        this.thread = thread;
        this.worker = worker;
        this.allowedBytes = connectionIsKept ? SMALL_BYTES : Long.MAX_VALUE;
        var timeouts = worker.settings().timeouts();
        owner.setDeadline(
                worker.nanoTime() + (connectionIsKept ? timeouts.leftoverBody() : timeouts.linger()).toNanos());
    }

    /** Whether to read the rest and keep the connection. A client that waits for 100 Continue sends none. */
    static boolean isSmall(ClientRequestBody body) {
        return !body.isContinueDue() && body.outstandingBytes() <= SMALL_BYTES;
    }

    void dispose(StreamSourceChannel channel) {
        channel.getReadSetter().set(this::drop);
        drop(channel);
    }

    private void drop(StreamSourceChannel channel) {
        try (PooledByteBuffer pooled = worker.bufferPool().allocate()) {
            ByteBuffer buffer = pooled.getBuffer();
            boolean isDry = false;
            for (int i = 0; i < READS_PER_EVENT && allowedBytes >= 0 && !isDry; i++) {
                int bytes = channel.read(buffer.clear());
                if (bytes < 0) {
                    return;
                }
                isDry = bytes == 0;
                allowedBytes -= bytes;
            }
            if (allowedBytes < 0) {
                owner.cut();
            } else if (isDry) {
                channel.resumeReads();
            } else {
                thread.execute(() -> drop(channel));
            }
        } catch (IOException e) {
            owner.cut();
        }
    }
}
