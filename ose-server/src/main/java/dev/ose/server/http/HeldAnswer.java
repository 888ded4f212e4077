package dev.ose.server.http;

import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.fairness.FairBudget;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import org.xnio.IoUtils;
import org.xnio.channels.StreamSourceChannel;
import org.xnio.conduits.AbstractStreamSinkConduit;
import org.xnio.conduits.ConduitWritableByteChannel;
import org.xnio.conduits.StreamSinkConduit;

/**
 * The answer of a blocking server. Until its release it buffers everything in memory, so that the server's thread never
 * waits for the client; from then on each {@link #flush} sends what the client accepts. Used by one thread at a time.
 */
final class HeldAnswer extends AbstractStreamSinkConduit<StreamSinkConduit> {

    /** Available without borrowing: enough for most answers, and for all refusals. */
    static final int FIRST_BYTES = 8 * 1024;

    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

    private final FairBudget.Lease memory;
    private final ArrayDeque<ByteBuffer> held = new ArrayDeque<>();
    private int unaskedBytes = FIRST_BYTES;
    private boolean isEnded;
    private boolean isCut;
    private boolean isEndPassedOn;
    private volatile boolean isReleased;
    private volatile boolean isWaiting;
    private volatile long sentBytes;

    /** @param memory lends the buffered bytes; the caller has borrowed the first ones, and returns all of them */
    HeldAnswer(StreamSinkConduit next, FairBudget.Lease memory) {
        super(next);
        this.memory = memory;
    }

    /** Ends the server's output. */
    void release() {
        isReleased = true;
    }

    /** Whether there are bytes that the client does not accept yet. */
    boolean isWaiting() {
        return isWaiting;
    }

    long sentBytes() {
        return sentBytes;
    }

    @Override
    public int write(ByteBuffer source) throws IOException {
        if (isEnded) {
            throw new ClosedChannelException();
        }
        int bytes = source.remaining();
        if (bytes == 0) {
            return 0;
        }
        if (isCut || !isRoomFor(bytes)) {
            isCut = true;
            held.clear();
            throw busy();
        }
        ByteBuffer copy = ByteBuffer.allocate(bytes);
        held.addLast(copy.put(source).flip());
        return bytes;
    }

    private boolean isRoomFor(int bytes) {
        int unasked = Math.min(bytes, unaskedBytes);
        if (bytes > unasked && !memory.take(bytes - unasked)) {
            return false;
        }
        unaskedBytes -= unasked;
        return true;
    }

    private static IOException busy() {
        return new IOException(
                "other answers take up the memory there is", new FailureException(new Failure.Busy(RETRY_AFTER)));
    }

    @Override
    public long write(ByteBuffer[] sources, int offset, int length) throws IOException {
        long written = 0;
        for (int i = offset; i < offset + length; i++) {
            written += write(sources[i]);
        }
        return written;
    }

    @Override
    public int writeFinal(ByteBuffer source) throws IOException {
        int written = write(source);
        isEnded = true;
        return written;
    }

    @Override
    public long writeFinal(ByteBuffer[] sources, int offset, int length) throws IOException {
        long written = write(sources, offset, length);
        isEnded = true;
        return written;
    }

    @Override
    public long transferFrom(FileChannel source, long position, long count) throws IOException {
        return source.transferTo(position, count, new ConduitWritableByteChannel(this));
    }

    @Override
    public long transferFrom(StreamSourceChannel source, long count, ByteBuffer through) throws IOException {
        return IoUtils.transfer(source, count, through, new ConduitWritableByteChannel(this));
    }

    @Override
    public void terminateWrites() {
        isEnded = true;
    }

    @Override
    public boolean flush() throws IOException {
        if (!isReleased) {
            return true;
        }
        if (isCut) {
            // A partial answer must not look complete: the exception closes the connection.
            throw busy();
        }
        if (!sendHeld()) {
            isWaiting = true;
            return false;
        }
        if (isEnded && !isEndPassedOn) {
            isEndPassedOn = true;
            next.terminateWrites();
        }
        isWaiting = !next.flush();
        return !isWaiting;
    }

    private boolean sendHeld() throws IOException {
        long sent = sentBytes;
        while (!held.isEmpty()) {
            ByteBuffer first = held.getFirst();
            int bytes = next.write(first);
            sent += bytes;
            if (!first.hasRemaining()) {
                held.removeFirst();
            } else if (bytes == 0) {
                break;
            }
        }
        sentBytes = sent;
        return held.isEmpty();
    }

    @Override
    public void awaitWritable() {
        // Writes to memory never wait.
    }

    @Override
    public void awaitWritable(long time, TimeUnit unit) {
        // Writes to memory never wait.
    }
}
