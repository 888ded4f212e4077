package dev.ose.server.transfer;

import java.io.IOException;
import java.nio.ByteBuffer;

/** A non-blocking destination of body bytes. Confined to one I/O thread. */
public interface BodySink {

    /**
     * Writes what fits.
     *
     * @return bytes written, 0 if there is no room now
     */
    int write(ByteBuffer source) throws IOException;

    /**
     * Ends the body and flushes it.
     *
     * @return whether everything was flushed; if not, call again when writable
     */
    boolean finish() throws IOException;

    /**
     * Sets the listener that is called on the I/O thread whenever writing may make progress while writes are resumed.
     */
    void onWritable(Runnable listener);

    /** Starts calling the listener, repeatedly while there is room. */
    void resumeWrites();

    /** Stops calling the listener. */
    void suspendWrites();

    /** Closes the connection, so that the peer cannot take the bytes so far for a complete body. */
    void abort();
}
