package dev.ose.server.transfer.readahead;

import dev.ose.server.transfer.BodySource;
import dev.ose.server.transfer.PooledBuffer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Bytes that wait for their turn, in pooled buffers. Confined to one I/O thread. */
final class PartBuffer {

    /** The pool's limit is reached: nothing was read. */
    static final int NO_BUFFER = -2;

    private final Supplier<? extends PooledBuffer> pool;
    private final ArrayDeque<PooledBuffer> full = new ArrayDeque<>();
    private @Nullable PooledBuffer filling;
    private long bytes;

    /** @param pool lends a buffer; called on the I/O thread */
    PartBuffer(Supplier<? extends PooledBuffer> pool) {
        this.pool = pool;
    }

    long bytes() {
        return bytes;
    }

    /** Reads once from the source; returns what it returned, or {@link #NO_BUFFER}. */
    int fill(BodySource source) throws IOException {
        PooledBuffer lent = filling;
        if (lent == null) {
            lent = pool.get();
            lent.bytes().clear();
            filling = lent;
        }
        if (!lent.mayBeHeld()) {
            if (lent.bytes().position() == 0) {
                filling = null;
                lent.release();
            }
            return NO_BUFFER;
        }
        int read = source.read(lent.bytes());
        if (read > 0) {
            bytes += read;
        }
        if (lent.bytes().position() == 0) {
            filling = null;
            lent.release();
        } else if (!lent.bytes().hasRemaining()) {
            seal(lent);
        }
        return read;
    }

    private void seal(PooledBuffer lent) {
        filling = null;
        lent.bytes().flip();
        full.addLast(lent);
    }

    /** Moves what fits to the destination; returns the number of bytes. */
    int drain(ByteBuffer destination) {
        int moved = 0;
        while (bytes > 0 && destination.hasRemaining()) {
            PooledBuffer partly = filling;
            if (full.isEmpty() && partly != null) {
                seal(partly);
            }
            ByteBuffer first = full.getFirst().bytes();
            int count = Math.min(first.remaining(), destination.remaining());
            destination.put(first.slice(first.position(), count));
            first.position(first.position() + count);
            if (!first.hasRemaining()) {
                full.removeFirst().release();
            }
            moved += count;
            bytes -= count;
        }
        return moved;
    }

    /** Returns all buffers. */
    void release() {
        full.forEach(PooledBuffer::release);
        full.clear();
        PooledBuffer partly = filling;
        if (partly != null) {
            filling = null;
            partly.release();
        }
        bytes = 0;
    }
}
