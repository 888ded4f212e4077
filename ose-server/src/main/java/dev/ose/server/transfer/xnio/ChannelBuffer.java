package dev.ose.server.transfer.xnio;

import dev.ose.server.runtime.fairness.Scarce;
import dev.ose.server.transfer.PooledBuffer;
import io.undertow.connector.ByteBufferPool;
import io.undertow.connector.PooledByteBuffer;
import java.nio.ByteBuffer;

/** A buffer of the channels' own pool. */
public final class ChannelBuffer implements PooledBuffer {

    private final ByteBufferPool pool;
    private final PooledByteBuffer pooled;

    private ChannelBuffer(ByteBufferPool pool) {
        this.pool = pool;
        this.pooled = pool.allocate();
    }

    /** Takes a buffer; call on an I/O thread, which has a cache. */
    public static ChannelBuffer from(ByteBufferPool pool) {
        return new ChannelBuffer(pool);
    }

    @Override
    public ByteBuffer bytes() {
        return pooled.getBuffer();
    }

    @Override
    public boolean mayBeHeld() {
        return pooled.getBuffer().isDirect() || !(pool instanceof Scarce scarce && scarce.isUsedUp());
    }

    @Override
    public void release() {
        pooled.close();
    }
}
