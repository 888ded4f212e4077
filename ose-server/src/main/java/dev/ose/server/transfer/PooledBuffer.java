package dev.ose.server.transfer;

import java.nio.ByteBuffer;

/** A buffer lent by a bounded pool. */
public interface PooledBuffer {

    /** The buffer; not to be used after {@link #release}. */
    ByteBuffer bytes();

    /** Gives the buffer back. Called once. */
    void release();
}
