package dev.ose.server.transfer;

import java.io.IOException;
import java.nio.ByteBuffer;

/** A non-blocking source of body bytes. Confined to one I/O thread. */
public interface BodySource {

    /**
     * Reads available bytes.
     *
     * @return bytes read, 0 if none are available now, -1 after the last one
     * @throws IOException if the body ended before its declared length or the connection broke
     */
    int read(ByteBuffer destination) throws IOException;

    /**
     * Sets the listener that is called on the I/O thread whenever reading may make progress while reads are resumed.
     */
    void onReadable(Runnable listener);

    /** Starts calling the listener, repeatedly while bytes are available. */
    void resumeReads();

    /** Stops calling the listener. */
    void suspendReads();

    /** Whether a read returns without a look at a channel, so that none might announce the bytes. */
    default boolean hasBytes() {
        return false;
    }

    /** Ends reading; the connection is not used again. */
    void abort();
}
