package dev.ose.server.transfer;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.Consumer;

/** Reads a body that is small by contract into memory, without blocking and never beyond its bound. */
public final class SmallBody {

    private final BodySource source;
    private final PooledBuffer buffer;
    private final int maximumBytes;
    private final Reader reader;
    private final ByteArrayOutputStream collected = new ByteArrayOutputStream();

    /** Told exactly once how the reading ended. */
    public interface Reader {

        void read(byte[] body);

        void tooLarge();

        void broke(IOException cause);
    }

    private SmallBody(BodySource source, PooledBuffer buffer, int maximumBytes, Reader reader) {
        this.source = source;
        this.buffer = buffer;
        this.maximumBytes = maximumBytes;
        this.reader = reader;
    }

    /** Reads {@code source} to its end and tells {@code reader}. Call on the source's I/O thread. */
    public static void read(BodySource source, PooledBuffer buffer, int maximumBytes, Reader reader) {
        SmallBody body = new SmallBody(source, buffer, maximumBytes, reader);
        source.onReadable(body::step);
        body.step();
    }

    private void step() {
        ByteBuffer bytes = buffer.bytes();
        while (true) {
            bytes.clear();
            int count;
            try {
                count = source.read(bytes);
            } catch (IOException e) {
                end(ended -> ended.broke(e));
                return;
            }
            if (count == 0) {
                source.resumeReads();
                return;
            }
            if (count < 0) {
                end(ended -> ended.read(collected.toByteArray()));
                return;
            }
            if (collected.size() + count > maximumBytes) {
                end(Reader::tooLarge);
                return;
            }
            bytes.flip();
            byte[] piece = new byte[count];
            bytes.get(piece);
            collected.writeBytes(piece);
        }
    }

    private void end(Consumer<Reader> outcome) {
        source.suspendReads();
        buffer.release();
        outcome.accept(reader);
    }
}
