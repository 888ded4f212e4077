package dev.ose.server.transfer;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Where body bytes go without blocking. Confined to one I/O thread. */
public interface BodySink {

    /**
     * Writes what fits.
     *
     * @return bytes written, 0 if nothing fits now
     */
    int write(ByteBuffer source) throws IOException;

    /**
     * Ends the body and flushes it.
     *
     * @return whether everything left; if not, call again when writable
     */
    boolean finish() throws IOException;

    /** Sets who is called, on the I/O thread, whenever writing may make progress while writes are resumed. */
    void onWritable(Runnable listener);

    /** Lets the listener be called, again and again while there is room. */
    void resumeWrites();

    /** Stops calling the listener. */
    void suspendWrites();

    /** Gives up: cuts the connection, so that the peer cannot take what it got for a whole body. */
    void abort();
}
