package dev.ose.server.transfer;

import dev.ose.server.runtime.fairness.FairBudget;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import java.util.function.LongPredicate;
import java.util.function.Supplier;

/**
 * Reads a bounded body into memory, without blocking. While it waits, it holds the bytes so far and no pooled buffer.
 */
public final class SmallBody {

    /** Bytes without a lease: no more than a connection needs in any case, and enough for a refusal. */
    static final int FREE_BYTES = 8 * 1024;

    private final BodySource source;
    private final Supplier<? extends PooledBuffer> buffers;
    private final int maximumBytes;
    private final LongPredicate memory;
    private final Reader reader;
    private final ByteArrayOutputStream collected = new ByteArrayOutputStream();

    /** The outcome of reading: exactly one call. */
    public interface Reader {

        void read(byte[] body);

        void tooLarge();

        void broke(IOException cause);

        /** The tenant's memory budget is exhausted; only with a lease. */
        default void noRoom() {
            broke(new IOException("no memory is left for the body"));
        }
    }

    private SmallBody(
            BodySource source,
            Supplier<? extends PooledBuffer> buffers,
            int maximumBytes,
            LongPredicate memory,
            Reader reader) {
        this.source = source;
        this.buffers = buffers;
        this.maximumBytes = maximumBytes;
        this.memory = memory;
        this.reader = reader;
    }

    /**
     * Reads {@code source} to its end and calls {@code reader}. Call on the source's I/O thread.
     *
     * @param buffers lends a buffer; called on the I/O thread
     */
    public static void read(
            BodySource source, Supplier<? extends PooledBuffer> buffers, int maximumBytes, Reader reader) {
        start(new SmallBody(source, buffers, maximumBytes, more -> true, reader));
    }

    /**
     * The same with a memory budget: bytes beyond {@value #FREE_BYTES} are borrowed.
     *
     * @param memory the caller closes it after using the body
     */
    public static void read(
            BodySource source,
            Supplier<? extends PooledBuffer> buffers,
            int maximumBytes,
            FairBudget.Lease memory,
            Reader reader) {
        start(new SmallBody(source, buffers, maximumBytes, memory::take, reader));
    }

    private static void start(SmallBody body) {
        body.source.onReadable(body::step);
        body.step();
    }

    private void step() {
        PooledBuffer buffer = buffers.get();
        Consumer<Reader> outcome;
        try {
            outcome = collect(buffer.bytes());
        } finally {
            buffer.release();
        }
        outcome.accept(reader);
    }

    /** Collects available bytes; returns the outcome if reading has ended. */
    private Consumer<Reader> collect(ByteBuffer bytes) {
        while (true) {
            bytes.clear();
            int count;
            try {
                count = source.read(bytes);
            } catch (IOException e) {
                return end(ended -> ended.broke(e));
            }
            if (count == 0) {
                source.resumeReads();
                return waiting -> {};
            }
            if (count < 0) {
                return end(ended -> ended.read(collected.toByteArray()));
            }
            if (collected.size() + count > maximumBytes) {
                return end(Reader::tooLarge);
            }
            if (!isRoomFor(count)) {
                return end(Reader::noRoom);
            }
            byte[] piece = new byte[count];
            bytes.flip().get(piece);
            collected.writeBytes(piece);
        }
    }

    private boolean isRoomFor(int more) {
        long charged = Math.max(0, collected.size() - FREE_BYTES);
        long charge = Math.max(0, collected.size() + more - FREE_BYTES) - charged;
        return charge == 0 || memory.test(charge);
    }

    private Consumer<Reader> end(Consumer<Reader> outcome) {
        source.suspendReads();
        return outcome;
    }
}
