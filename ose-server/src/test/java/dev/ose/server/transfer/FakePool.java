package dev.ose.server.transfer;

import java.nio.ByteBuffer;

/** Lends small buffers, and counts them; has the clock of the node. */
public final class FakePool {

    private static final int BUFFER_BYTES = 256;

    public int lent;
    /** Buffers that may be held; more are lent, but not to be held. */
    public int most = Integer.MAX_VALUE;

    public long nanos;

    public PooledBuffer lend() {
        lent++;
        ByteBuffer bytes = ByteBuffer.allocate(BUFFER_BYTES);
        return new PooledBuffer() {
            @Override
            public ByteBuffer bytes() {
                return bytes;
            }

            @Override
            public boolean mayBeHeld() {
                return lent <= most;
            }

            @Override
            public void release() {
                lent--;
            }
        };
    }
}
