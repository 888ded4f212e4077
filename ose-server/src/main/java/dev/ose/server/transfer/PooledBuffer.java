package dev.ose.server.transfer;

import java.nio.ByteBuffer;

/** A buffer of a bounded pool. */
public interface PooledBuffer {

    /** The buffer; not to be used after {@link #release}. */
    ByteBuffer bytes();

    /** Whether it may be held during a wait for a client or platform: false if the pool's limit is reached. */
    boolean mayBeHeld();

    /** Returns the buffer. Call once. */
    void release();
}
