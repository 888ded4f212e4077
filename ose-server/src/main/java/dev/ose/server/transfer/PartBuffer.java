package dev.ose.server.transfer;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Bytes that wait for their turn, in pooled buffers. Confined to one I/O thread. */
public final class PartBuffer {

    /** The pool's limit is reached: nothing was read. */
    public static final int NO_BUFFER = -2;

    private final Supplier<? extends PooledBuffer> pool;
    /** Those before {@link #drained} were returned to the pool. */
    private final List<PooledBuffer> full = new ArrayList<>();

    private int drained;
    private @Nullable PooledBuffer filling;
    private long bytes;

    /** @param pool lends a buffer; called on the I/O thread */
    public PartBuffer(Supplier<? extends PooledBuffer> pool) {
        this.pool = pool;
    }

    public long bytes() {
        return bytes;
    }

    /**
     * Reads once from the source; returns what it returned, or {@link #NO_BUFFER}.
     *
     * @param most the most bytes to read, at least one
     */
    public int fill(BodySource source, long most) throws IOException {
        return fill(source, most, _ -> {});
    }

    /**
     * The same.
     *
     * @param taken is given the bytes that were read, to be looked at within the call
     */
    public int fill(BodySource source, long most, Consumer<ByteBuffer> taken) throws IOException {
        PooledBuffer lent = filling;
        if (lent == null) {
            lent = pool.get();
            lent.bytes().clear();
            filling = lent;
        }
        if (!lent.mayBeHeld()) {
            releaseIfEmpty(lent);
            return NO_BUFFER;
        }
        ByteBuffer room = lent.bytes();
        int start = room.position();
        room.limit(start + (int) Math.min(room.remaining(), most));
        int read;
        try {
            read = source.read(room);
        } finally {
            room.limit(room.capacity());
        }
        if (read > 0) {
            bytes += read;
            taken.accept(room.duplicate().flip().position(start));
        }
        releaseIfEmpty(lent);
        if (!room.hasRemaining()) {
            seal(lent);
        }
        return read;
    }

    private void releaseIfEmpty(PooledBuffer lent) {
        if (lent.bytes().position() == 0) {
            filling = null;
            lent.release();
        }
    }

    private void seal(PooledBuffer lent) {
        filling = null;
        lent.bytes().flip();
        full.add(lent);
    }

    /** Moves what fits to the destination; returns the number of bytes. */
    public int drain(ByteBuffer destination) {
        int moved = 0;
        while (bytes > 0 && destination.hasRemaining()) {
            PooledBuffer partly = filling;
            if (drained == full.size() && partly != null) {
                seal(partly);
            }
            ByteBuffer first = full.get(drained).bytes();
            int count = Math.min(first.remaining(), destination.remaining());
            destination.put(first.slice(first.position(), count));
            first.position(first.position() + count);
            if (!first.hasRemaining()) {
                full.get(drained).release();
                drained++;
            }
            moved += count;
            bytes -= count;
        }
        return moved;
    }

    /**
     * Copies what fits to the destination, from this offset on; returns the number of bytes. Not to be used beside
     * {@link #drain}.
     */
    public int copy(long offset, ByteBuffer destination) {
        int copied = 0;
        while (offset + copied < bytes && destination.hasRemaining()) {
            long at = offset + copied;
            PooledBuffer partly = filling;
            int capacity = (full.isEmpty() && partly != null ? partly : full.getFirst())
                    .bytes()
                    .capacity();
            int index = (int) (at / capacity);
            int from = (int) (at % capacity);
            ByteBuffer held = (index == full.size() && partly != null ? partly : full.get(index)).bytes();
            int count = (int) Math.min(Math.min(capacity - from, bytes - at), destination.remaining());
            destination.put(destination.position(), held, from, count);
            destination.position(destination.position() + count);
            copied += count;
        }
        return copied;
    }

    /** Returns all buffers. */
    public void release() {
        full.subList(drained, full.size()).forEach(PooledBuffer::release);
        full.clear();
        drained = 0;
        PooledBuffer partly = filling;
        if (partly != null) {
            filling = null;
            partly.release();
        }
        bytes = 0;
    }
}
