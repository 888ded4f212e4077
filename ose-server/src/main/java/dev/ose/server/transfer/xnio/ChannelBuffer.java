package dev.ose.server.transfer.xnio;

import dev.ose.server.transfer.PooledBuffer;
import io.undertow.connector.ByteBufferPool;
import io.undertow.connector.PooledByteBuffer;
import java.nio.ByteBuffer;

/** A buffer of the pool that the channels themselves use. */
public final class ChannelBuffer implements PooledBuffer {

    private final PooledByteBuffer pooled;

    private ChannelBuffer(PooledByteBuffer pooled) {
        this.pooled = pooled;
    }

    /** Lends a buffer; call on an I/O thread, whose own cache makes it cheap. */
    public static ChannelBuffer from(ByteBufferPool pool) {
        return new ChannelBuffer(pool.allocate());
    }

    @Override
    public ByteBuffer bytes() {
        return pooled.getBuffer();
    }

    @Override
    public void release() {
        pooled.close();
    }
}
