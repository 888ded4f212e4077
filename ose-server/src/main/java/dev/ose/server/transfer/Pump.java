package dev.ose.server.transfer;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Moves one body from a source to a sink through one buffer, on one I/O thread: it reads only after the sink has taken
 * the bytes, which is the back-pressure. A stream needs one buffer, and none while it waits for the source or the gate.
 * A transfer that waits for its sink is aborted if the pool's limit is reached.
 *
 * <p>After {@value #YIELD_BYTES} bytes it returns to the selector with its interest set, so that other connections of
 * the thread are served. It must not re-queue itself as a task instead: the thread empties its task queue before it
 * selects, and other connections would starve (measured: 46 small requests a second against 5,700).
 *
 * <p>A {@link FlowGate} may withhold the last bytes; they are not read before it opens.
 */
public final class Pump {

    /** Bytes moved before other connections are served. */
    static final int YIELD_BYTES = 64 * 1024;

    private final BodySource source;
    private final BodySink sink;
    private final FlowGate gate;
    private final Supplier<? extends PooledBuffer> buffers;
    private final PumpListener listener;
    /** Held as long as it contains bytes. */
    private @Nullable PooledBuffer pooled;

    private State state = State.MOVING;
    private long writtenBytes;

    private enum State {
        MOVING,
        FINISHING,
        ENDED
    }

    /**
     * @param gate limits the bytes that may pass
     * @param buffers lends a buffer; called on the I/O thread
     * @param listener called exactly once at the end
     */
    public Pump(
            BodySource source,
            BodySink sink,
            FlowGate gate,
            Supplier<? extends PooledBuffer> buffers,
            PumpListener listener) {
        this.source = source;
        this.sink = sink;
        this.gate = gate;
        this.buffers = buffers;
        this.listener = listener;
    }

    /** Starts the transfer. Call on the I/O thread of both sides. */
    public void start() {
        source.onReadable(this::step);
        sink.onWritable(this::step);
        gate.onOpen(this::step);
        step();
    }

    /** Bytes written to the sink so far. */
    public long writtenBytes() {
        return writtenBytes;
    }

    /** Stops without closing either side; the listener is not called. Does nothing if the pump has ended. */
    public void cancel() {
        if (state != State.ENDED) {
            end();
        }
    }

    private void step() {
        switch (state) {
            case MOVING -> move();
            case FINISHING -> finish();
            case ENDED -> {}
        }
    }

    private void move() {
        PooledBuffer lent = pooled;
        if (lent == null) {
            lent = buffers.get();
            lent.bytes().clear().flip();
            pooled = lent;
        }
        move(lent.bytes());
        if (pooled != null && !pooled.bytes().hasRemaining()) {
            releaseBuffer();
        }
    }

    private void move(ByteBuffer buffer) {
        int moved = 0;
        while (moved < YIELD_BYTES) {
            if (!buffer.hasRemaining() && !fill(buffer)) {
                return;
            }
            int written = drain(buffer);
            if (written <= 0) {
                return;
            }
            moved += written;
        }
        if (buffer.hasRemaining() || source.hasBytes()) {
            awaitSink();
        } else {
            awaitSource();
        }
    }

    /** Reads what may pass into the empty buffer; false if there is nothing to write now. */
    private boolean fill(ByteBuffer buffer) {
        long passable = gate.passableBytes() - writtenBytes;
        if (passable <= 0) {
            source.suspendReads();
            sink.suspendWrites();
            return false;
        }
        buffer.clear();
        buffer.limit((int) Math.min(buffer.capacity(), passable));
        int read;
        try {
            read = source.read(buffer);
        } catch (IOException e) {
            // The buffer may be reused from here on.
            end();
            listener.sourceFailed(e);
            return false;
        }
        buffer.flip();
        if (read > 0) {
            return true;
        }
        if (read < 0) {
            state = State.FINISHING;
            source.suspendReads();
            finish();
        } else {
            awaitSource();
        }
        return false;
    }

    /** Writes the buffer; at most 0 if the pump must wait or has ended. */
    private int drain(ByteBuffer buffer) {
        int written;
        try {
            written = sink.write(buffer);
        } catch (IOException e) {
            end();
            listener.sinkFailed(e);
            return -1;
        }
        writtenBytes += written;
        if (written == 0 && pooled != null && !pooled.mayBeHeld()) {
            end();
            listener.sinkFailed(new IOException("transfers that wait for their receivers hold all buffers"));
        } else if (written == 0) {
            awaitSink();
        }
        return written;
    }

    private void finish() {
        if (!gate.isOpen()) {
            sink.suspendWrites();
            return;
        }
        try {
            if (!sink.finish()) {
                sink.resumeWrites();
                return;
            }
        } catch (IOException e) {
            end();
            listener.sinkFailed(e);
            return;
        }
        end();
        listener.finished(writtenBytes);
    }

    private void awaitSource() {
        sink.suspendWrites();
        source.resumeReads();
    }

    private void awaitSink() {
        source.suspendReads();
        sink.resumeWrites();
    }

    private void end() {
        state = State.ENDED;
        source.suspendReads();
        sink.suspendWrites();
        releaseBuffer();
    }

    private void releaseBuffer() {
        PooledBuffer lent = pooled;
        if (lent != null) {
            pooled = null;
            lent.release();
        }
    }
}
