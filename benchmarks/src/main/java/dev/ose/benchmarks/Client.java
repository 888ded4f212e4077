package dev.ose.benchmarks;

import java.io.EOFException;
import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.List;

/** One connection that sends its requests in turn, each when the answer to the last one is complete. */
final class Client implements AutoCloseable {

    private final TlsLink link;
    private final SelectionKey key;
    private final List<LoadRequest> requests;
    private final Answer answer;
    private final ByteBuffer[] outgoing = new ByteBuffer[2];
    private int next;
    private long answers;
    private long sentNanos;

    /** Connects and waits for it. */
    Client(ServerUnderTest server, Selector selector, List<LoadRequest> requests, ExpectedBody expected)
            throws IOException {
        SocketChannel channel = SocketChannel.open(server.address());
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        this.link = TlsLink.over(channel, server.trust());
        channel.configureBlocking(false);
        this.key = channel.register(selector, SelectionKey.OP_READ, this);
        this.requests = requests;
        this.answer = new Answer(expected);
    }

    /** Begins the next request. */
    void send(long nowNanos) throws IOException {
        LoadRequest request = requests.get(next);
        outgoing[0] = request.head().duplicate();
        outgoing[1] = request.body().duplicate();
        next = (next + 1) % requests.size();
        sentNanos = nowNanos;
        write();
    }

    /** Sends what fits. */
    void write() throws IOException {
        // Without a body one buffer is all, which is written faster than two.
        boolean isSent = link.write(outgoing[1].hasRemaining() ? outgoing : new ByteBuffer[] {outgoing[0]});
        int interest = isSent ? SelectionKey.OP_READ : SelectionKey.OP_READ | SelectionKey.OP_WRITE;
        if (key.interestOps() != interest) {
            key.interestOps(interest);
        }
    }

    /**
     * Takes what has arrived.
     *
     * @return whether an answer is complete
     */
    boolean read(ByteBuffer buffer) throws IOException {
        while (true) {
            int bytes = link.read(buffer.clear());
            if (bytes < 0) {
                throw new EOFException("the connection was closed");
            }
            if (bytes > 0 && answer.accept(buffer.flip())) {
                answer.reset();
                answers++;
                return true;
            }
            if (bytes == 0 || !link.mayHoldMore()) {
                return false;
            }
        }
    }

    /** Whether each of its requests was answered once. */
    boolean hasSentAll() {
        return answers >= requests.size();
    }

    long sentNanos() {
        return sentNanos;
    }

    @Override
    public void close() throws IOException {
        link.close();
    }
}
