package dev.ose.server.transfer;

import java.nio.ByteBuffer;

/** A body that is in memory already. */
public final class BytesSource implements BodySource {

    private final ByteBuffer bytes;
    private Runnable listener = () -> {};

    public BytesSource(byte[] bytes) {
        this.bytes = ByteBuffer.wrap(bytes);
    }

    @Override
    public int read(ByteBuffer destination) {
        if (!bytes.hasRemaining()) {
            return -1;
        }
        int count = Math.min(bytes.remaining(), destination.remaining());
        destination.put(bytes.slice(bytes.position(), count));
        bytes.position(bytes.position() + count);
        return count;
    }

    @Override
    public void onReadable(Runnable readable) {
        listener = readable;
    }

    /** Calls the listener at once: the bytes are in memory, and few enough not to delay other connections. */
    @Override
    public void resumeReads() {
        listener.run();
    }

    @Override
    public void suspendReads() {}

    @Override
    public void abort() {}
}
