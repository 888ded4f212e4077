package dev.ose.server.transfer;

import java.nio.ByteBuffer;

/** A buffer lent by a bounded pool. */
public interface PooledBuffer {

    /** The buffer; not to be used after {@link #release}. */
    ByteBuffer bytes();

    /**
     * Whether it may be held while a client or a platform is waited for: false if the pool has lent all that it may.
     */
    boolean mayBeHeld();

    /** Gives the buffer back. Called once. */
    void release();
}
