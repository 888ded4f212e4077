package dev.ose.server.http.framing;

import io.undertow.connector.PooledByteBuffer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.xnio.IoUtils;
import org.xnio.StreamConnection;
import org.xnio.XnioExecutor;
import org.xnio.conduits.ConduitStreamSourceChannel;
import org.xnio.conduits.StreamSinkConduit;
import org.xnio.conduits.StreamSourceConduit;

/**
 * Ends a connection whose next request must not be parsed: answers it, detaches the connection from the parser and
 * reads on briefly, so that no reset discards the answer. Confined to the connection's I/O thread.
 */
final class ConnectionRefusal {

    private static final int READS_PER_EVENT = 16;

    private final StreamConnection connection;
    private final RefusalHost host;
    private final StreamSinkConduit sink;
    private final StreamSourceConduit source;
    private boolean begun;
    private XnioExecutor.@Nullable Key deadline;

    ConnectionRefusal(StreamConnection connection, RefusalHost host) {
        this.connection = connection;
        this.host = host;
        this.sink = connection.getSinkChannel().getConduit();
        this.source = connection.getSourceChannel().getConduit();
    }

    boolean hasBegun() {
        return begun;
    }

    /**
     * Answers, once.
     *
     * @return the parser's read result: 0, or -1 if an answer is not possible
     */
    int begin(FramingFault fault, boolean isHead) throws IOException {
        if (begun) {
            return 0;
        }
        begun = true;
        if (sink.isWriteShutdown()) {
            return -1;
        }
        host.countRefusal();
        ByteBuffer answer = ByteBuffer.wrap(ErrorResponses.wire(fault.status(), fault.error(), !isHead));
        sink.write(answer);
        if (answer.hasRemaining()) {
            // The client has not read its earlier answers.
            return -1;
        }
        sink.flush();
        // Deferred: the parser is still in its read and registers its listener afterwards.
        connection.getIoThread().execute(this::linger);
        return 0;
    }

    private void linger() {
        try {
            deadline = connection
                    .getIoThread()
                    .executeAfter(this::end, host.linger().toNanos(), TimeUnit.NANOSECONDS);
            ConduitStreamSourceChannel channel = connection.getSourceChannel();
            channel.setConduit(source);
            channel.setReadListener(this::drop);
            sink.terminateWrites();
            sink.flush();
            channel.resumeReads();
        } catch (IOException e) {
            end();
        }
    }

    private void drop(ConduitStreamSourceChannel channel) {
        try (PooledByteBuffer pooled = host.bufferPool().allocate()) {
            ByteBuffer buffer = pooled.getBuffer();
            for (int i = 0; i < READS_PER_EVENT; i++) {
                int bytes = channel.read(buffer.clear());
                if (bytes < 0) {
                    end();
                }
                if (bytes <= 0) {
                    return;
                }
            }
        } catch (IOException e) {
            end();
        }
    }

    private void end() {
        if (deadline != null) {
            deadline.remove();
            deadline = null;
        }
        IoUtils.safeClose(connection);
    }
}
