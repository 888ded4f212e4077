package dev.ose.server.transfer;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Where body bytes come from without blocking. Confined to one I/O thread. */
public interface BodySource {

    /**
     * Reads what is there.
     *
     * @return bytes read, 0 if none are there now, -1 after the last one
     * @throws IOException if the body ended before its declared length or the connection broke
     */
    int read(ByteBuffer destination) throws IOException;

    /** Sets who is called, on the I/O thread, whenever reading may make progress while reads are resumed. */
    void onReadable(Runnable listener);

    /** Lets the listener be called, again and again while bytes are there. */
    void resumeReads();

    /** Stops calling the listener. */
    void suspendReads();

    /** Gives up: no further byte will be read and the connection will not be used again. */
    void abort();
}
