package dev.ose.benchmarks;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.List;

/** One connection that sends its requests in turn, each when the answer to the last one is complete. */
final class Client implements AutoCloseable {

    private final SocketChannel channel;
    private final SelectionKey key;
    private final List<ByteBuffer> heads;
    private final ByteBuffer body;
    private final Answer answer;
    private final ByteBuffer[] outgoing = new ByteBuffer[2];
    private int next;
    private long sentNanos;

    /** Connects and waits for it. */
    Client(InetSocketAddress address, Selector selector, List<ByteBuffer> heads, Workload workload, ByteBuffer body)
            throws IOException {
        this.channel = SocketChannel.open(address);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        channel.configureBlocking(false);
        this.key = channel.register(selector, SelectionKey.OP_READ, this);
        this.heads = heads;
        this.body = body.duplicate();
        this.answer = new Answer(workload.responseBytes());
    }

    /** Begins the next request. */
    void send(long nowNanos) throws IOException {
        outgoing[0] = heads.get(next).duplicate();
        outgoing[1] = body.rewind();
        next = (next + 1) % heads.size();
        sentNanos = nowNanos;
        write();
    }

    /** Sends what fits. */
    void write() throws IOException {
        if (body.hasRemaining()) {
            channel.write(outgoing);
        } else {
            channel.write(outgoing[0]);
        }
        boolean left = outgoing[0].hasRemaining() || outgoing[1].hasRemaining();
        int interest = left ? SelectionKey.OP_READ | SelectionKey.OP_WRITE : SelectionKey.OP_READ;
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
        buffer.clear();
        int bytes = channel.read(buffer);
        if (bytes < 0) {
            throw new EOFException("the connection was closed");
        }
        if (bytes == 0 || !answer.accept(buffer.flip())) {
            return false;
        }
        answer.reset();
        return true;
    }

    long sentNanos() {
        return sentNanos;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
